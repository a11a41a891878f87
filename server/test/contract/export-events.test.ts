import { beforeAll, describe, expect, test } from 'vitest'
import { createTestOrganization } from '../support/app.ts'
import { askCsv, readCsv } from '../support/csv.ts'
import { type Event, listEvents, llm, recordEvent, times, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const COUNT = 1_234

const t = useTestApp()
let all: Event[]
let stranger: { secretKey: string; publishableKey: string }
beforeAll(async () => {
  const record = (index: number) =>
    llm({
      customerExternalId: `customer-${index % 7}`,
      signalName: index % 100 === 0 ? 'rare' : 'ticket',
      runId: index % 50 === 0 ? 'run-1' : undefined,
      usageDate: new Date(Date.UTC(2026, 0, 1 + (index % 40), 0, 0, 0, index % 3)).toISOString(),
    })
  const records = times(COUNT, record)
  for (let from = 0; from < COUNT; from += 100) {
    await t.api.record(...records.slice(from, from + 100))
  }
  await recordEvent(t.api, unknownModel({ usageDate: '2026-01-03T00:00:00Z' }))
  all = await listEvents(t.api)
  stranger = await createTestOrganization(t.dependencies)
})

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

test('all events are in one file, in the order of the list, whatever page is asked for', async () => {
  const { rows } = await readCsv(t, '/v1/events?limit=7&page=3')
  expect(rows).toHaveLength(COUNT + 1)
  expect(rows.map(({ id }) => id)).toEqual(idsOf(all))
})

test('a row equals the event in JSON: amounts in full, parts by their names', async () => {
  const { rows } = await readCsv(t, '/v1/events')
  const at = all.findIndex(({ usageCost }) => usageCost !== null)
  const { signal, models, metadata, usageCostData, ...event } = all[at] as Event & {
    signal: Record<string, string>
    models: string[]
  }
  const text = Object.entries(event).map(([name, value]) => [name, value === null ? '' : value])
  expect(rows[at]).toEqual({
    ...Object.fromEntries(text),
    metadata: JSON.stringify(metadata),
    usageCostData: JSON.stringify(usageCostData),
    models: JSON.stringify(models),
    'signal.id': signal.id,
    'signal.name': signal.name,
    'signal.shortName': signal.shortName,
    // The event has no settlement window.
    provisionalQuantity: '',
    settlesAt: '',
  })
  expect(rows[at]?.usageCost).toBe('0.0075000000')
})

describe('the same filters as in JSON', () => {
  test.each([
    '?startDate=2026-01-05&endDate=2026-01-20T00:00:00.001Z',
    '?runId=run-1',
    '?eventProcessed=NEEDS_COST_BACKFILL',
    '?eventProcessed=PROCESSED',
    '?eventProcessed=UNCOSTED',
    '?startDate=2030-01-01',
  ])('%s', async (query) => {
    const { rows } = await readCsv(t, `/v1/events${query}`)
    expect(rows.map(({ id }) => id)).toEqual(
      idsOf(await listEvents(t.api, query.replace('?', '&'))),
    )
  })

  test('by customer, agent and signal, which worked on few days', async () => {
    const rare = all.find(({ signalId }) => signalId !== all[0]?.signalId) ?? all[0]
    const window = 'startDate=2026-01-02T00:00:00.001Z&endDate=2026-02-05'
    for (const query of [
      `customerId=${rare?.customerId}`,
      `agentId=${rare?.agentId}`,
      `signalId=${rare?.signalId}`,
      `signalId=${rare?.signalId}&eventProcessed=PROCESSED&${window}`,
      `agentId=${rare?.agentId}&customerId=${rare?.customerId}&${window}`,
    ]) {
      const { rows } = await readCsv(t, `/v1/events?${query}`)
      const listed = await listEvents(t.api, `&${query}`)
      expect(rows.length, query).toBeGreaterThan(0)
      expect(rows.map(({ id }) => id)).toEqual(idsOf(listed))
    }
  })

  test.each([
    ['?startDate=yesterday', 400],
    ['?startDate=2026-03-02&endDate=2026-03-01', 422],
    ['?colour=red', 400],
    ['?eventProcessed=LOST', 400],
  ])('%s is a %i in JSON, and no file', async (query, status) => {
    const answer = await askCsv(t, `/v1/events${query}`, t.organization.secretKey)
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(JSON.parse(answer.body)).toMatchObject({ statusCode: status })
  })
})

test('another organization gets the headings and no rows', async () => {
  const customerId = all[0]?.customerId
  for (const query of ['', `?customerId=${customerId}`, `?agentId=${all[0]?.agentId}`]) {
    const { headings, rows } = await readCsv(t, `/v1/events${query}`, stranger.secretKey)
    expect(headings).toContain('usageCost')
    expect(rows).toEqual([])
  }
})

test('the keys that may read the list may read the file, and no others', async () => {
  const { rows } = await readCsv(t, '/v1/events?runId=run-1', t.organization.publishableKey)
  expect(rows.length).toBeGreaterThan(0)
  expect((await askCsv(t, '/v1/events', 'pw_sk_test_nobody')).status).toBe(401)
  for (const url of ['/v1/invoices', '/v1/payments', '/v1/analytics/outcomes']) {
    expect((await askCsv(t, url, t.organization.publishableKey)).status, url).toBe(403)
  }
})

test('other Accept headers get JSON', async () => {
  for (const accept of [undefined, '*/*', 'application/json', 'text/html', 'text/*']) {
    const headers = { 'x-api-key': t.organization.secretKey, ...(accept && { accept }) }
    const answer = await t.app.inject({ url: '/v1/events?limit=1', headers })
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers.vary).toBe('Accept')
    expect(answer.json().results).toHaveLength(1)
  }
})

describe('text chosen by callers', () => {
  const { api, organization } = useOrganizationPerTest(t)

  test.each([
    ['a formula', '=1+1', "'=1+1"],
    ['a call', '@SUM(A1)', "'@SUM(A1)"],
    ['a sign', '+1+cmd|0', "'+1+cmd|0"],
    ['a minus', '-2+3', "'-2+3"],
    ['markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['right-to-left', '\u202egnp.exe שלום', '\u202egnp.exe שלום'],
    ['quotes, commas', 'a"b,c;d', 'a"b,c;d'],
    ['255 characters', 'é'.repeat(255), 'é'.repeat(255)],
  ])('%s', async (_, sent, read) => {
    const metadata = { note: `${sent}\r\n"quoted"` }
    const record = llm({ customerExternalId: sent, runId: sent, signalName: sent, metadata })
    await recordEvent(api, record)
    const { rows } = await readCsv({ ...t, organization }, '/v1/events')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ customerExternalId: read, runId: read, 'signal.name': read })
    expect(JSON.parse(rows[0]?.metadata ?? '')).toEqual(metadata)
  })
})
