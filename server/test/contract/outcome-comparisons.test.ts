import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal, SINCE_JANUARY, tiered } from '../support/deal.ts'
import { type Fields, givenSignal } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { month, sendInvoice } from '../support/invoice.ts'
import { givenPortal } from '../support/portal.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-04-10T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)
const stranger = useStranger(t)

const JANUARY = { startDate: '2026-01-01', endDate: '2026-01-31' }
const IN_JANUARY = '2026-01-10T08:07:00Z'
const NEVER = '01890000-0000-7000-8000-000000000000'

let deal: Deal
const urlOf = (customerId: string) => `/v1/customers/${customerId}/outcome-comparisons`
const bodyOf = (fields: Fields): Fields => ({
  signalId: deal.signalIds.ticket,
  ...JANUARY,
  ...fields,
})
const compare = (fields: Fields) => must(api.post(urlOf(deal.customerId), bodyOf(fields)))
const refused = async (fields: Fields) => {
  const { status, body } = await api.post(urlOf(deal.customerId), bodyOf(fields))
  expect(status, JSON.stringify(body)).toBe(400)
  return JSON.stringify(body.message)
}

async function given(price: Fields = flatPrice('ticket', 2), customer: Fields = {}) {
  deal = await givenDeal(api, { prices: [price], subscription: SINCE_JANUARY, customer })
}

/** Tickets a (10 units), b (5) and c (1) of a final invoice. */
async function givenTickets(price?: Fields) {
  await given(price)
  for (const [key, quantity] of [
    ['a', 10],
    ['b', 5],
    ['c', 1],
  ] as const) {
    await deal.use('ticket', quantity, IN_JANUARY, { idempotencyKey: key, runId: `run-${key}` })
  }
  return sendInvoice(api, await deal.generate(month('2026-01-01', '2026-02-01')))
}

describe('ids that the customer counts', () => {
  beforeEach(async () => {
    await givenTickets()
  })

  test('agree, or only one side has them, and the difference is worth what corrections would change', async () => {
    const compared = await compare({ idempotencyKeys: ['a', 'c', 'unknown'] })
    expect(compared).toMatchObject({
      countedBy: 'idempotencyKey',
      timeZone: 'UTC',
      agreed: { count: 2, quantity: '11' },
      onlyRecorded: { count: 1, quantity: '5' },
      onlyCounted: { count: 1, quantity: null },
      duplicateCount: 0,
      outcomes: [{ idempotencyKey: 'b', runId: 'run-b', quantity: '5', evidenceUrl: null }],
      ids: [{ id: 'unknown', reason: 'not_recorded' }],
      days: [],
      worth: [{ currency: 'USD', amount: '-10' }],
      isComplete: true,
      uninvoicedCount: 0,
    })
    const csv = `customerExternalId,idempotencyKey\n"${deal.externalId}","b"\n`
    expect(compared.correctionsCsv).toBe(csv)
    const preview = await must(api.post('/v1/events/corrections/preview', { kind: 'void', csv }))
    expect(preview.invoices).toEqual(compared.invoices)
  })

  test('are runs, keys or events alike, in JSON and as a file', async () => {
    const byKey = await compare({ idempotencyKeys: ['a', 'b'] })
    const [{ eventId: c }] = byKey.outcomes
    const { results } = await must(api.get('/v1/events?limit=100'))
    const ids = results.map(({ id }: { id: string }) => id).filter((id: string) => id !== c)
    const forms: Fields[] = [
      { runIds: ['run-a', 'run-b'] },
      { eventIds: ids.map((id: string) => id.toUpperCase()) },
      { csv: 'runId\nrun-a\nrun-b\n' },
      { csv: '\ufeffidempotencyKey\r\na\r\n\r\nb\r\n' },
      { csv: `eventId\n${ids.join('\n')}` },
    ]
    for (const form of forms) {
      const { countedBy: _, ...compared } = await compare(form)
      const { countedBy: _by, ...expected } = byKey
      expect(compared).toEqual(expected)
    }
  })

  test('that are sent twice count once, and an empty list counts nothing', async () => {
    expect(await compare({ idempotencyKeys: ['a', 'a', 'b', 'c', 'c', 'c'] })).toMatchObject({
      agreed: { count: 3 },
      duplicateCount: 3,
      worth: [],
      correctionsCsv: null,
    })
    for (const empty of [{ runIds: [] }, { csv: 'runId\n' }]) {
      expect(await compare(empty)).toMatchObject({
        agreed: { count: 0, quantity: '0' },
        onlyRecorded: { count: 3, quantity: '16' },
        worth: [{ amount: '-32' }],
      })
    }
  })

  test('of void and amended events have the units of now', async () => {
    const named = (key: string) => ({ customerExternalId: deal.externalId, idempotencyKey: key })
    await must(api.post('/v1/events/void', named('a')))
    await must(api.post('/v1/events/amend', { ...named('b'), quantity: 2 }))
    expect(await compare({ idempotencyKeys: ['a'] })).toMatchObject({
      onlyRecorded: { count: 2, quantity: '3' },
      ids: [{ id: 'a', reason: 'not_billed' }],
    })
  })

  test('of another customer, signal or time are like unknown ones', async () => {
    const own = deal
    const { outcomes } = await compare({ idempotencyKeys: [] })
    const eventIds = outcomes.map(({ eventId }: Fields) => eventId)
    await given()
    await deal.use('ticket', 1, '2026-02-01T00:00:00Z', { runId: 'later' })
    const foreign = await compare({ eventIds })
    expect(foreign).toMatchObject({ agreed: { count: 0 }, onlyRecorded: { count: 0 } })
    expect(foreign.ids).toEqual(eventIds.map((id: string) => ({ id, reason: 'not_recorded' })))
    expect((await compare({ runIds: ['later'] })).ids).toMatchObject([{ reason: 'not_recorded' }])
    const { id: signalId } = await givenSignal(api, { agentId: own.agentId, name: 'other' })
    const answer = await must(
      api.post(urlOf(own.customerId), { signalId, ...JANUARY, runIds: ['run-a'] }),
    )
    expect(answer).toMatchObject({ ids: [{ reason: 'not_recorded' }], onlyRecorded: { count: 0 } })
  })

  test('change nothing, for every form', async () => {
    const { pool } = t.database
    await storesNothing(pool, () => compare({ idempotencyKeys: ['a'] }))
    await storesNothing(pool, () => compare({ days: [{ date: '2026-01-10', quantity: 1 }] }))
  })
})

test('ten thousand ids are compared, and one more is refused', async () => {
  await givenTickets()
  const ids = Array.from({ length: 10_000 }, (_, at) => `k${at}`)
  expect(await compare({ idempotencyKeys: ids })).toMatchObject({
    onlyCounted: { count: 10_000 },
    onlyRecorded: { count: 3 },
  })
  const tooMany = [...ids, 'one-more']
  const { status } = await api.post(urlOf(deal.customerId), bodyOf({ idempotencyKeys: tooMany }))
  expect(status).toBe(400)
  expect(await refused({ csv: `runId\n${tooMany.join('\n')}` })).toContain('at most 10000 rows')
})

test('with tiers, the difference is that of two totals', async () => {
  await givenTickets(
    tiered('ticket', 'graduated', [
      { lower: 0, upper: 10, rate: 2 },
      { lower: 10, upper: null, rate: 1 },
    ]),
  )
  expect(await compare({ idempotencyKeys: ['b', 'c'] })).toMatchObject({
    onlyRecorded: { quantity: '10' },
    worth: [{ amount: '-14' }],
  })
})

test('what no invoice bills yet is counted apart', async () => {
  await given()
  await deal.use('ticket', 3, '2026-04-03T08:00:00Z', { idempotencyKey: 'open' })
  const compared = await compare({
    ...{ startDate: '2026-04-01', endDate: '2026-04-30' },
    idempotencyKeys: [],
  })
  expect(compared).toMatchObject({ onlyRecorded: { count: 1 }, worth: [], uninvoicedCount: 1 })
})

describe('counts by day', () => {
  test('agree, or differ on days, and both directions are priced', async () => {
    await givenTickets()
    const days = [
      { date: '2026-01-10', quantity: 12 },
      { date: '2026-01-11', quantity: 1 },
    ]
    const csv = 'date,quantity\n2026-01-10,12\n2026-01-11,1\n'
    for (const form of [{ days }, { csv }]) {
      expect(await compare(form)).toMatchObject({
        countedBy: 'date',
        agreed: { count: 1, quantity: '12' },
        onlyRecorded: { count: 1, quantity: '4' },
        onlyCounted: { count: 1, quantity: '1' },
        days: [
          { date: '2026-01-10', recordedQuantity: '16', countedQuantity: '12' },
          { date: '2026-01-11', recordedQuantity: '0', countedQuantity: '1' },
        ],
        worth: [{ currency: 'USD', amount: '-6' }],
        correctionsCsv: null,
      })
    }
  })

  test('are days of the customer, also when the clocks change', async () => {
    await given(flatPrice('ticket', 2), { timezone: 'America/New_York' })
    // 8 March has 23 hours in New York, from 05:00 UTC to 04:00 UTC.
    await deal.use('ticket', 1, '2026-03-08T04:59:59Z')
    await deal.use('ticket', 2, '2026-03-08T05:00:00Z')
    await deal.use('ticket', 4, '2026-03-09T03:59:59Z')
    await deal.use('ticket', 8, '2026-03-09T04:00:00Z')
    const day = { startDate: '2026-03-08', endDate: '2026-03-08' }
    expect(await compare({ ...day, days: [] })).toMatchObject({
      timeZone: 'America/New_York',
      days: [{ date: '2026-03-08', recordedQuantity: '6', countedQuantity: '0' }],
    })
    expect(await compare({ ...day, runIds: [] })).toMatchObject({ onlyRecorded: { quantity: '6' } })
  })

  test('are refused outside the days, twice, or misread', async () => {
    await given()
    expect(await refused({ days: [{ date: '2026-02-01', quantity: 1 }] })).toContain(
      '2026-02-01 is not between startDate and endDate',
    )
    const twice = { date: '2026-01-02', quantity: 1 }
    expect(await refused({ days: [twice, twice] })).toContain('2026-01-02 is counted above already')
    expect(await refused({ csv: 'date,quantity\n2026-02-30,1\n2026-01-01,1.5\n' })).toMatch(
      /row 2: date must be a date.*row 3: quantity must be a whole number/,
    )
  })
})

test.each([
  [{}, 'send exactly one of runIds, idempotencyKeys, eventIds, days, csv'],
  [{ runIds: [], days: [] }, 'send exactly one of'],
  [{ csv: 'id\nx\n' }, 'the columns of csv must be runId, or idempotencyKey'],
  [{ csv: '' }, 'the columns of csv must be'],
  [{ csv: 'runId,quantity\nx,1\n' }, 'the columns of csv must be'],
  [{ csv: 'runId\n""\n' }, 'row 2 has no runId'],
  [{ csv: 'runId\n"x\n' }, 'csv:'],
  [{ runIds: [], endDate: '2026-04-03' }, 'endDate must be within 92 days'],
])('%j is refused with the fix', async (fields, message) => {
  await given()
  expect(await refused(fields)).toContain(message)
})

test('reversed days are refused', async () => {
  await given()
  const body = bodyOf({ runIds: [], startDate: '2026-02-01' })
  const answer = await api.post(urlOf(deal.customerId), body)
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ code: 'dates_reversed', param: 'endDate' })
})

test('an unknown customer or signal, also of another organization, is not found', async () => {
  await given()
  const other = stranger
  expect((await other.post(urlOf(deal.customerId), bodyOf({ runIds: [] }))).status).toBe(404)
  expect((await api.post(urlOf(NEVER), bodyOf({ runIds: [] }))).status).toBe(404)
  const foreign = await givenDeal(other, { prices: [flatPrice('ticket', 1)] })
  const { status } = await api.post(urlOf(deal.customerId), {
    ...bodyOf({ runIds: [] }),
    signalId: foreign.signalIds.ticket,
  })
  expect(status).toBe(404)
})

test('in the portal, the customer compares its own outcomes and sees no invoice or cost', async () => {
  await givenTickets()
  const portal = await givenPortal(t, api, deal.customerId)
  const operators = await compare({ idempotencyKeys: ['a'] })
  const own = await must(
    portal.post('/v1/portal/outcome-comparisons', bodyOf({ idempotencyKeys: ['a'] })),
  )
  const { customerId: _1, customerExternalId: _2, ...operatorsFields } = operators
  const { invoices: _3, isComplete: _4, correctionsCsv: _5, ...shown } = operatorsFields
  expect(own).toEqual(shown)
  const other = await givenDeal(api, { prices: [flatPrice('ticket', 1)] })
  const theirs = await givenPortal(t, api, other.customerId)
  const answer = await must(
    theirs.post('/v1/portal/outcome-comparisons', bodyOf({ idempotencyKeys: ['a'] })),
  )
  expect(answer).toMatchObject({ agreed: { count: 0 }, ids: [{ id: 'a', reason: 'not_recorded' }] })
})
