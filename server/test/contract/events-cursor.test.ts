import { beforeAll, describe, expect, test } from 'vitest'
import { cursorOf } from '../../src/platform/http/list-cursor.ts'
import { must } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { type Event, listEvents, llm, sms, times, unknownModel } from '../support/usage.ts'
import { useStranger, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z'), atEnd: expectRollupsToAddUp })
const stranger = useStranger(t)

const DAY = 24 * 60 * 60_000
const START = Date.parse('2026-01-01T00:00:00Z')
/** Hundreds of events in one millisecond, and others over ten weeks, of two customers and agents. */
const MOMENT = '2026-02-01T10:00:00.000Z'

beforeAll(async () => {
  const rare = { agentCode: 'rare', signalName: 'visit' }
  const records = [
    ...times(250, () => llm({ usageDate: MOMENT })),
    ...times(7, () => sms({ ...rare, usageDate: MOMENT })),
    ...times(140, (n) => llm({ usageDate: new Date(START + (n * DAY) / 2).toISOString() })),
    ...times(9, (n) => sms({ ...rare, usageDate: new Date(START + n * 7 * DAY).toISOString() })),
    ...times(12, (n) => unknownModel({ usageDate: new Date(START + n * DAY).toISOString() })),
    ...times(5, () => llm({ customerExternalId: 'other', runId: 'run-1', usageDate: MOMENT })),
  ]
  for (let from = 0; from < records.length; from += 100) {
    await must(t.api.record(...records.slice(from, from + 100)))
  }
})

type Page = { results: Event[]; nextAfter?: string; totalResults: number; totalPages: number }

const page = async (query: string): Promise<Page> => must(t.api.get(`/v1/events?${query}`))

/** Reads a list to its end by cursors. */
async function readAll(query: string, onPage: (page: Page) => unknown = () => undefined) {
  const ids: string[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const found: Page = await page(`${query}${after === '' ? '' : `&after=${after}`}`)
    ids.push(...found.results.map(({ id }) => id))
    await onPage(found)
    after = found.nextAfter
  }
  return ids
}

async function filters(): Promise<string[]> {
  const events = await listEvents(t.api)
  const [other] = await listEvents(t.api, '&runId=run-1')
  const common = events.find(
    ({ agentId, customerId }) => agentId === other?.agentId && customerId !== other.customerId,
  )
  const rare = events.find(({ agentId }) => agentId !== other?.agentId)
  return [
    '',
    `agentId=${rare?.agentId}`,
    `signalId=${rare?.signalId}`,
    `agentId=${common?.agentId}`,
    `customerId=${other?.customerId}`,
    `customerId=${common?.customerId}`,
    `customerId=${common?.customerId}&agentId=${common?.agentId}`,
    'runId=run-1',
    'eventProcessed=UNCOSTED',
    'eventProcessed=NEEDS_COST_BACKFILL',
    'eventProcessed=PROCESSED',
    'startDate=2026-01-20&endDate=2026-02-10',
    `startDate=${MOMENT}&endDate=${MOMENT}`,
    `agentId=${rare?.agentId}&startDate=2026-01-20&endDate=2026-02-01T10:00:00.000Z`,
    'startDate=2027-01-01',
  ]
}

describe('the events after cursors', () => {
  test('are those of the pages, with each filter, order and limit', async () => {
    for (const filter of await filters()) {
      for (const sortOrder of ['desc', 'asc']) {
        const ordered = [filter, `sortOrder=${sortOrder}`].filter(Boolean).join('&')
        const pages = await listEvents(t.api, `&${ordered}`)
        const expected = pages.map(({ id }) => id)
        for (const limit of [1 + Math.floor(expected.length / 5), 100]) {
          const query = `${ordered}&limit=${limit}`
          expect(await readAll(query), query).toEqual(expected)
        }
      }
    }
  })

  test('are counted as these and one more at most', async () => {
    let number = 0
    const ids = await readAll('limit=100', ({ results, nextAfter, totalResults, totalPages }) => {
      number += 1
      if (number === 1) return expect(totalResults).toBeGreaterThan(200)
      const hasMore = nextAfter !== undefined
      expect([totalResults, totalPages]).toEqual([
        results.length + (hasMore ? 1 : 0),
        hasMore ? 2 : 1,
      ])
    })
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('end without a cursor, also if the last page is full', async () => {
    const { results, nextAfter } = await page('runId=run-1&limit=5')
    expect([results.length, nextAfter]).toEqual([5, undefined])
    const first = await page('runId=run-1&limit=4')
    const last = await page(`runId=run-1&limit=4&after=${first.nextAfter}`)
    expect([last.results.length, last.nextAfter]).toEqual([1, undefined])
  })

  test('are neither repeated nor left out when events arrive between the requests', async () => {
    const before = (await listEvents(t.api)).map(({ id }) => id)
    const read = await readAll('limit=60', () =>
      t.api.record(
        ...times(5, () => llm({ usageDate: '2026-03-14T00:00:00Z' })),
        llm({ usageDate: MOMENT }),
        llm({ usageDate: '2025-06-01T00:00:00Z' }),
      ),
    )
    expect(new Set(read).size).toBe(read.length)
    const known = new Set(before)
    expect(read.filter((id) => known.has(id))).toEqual(before)
  })

  test('continue from any page', async () => {
    const all = (await listEvents(t.api)).map(({ id }) => id)
    const { nextAfter } = await page('page=3&limit=20')
    const { results } = await page(`limit=20&after=${nextAfter}`)
    expect(results.map(({ id }) => id)).toEqual(all.slice(60, 80))
  })
})

describe('a cursor', () => {
  test.each([
    ...['', 'x', '0', 'null', '2', 'older-01890000-0000-7000-8000-000000000000'],
    ...['01890000-0000-7000-8000-000000000000', 'A'.repeat(31), 'A'.repeat(29), '%00'],
    ...[`${'A'.repeat(29)}B`, '_'.repeat(30), `${'A'.repeat(29)}=`, ' '.repeat(30), "' or 1=1 --"],
  ])('that is %j is refused', async (after) => {
    const { status, body } = await t.api.get(`/v1/events?after=${encodeURIComponent(after)}`)
    expect({ status, body }).toMatchObject({ status: 400 })
    if (after !== '%00') expect(body.param).toBe('after')
  })

  test('of another organization is only a place: it shows the own events after it', async () => {
    const { nextAfter } = await page('limit=1')
    expect(await must(stranger.get(`/v1/events?after=${nextAfter}`))).toMatchObject({
      results: [],
      totalResults: 0,
    })
    await must(stranger.record(llm({ usageDate: '2025-01-01T00:00:00Z' })))
    const { results } = await must(stranger.get(`/v1/events?after=${nextAfter}`))
    expect(results).toHaveLength(1)
  })

  test('of other filters or another order is harmless', async () => {
    const first = await page('runId=run-1&limit=2')
    const { results } = await page(`limit=100&startDate=2026-02-20&after=${first.nextAfter}`)
    expect(results).toEqual([])
    const turned = await page(`runId=run-1&sortOrder=asc&after=${first.nextAfter}`)
    expect(turned.results.map(({ id }) => id)).toEqual([first.results[0]?.id])
  })

  test('of an event that is gone still names its place', async () => {
    const cursor = cursorOf({
      at: new Date(MOMENT),
      id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    })
    const { results } = await page(`limit=1&after=${cursor}`)
    expect(results[0]?.usageDate).toBe(MOMENT)
  })

  test('does not go with a page or with the order by cost', async () => {
    const { nextAfter } = await page('limit=1')
    expect(await t.api.get(`/v1/events?page=2&after=${nextAfter}`)).toMatchObject({
      status: 400,
      body: { param: 'page' },
    })
    expect(await t.api.get(`/v1/events?sortBy=usageCost&after=${nextAfter}`)).toMatchObject({
      status: 400,
      body: { param: 'after' },
    })
    const byCost = await page('sortBy=usageCost&limit=1')
    expect(byCost.nextAfter).toBeUndefined()
    expect((await page(`page=1&limit=1&after=${nextAfter}`)).results).toHaveLength(1)
  })

  test('does not go with CSV, which has all events', async () => {
    const { nextAfter } = await page('limit=1')
    const headers = { 'x-api-key': t.organization.secretKey, accept: 'text/csv' }
    const answer = await t.app.inject({ url: `/v1/events?after=${nextAfter}`, headers })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ param: 'after' })
  })

  test('is taken from a publishable key too', async () => {
    const { nextAfter } = await page('limit=1')
    expect((await t.publishable.get(`/v1/events?after=${nextAfter}`)).status).toBe(200)
  })
})
