import { beforeEach, describe, expect, test } from 'vitest'
import { settleAllOutcomes } from '../../src/clock-round/run-billing.ts'
import { must } from '../support/app.ts'
import { type Fields, givenAgent, givenSignal } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { llm, recordOne, times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { untilWaiting, whileLocked } from '../support/waiting.ts'

const START = '2026-03-10T12:00:00.000Z'
let at = new Date(START)
const t = useTestApp({ now: () => at, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

let work = { agentCode: '', signalName: 'resolved', signalId: '' }
beforeEach(async () => {
  at = new Date(START)
  const { id: agentId, agentCode } = await givenAgent(api)
  const fields = { agentId, name: 'resolved', settlementDays: 7 }
  work = { agentCode, signalName: 'resolved', signalId: (await givenSignal(api, fields)).id }
})

const record = (fields: Fields = {}) => {
  const { signalId: _, ...names } = work
  return llm({ ...names, usageDate: START, ...fields })
}
const given = async (fields: Fields = {}): Promise<string> =>
  (await recordOne(api, record(fields))).eventId
const read = (id: string) => must(api.get(`/v1/events/${id}`))
const setDays = (settlementDays: number) =>
  must(api.patch(`/v1/signals/${work.signalId}`, { settlementDays }))
const reject = (id: string, quantity?: number) =>
  must(api.post(`/v1/events/${id}/rejection`, { reason: 'Reopened', quantity }))
const withdraw = (id: string) => must(api.post(`/v1/events/${id}/rejection/withdraw`, {}))
const settle = (time?: string) => {
  if (time !== undefined) at = new Date(time)
  return settleAllOutcomes(t.dependencies)
}
const AFTER = '2026-03-17T12:00:00Z'

const corrections = async (id: string): Promise<[string, number][]> =>
  (
    await t.database.pool.query(
      'select kind, quantity::int from event_corrections where event_id = $1 order by id',
      [id],
    )
  ).rows.map(({ kind, quantity }) => [kind, quantity])

/** What is stored: units not billed of the event and of its sums, and the open window. */
async function stored(id: string) {
  const { rows } = await t.database.pool.query(
    `select rejected_quantity::int as "notBilled", provisional_quantity::int as provisional,
       (select sum(rejected_quantity)::int from usage_days days where days.customer_id = events.customer_id
         and days.signal_id = events.signal_id) as "inDays",
       (select quantity::int from provisional_outcomes outcomes
         where outcomes.customer_id = events.customer_id and outcomes.event_id = events.id) as listed
     from usage_events events where id = $1`,
    [id],
  )
  return rows[0]
}

const isBalanced = async () => {
  const query = 'startDate=2026-01-01&endDate=2026-12-31'
  const { checks } = await must(api.get(`/v1/analytics/reconciliation?${query}`))
  expect(checks.flatMap(({ differences }: { differences: unknown[] }) => differences)).toEqual([])
}

describe('recording an outcome of a signal with a settlement window', () => {
  test('counts it, and says what is provisional and when it settles', async () => {
    const id = await given({ quantity: 3 })
    const event = await read(id)
    expect(event).toMatchObject({
      quantity: '3',
      rejectedQuantity: '0',
      provisionalQuantity: '3',
      settlesAt: '2026-03-17T12:00:00.000Z',
      usageCost: '0.0075000000',
    })
    const { results } = await must(api.get('/v1/events'))
    expect(results).toMatchObject([{ provisionalQuantity: '3', settlesAt: event.settlesAt }])
    expect(await stored(id)).toEqual({ notBilled: 3, provisional: 3, inDays: 3, listed: 3 })
    expect(await corrections(id)).toEqual([])
    await isBalanced()
  })

  test('together with others leaves the others as they are', async () => {
    const other = llm({ agentCode: work.agentCode, signalName: 'plain', usageDate: START })
    const { body } = await api.record(record({ quantity: 2 }), { ...other, quantity: 5 }, record())
    const [first, plain, second] = body.results.success
    expect(await stored(plain.eventId)).toEqual({
      ...{ notBilled: 0, provisional: null, inDays: 0, listed: null },
    })
    expect(await read(plain.eventId)).not.toHaveProperty('provisionalQuantity')
    expect(await stored(first.eventId)).toMatchObject({ notBilled: 2, inDays: 3 })
    expect(await stored(second.eventId)).toMatchObject({ notBilled: 1, provisional: 1 })
    await isBalanced()
  })

  test('again, with the same key, adds nothing', async () => {
    const sent = record({ quantity: 2, idempotencyKey: 'ticket-1' })
    const id = (await recordOne(api, sent)).eventId
    expect(await recordOne(api, sent)).toMatchObject({ eventId: id, duplicate: true })
    await Promise.all(times(4, () => recordOne(api, sent)))
    expect(await stored(id)).toEqual({ notBilled: 2, provisional: 2, inDays: 2, listed: 2 })
    await settle(AFTER)
    expect(await recordOne(api, sent)).toMatchObject({ eventId: id, duplicate: true })
    expect(await stored(id)).toEqual({ notBilled: 0, provisional: null, inDays: 0, listed: null })
    await isBalanced()
  })

  test.each([
    ['without a unit', { quantity: 0 }],
    ['whose window has passed when it arrives', { usageDate: '2026-03-03T12:00:00Z' }],
  ])('%s has no window', async (_, fields) => {
    const id = await given(fields)
    expect(await stored(id)).toMatchObject({ notBilled: 0, provisional: null, listed: null })
  })

  test('without a known cost is provisional too, and keeps its window when its cost is known', async () => {
    const { body } = await api.record(record({ model: 'house', modelProvider: 'in-house' }))
    const { eventId } = body.results.failed[0]
    const pair = { sourceModel: 'house', sourceProvider: 'in-house' }
    const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
    await must(api.post('/v1/events/map-model', { ...pair, ...target }))
    expect(await stored(eventId)).toMatchObject({ notBilled: 1, provisional: 1, listed: 1 })
    await settle(AFTER)
    expect(await stored(eventId)).toMatchObject({ notBilled: 0, provisional: null, inDays: 0 })
    await isBalanced()
  })

  test('of the largest quantity settles completely', async () => {
    const quantity = Number.MAX_SAFE_INTEGER
    const id = await given({ quantity })
    expect(await read(id)).toMatchObject({ provisionalQuantity: `${quantity}` })
    await settle(AFTER)
    expect(await read(id)).toMatchObject({ quantity: `${quantity}`, rejectedQuantity: '0' })
    await isBalanced()
  })
})

describe('the window of a signal', () => {
  test('is 0 by default, and from 0 to 30 days', async () => {
    const { agentId } = await must(api.get(`/v1/signals/${work.signalId}`))
    const create = (fields: Fields) => api.post('/v1/signals', { agentId, ...fields })
    expect((await create({ name: 'plain' })).body).toMatchObject({ settlementDays: 0 })
    for (const settlementDays of [-1, 31, 1.5, '7', null]) {
      expect((await create({ name: 'bad', settlementDays })).status).toBe(400)
      expect((await api.patch(`/v1/signals/${work.signalId}`, { settlementDays })).status).toBe(400)
    }
    expect(await setDays(30)).toMatchObject({ settlementDays: 30 })
  })

  test('applies to the records after its change, and each outcome keeps its own', async () => {
    const first = await given()
    await setDays(2)
    const second = await given()
    await setDays(0)
    const third = await given()
    expect(await read(first)).toMatchObject({ settlesAt: '2026-03-17T12:00:00.000Z' })
    expect(await read(second)).toMatchObject({ settlesAt: '2026-03-12T12:00:00.000Z' })
    expect(await read(third)).not.toHaveProperty('settlesAt')
    await settle('2026-03-13T00:00:00Z')
    expect(await stored(first)).toMatchObject({ provisional: 1, inDays: 1 })
    expect(await stored(second)).toMatchObject({ provisional: null })
  })

  test('is known to records right after a signal is created in bulk', async () => {
    const { agentId } = await must(api.get(`/v1/signals/${work.signalId}`))
    const signals = [
      { agentId, name: 'a' },
      { agentId, name: 'b', settlementDays: 1 },
    ]
    await must(api.post('/v1/signals/bulk', { signals }))
    expect(await stored(await given({ signalName: 'b' }))).toMatchObject({ provisional: 1 })
  })
})

describe('settling', () => {
  test('bills the units at the end of the window and not before, once', async () => {
    const id = await given({ quantity: 3 })
    await settle('2026-03-17T11:59:59.999Z')
    expect(await stored(id)).toMatchObject({ provisional: 3 })
    await settle(AFTER)
    await settle()
    expect(await stored(id)).toEqual({ notBilled: 0, provisional: null, inDays: 0, listed: null })
    expect(await corrections(id)).toEqual([['settlement', 3]])
    const event = await read(id)
    expect(event).toMatchObject({ rejectedQuantity: '0', correctedAt: null, corrections: [] })
    expect(event).not.toHaveProperty('provisionalQuantity')
    await isBalanced()
  })

  test('in two processes at once settles each outcome once', async () => {
    const ids: string[] = []
    for (const quantity of [1, 2, 3, 4]) ids.push(await given({ quantity }))
    const { customerId } = await read(ids[0] ?? '')
    const event = {
      lock: 'select from usage_events where customer_id = $1 and id = $2 for update',
      values: [customerId, ids[1]],
    }
    at = new Date(AFTER)
    const { both } = await whileLocked(t.database.pool, event, async () => {
      const both = [settle(), settle()]
      await untilWaiting(t.database.pool, 2)
      return { both }
    })
    await Promise.all(both)
    for (const [index, id] of ids.entries()) {
      expect(await corrections(id)).toEqual([['settlement', index + 1]])
    }
    await isBalanced()
  })

  test('that is killed in the middle leaves nothing half done, and is continued', async () => {
    const ids: string[] = []
    for (const quantity of [1, 2]) ids.push(await given({ quantity }))
    const { customerId } = await read(ids[0] ?? '')
    const sums = {
      lock: 'lock table usage_days in share row exclusive mode',
      values: [],
    }
    at = new Date(AFTER)
    const { killed } = await whileLocked(t.database.pool, sums, async () => {
      const killed = settle()
      await untilWaiting(t.database.pool, 1)
      await t.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return { killed: [killed] }
    })
    await Promise.all(killed)
    expect(await stored(ids[0] ?? '')).toMatchObject({ provisional: 1, listed: 1 })
    expect(customerId).toBeDefined()
    await isBalanced()
    await settle()
    for (const [index, id] of ids.entries()) {
      expect(await corrections(id)).toEqual([['settlement', index + 1]])
    }
    await isBalanced()
  })

  test('settles more outcomes of a customer than fit in one transaction', async () => {
    const records = times(600, () => record())
    for (let from = 0; from < records.length; from += 100) {
      await must(api.record(...records.slice(from, from + 100)))
    }
    await settle(AFTER)
    const { rows } = await t.database.pool.query(
      `select (select count(*)::int from provisional_outcomes where organization_id = $1) as open,
         (select count(*)::int from event_corrections where organization_id = $1) as settled`,
      [organization.id],
    )
    expect(rows).toEqual([{ open: 0, settled: 600 }])
    await isBalanced()
  })
})

describe('while it is provisional', () => {
  test('a rejection takes its units out of the window, and the rest settles', async () => {
    const id = await given({ quantity: 5 })
    await reject(id, 2)
    expect(await read(id)).toMatchObject({ rejectedQuantity: '2', provisionalQuantity: '3' })
    expect(await stored(id)).toEqual({ notBilled: 5, provisional: 3, inDays: 5, listed: 3 })
    await isBalanced()
    await settle(AFTER)
    expect(await stored(id)).toEqual({ notBilled: 2, provisional: null, inDays: 2, listed: null })
    expect(await corrections(id)).toEqual([
      ['settlement', 2],
      ['rejection', -2],
      ['settlement', 3],
    ])
    await isBalanced()
  })

  test('a rejection of all units is withdrawn into the window', async () => {
    const id = await given({ quantity: 5 })
    await reject(id)
    expect(await read(id)).toMatchObject({ rejectedQuantity: '5', provisionalQuantity: '0' })
    await withdraw(id)
    expect(await read(id)).toMatchObject({ rejectedQuantity: '0', provisionalQuantity: '5' })
    expect(await stored(id)).toEqual({ notBilled: 5, provisional: 5, inDays: 5, listed: 5 })
    await reject(id)
    await isBalanced()
    await settle(AFTER)
    expect(await stored(id)).toEqual({ notBilled: 5, provisional: null, inDays: 5, listed: null })
    await withdraw(id)
    expect(await stored(id)).toMatchObject({ notBilled: 0, inDays: 0 })
    await isBalanced()
  })

  test('a run is rejected, and a part of more units than are left is refused', async () => {
    const id = await given({ quantity: 2, runId: 'run-1' })
    const more = await api.post(`/v1/events/${id}/rejection`, { reason: 'No', quantity: 3 })
    expect(more).toMatchObject({ status: 409, body: { message: 'Only 2 units are billed' } })
    const { results } = await must(api.post('/v1/runs/run-1/rejection', { reason: 'Reopened' }))
    expect(results).toMatchObject([{ quantity: '2' }])
    const run = await must(api.get('/v1/runs/run-1'))
    expect(run.events).toMatchObject([{ rejectedQuantity: '2', provisionalQuantity: '0' }])
    expect((await api.post('/v1/runs/run-1/rejection', { reason: 'Again' })).status).toBe(409)
  })

  test('an amendment changes the provisional units, and a void ends the window', async () => {
    const id = await given({ quantity: 5 })
    await must(api.post(`/v1/events/${id}/amend`, { quantity: 8 }))
    expect(await stored(id)).toEqual({ notBilled: 8, provisional: 8, inDays: 8, listed: 8 })
    await reject(id, 2)
    await must(api.post(`/v1/events/${id}/amend`, { quantity: 3 }))
    expect(await read(id)).toMatchObject({ rejectedQuantity: '2', provisionalQuantity: '1' })
    expect((await api.post(`/v1/events/${id}/amend`, { quantity: 1 })).status).toBe(409)
    expect((await api.post(`/v1/events/${id}/void`, {})).status).toBe(409)
    await isBalanced()
    await withdraw(id)
    await must(api.post(`/v1/events/${id}/void`, {}))
    expect(await stored(id)).toEqual({ notBilled: 0, provisional: null, inDays: 0, listed: null })
    await isBalanced()
    await settle(AFTER)
    expect(await stored(id)).toMatchObject({ notBilled: 0, inDays: 0 })
    await isBalanced()
  })

  test('an amendment to no unit and back keeps the window', async () => {
    const id = await given({ quantity: 5 })
    await must(api.post(`/v1/events/${id}/amend`, { quantity: 0 }))
    expect(await stored(id)).toMatchObject({ notBilled: 0, provisional: 0, inDays: 0, listed: 0 })
    await must(api.post(`/v1/events/${id}/amend`, { quantity: 4 }))
    expect(await stored(id)).toMatchObject({ notBilled: 4, provisional: 4, inDays: 4, listed: 4 })
    await settle(AFTER)
    expect(await stored(id)).toMatchObject({ notBilled: 0, inDays: 0 })
    await isBalanced()
  })

  const ORDERS = ['rejection', 'settlement'] as const
  test.each(ORDERS)('a rejection and its settlement at once: the %s first', async (first) => {
    const id = await given({ quantity: 5 })
    const { customerId } = await read(id)
    at = new Date(AFTER)
    const event = {
      lock: 'select from usage_events where customer_id = $1 and id = $2 for update',
      values: [customerId, id],
    }
    const { both } = await whileLocked(t.database.pool, event, async () => {
      const begin = { rejection: () => reject(id, 2), settlement: () => settle() }
      const one = begin[first]()
      await untilWaiting(t.database.pool, 1)
      const other = first === 'rejection' ? begin.settlement() : begin.rejection()
      await untilWaiting(t.database.pool, 2)
      return { both: [one, other] }
    })
    await Promise.all(both)
    expect(await stored(id)).toEqual({ notBilled: 2, provisional: null, inDays: 2, listed: null })
    expect(await corrections(id)).toEqual(
      first === 'rejection'
        ? [
            ['settlement', 2],
            ['rejection', -2],
            ['settlement', 3],
          ]
        : [
            ['settlement', 5],
            ['rejection', -2],
          ],
    )
    await isBalanced()
  })
})
