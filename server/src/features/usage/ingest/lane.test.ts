import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { decimal } from '../../../domain/money.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import { createLog } from '../../../platform/log.ts'
import { idempotencyHash } from '../idempotency-hash.ts'
import type { EventCost, EventRow } from './event-row.ts'
import { createLane, type LaneDeps } from './lane.ts'

let database: TestDatabase
/** Opened with the same settings as for ingestion in the service. */
let pipelined: Database
beforeAll(async () => {
  database = await createTestDatabase()
  pipelined = openDatabase({
    url: database.url,
    poolSize: 5,
    onIdleError: () => undefined,
  })
})
afterAll(async () => {
  await pipelined.close()
  await database.close()
})

const organizationId = newId()

function row(fields: Partial<EventRow> = {}): EventRow {
  const now = Date.UTC(2026, 0, 31, 12)
  return {
    id: newId(),
    organizationId,
    customerId: newId(),
    agentId: newId(),
    signalId: newId(),
    runId: null,
    usageDate: now,
    quantity: 1,
    payload: '{}',
    settlesAt: null,
    receivedAt: now,
    idempotencyKey: null,
    keepsHold: false,
    cost: {
      status: 'PROCESSED',
      usageCost: decimal('0.5'),
      prices: '',
      services: [],
      uncosted: [],
    },
    ...fields,
  }
}

function lane(pool: Pool = pipelined.pool, fields: Partial<LaneDeps> = {}) {
  return createLane({
    pool,
    log: createLog('silent'),
    costRows: async (rows) => rows.map(({ cost }) => cost),
    hasHolds: () => false,
    onCommit: () => undefined,
    onStored: () => undefined,
    unreachableForMs: 1_000,
    ...fields,
  })
}

async function countStored(...ids: string[]): Promise<number> {
  const { rows } = await database.pool.query(
    'select count(*)::int as count from usage_events where id = any($1::uuid[])',
    [ids],
  )
  return rows[0].count
}

/** Returns a pool that runs a function around the COMMIT of its next transaction. */
function poolWithCommit(onCommit: (client: PoolClient) => Promise<void>): Pool {
  let isArmed = true
  return new Proxy(pipelined.pool, {
    get(pool, name) {
      if (name !== 'connect') return Reflect.get(pool, name).bind(pool)
      return async () => {
        const client = await pool.connect()
        return new Proxy(client, {
          get(target, member) {
            const value = Reflect.get(target, member)
            if (member !== 'query') return typeof value === 'function' ? value.bind(target) : value
            return (...query: [string]) => {
              if (query[0] !== 'commit' || !isArmed) return value.apply(target, query)
              isArmed = false
              return onCommit(target).then(() => {
                throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
              })
            }
          },
        })
      }
    },
  })
}

function poolWithoutConnections(code: string): Pool {
  return new Proxy(pipelined.pool, {
    get(target, name) {
      if (name !== 'connect') return Reflect.get(target, name)
      return () => Promise.reject(Object.assign(new Error('no'), { code }))
    },
  })
}

test('a row whose model was mapped concurrently is stored with its cost, and the given row stays unchanged', async () => {
  const model = { provider: 'in-house', model: 'triage' }
  await database.pool.query(
    `insert into organizations (id, name, slug, created_at, updated_at)
     values ($1, 'Acme', 'acme', now(), now())`,
    [organizationId],
  )
  await database.pool.query(
    `insert into cost_model_mappings
       (id, organization_id, source_provider, source_model, catalog_entry_id, created_at, updated_at)
     select $1, $1, $2, $3, id, now(), now() from catalog_entries limit 1`,
    [organizationId, model.provider, model.model],
  )
  const costed = row().cost
  const uncosted: EventCost = {
    ...costed,
    status: 'NEEDS_COST_BACKFILL',
    usageCost: null,
    prices: null,
    uncosted: [{ ...model, reason: 'unknown_model', explanation: '', priced: null }],
  }
  const mapped = row({ cost: uncosted })
  const other = row({ cost: { ...uncosted, uncosted: [] } })
  const costRows = vi.fn(async () => [costed])
  const outcomes = await lane(pipelined.pool, { costRows }).write([other, mapped])
  expect(outcomes).toEqual([
    { kind: 'stored', cost: other.cost },
    { kind: 'stored', cost: costed },
  ])
  expect(mapped.cost).toBe(uncosted)
  const { rows } = await database.pool.query(
    'select usage_cost::text, event_processed, prices from usage_events where id = $1',
    [mapped.id],
  )
  expect(rows).toEqual([{ usage_cost: '0.5', event_processed: null, prices: '' }])
})

describe('a row that the database rejects', () => {
  test('fails alone, and the other rows are stored', async () => {
    const good = [row(), row(), row()]
    const bad = row({ agentId: 'not an id' })
    const outcomes = await lane().write([...good.slice(0, 1), bad, ...good.slice(1)])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['stored', 'refused', 'stored', 'stored'])
    expect(await countStored(...good.map(({ id }) => id))).toBe(3)
  })

  test('does not fail the rows of other requests in the same commit', async () => {
    const shared = lane()
    const first = shared.write([row()])
    const [, good, bad] = await Promise.all([
      first,
      shared.write([row()]),
      shared.write([row({ agentId: 'not an id' })]),
    ])
    expect(good.map(({ kind }) => kind)).toEqual(['stored'])
    expect(bad.map(({ kind }) => kind)).toEqual(['refused'])
  })
})

describe('when the response to COMMIT is lost', () => {
  test('rows that were committed are stored once', async () => {
    const pool = poolWithCommit(async (client) => {
      await client.query('commit')
    })
    const event = row()
    const outcomes = await lane(pool).write([event])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['stored'])
    expect(await countStored(event.id)).toBe(1)
  })

  test('rows that were not committed are written again, and stored once', async () => {
    const pool = poolWithCommit(async (client) => {
      await client.query('rollback')
    })
    const event = row()
    const outcomes = await lane(pool).write([event])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['stored'])
    expect(await countStored(event.id)).toBe(1)
  })
})

test.each(['ECONNREFUSED', 'EHOSTUNREACH'])(
  'while the database cannot be reached (%s), rows are unavailable and not refused',
  async (code) => {
    const pool = poolWithoutConnections(code)
    const outcomes = await lane(pool).write([row(), row()])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable'])
  },
)

test('after a failed wait each batch tries the node once, until it is back', async () => {
  let [isAway, tries] = [true, 0]
  const pool = new Proxy(pipelined.pool, {
    get(target, name) {
      if (name !== 'connect') return Reflect.get(target, name).bind(target)
      return () => {
        tries += 1
        const lost = Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
        return isAway ? Promise.reject(lost) : target.connect()
      }
    },
  })
  const ofNode = lane(pool, { isOfNode: true })
  const triesOf = async (...expected: string[]) => {
    tries = 0
    expect((await ofNode.write([row()])).map(({ kind }) => kind)).toEqual(expected)
    return tries
  }
  expect(await triesOf('unavailable')).toBeGreaterThan(1)
  expect(await triesOf('unavailable')).toBe(1)
  isAway = false
  expect(await triesOf('stored')).toBe(1)
  // The node is back, so the lane waits for it again.
  isAway = true
  expect(await triesOf('unavailable')).toBeGreaterThan(1)
})

test('a lane that queried the outcome of its last batch does not consider its node unavailable', async () => {
  const one = lane(poolWithCommit(async (client) => void (await client.query('commit'))))
  expect((await one.write([row()])).map(({ kind }) => kind)).toEqual(['stored'])
  const next = one.write([row()])
  const isTakenToBeAway = one.isRetrying()
  expect((await next).map(({ kind }) => kind)).toEqual(['stored'])
  expect(isTakenToBeAway).toBe(false)
})

test('rows are not stored because another transaction got the same id after a crash', async () => {
  // Simulates a crash before the id was on disk: the id is reused by a committed transaction.
  const committing = poolWithCommit(async (client) => {
    await client.query('rollback')
  })
  const pool = new Proxy(committing, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name)
      return (text: string, values: unknown[]) =>
        text.includes('pg_xact_status')
          ? Promise.resolve({ rows: [{ status: 'committed' }] })
          : database.pool.query(text, values)
    },
  })
  const event = row()
  const outcomes = await lane(pool).write([event])
  expect(outcomes.map(({ kind }) => kind)).toEqual(['stored'])
  expect(await countStored(event.id)).toBe(1)
})

test('rows of a lost COMMIT are unknown, never refused, when its outcome cannot be queried', async () => {
  const committing = poolWithCommit(async (client) => {
    await client.query('commit')
  })
  const pool = new Proxy(committing, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name)
      return () => Promise.reject(Object.assign(new Error('no'), { code: '28P01' }))
    },
  })
  const event = row()
  const outcomes = await lane(pool).write([event])
  expect(outcomes.map(({ kind }) => kind)).toEqual(['unknown'])
  expect(await countStored(event.id)).toBe(1)
})

test('a row locked by another process delays other rows no longer than the lock timeout', async () => {
  const held = row({ idempotencyKey: 'held' })
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query(
    `insert into usage_events (customer_id, usage_date, id, organization_id, agent_id, signal_id,
       quantity, usage_cost, created_at, idempotency_hash, prices, payload)
     values ($1, now(), $2, $3, $3, $3, 1, 0, now(), $4, '', '{}')`,
    [held.customerId, newId(), organizationId, idempotencyHash('held')],
  )
  const outcomes = await lane().write([held])
  await holder.query('rollback')
  holder.release()
  expect(outcomes.map(({ kind }) => kind)).toEqual(['unavailable'])
})

test('two processes that use the same keys at once, in any order, store each once', async () => {
  const customerId = newId()
  const keys = Array.from({ length: 50 }, (_, n) => `at-once-${n}`)
  const rowsOf = (names: string[]) =>
    names.map((idempotencyKey) => row({ customerId, idempotencyKey }))
  const given = [rowsOf(keys), rowsOf(keys.toReversed()), rowsOf(keys)]
  const outcomes = await Promise.all(
    given.map((rows) => lane(pipelined.pool, { unreachableForMs: 20_000 }).write(rows)),
  )
  const kinds = Map.groupBy(outcomes.flat(), ({ kind }) => kind)
  expect(kinds.get('stored')).toHaveLength(50)
  expect(kinds.get('duplicate')).toHaveLength(100)
  const { rows } = await database.pool.query(
    'select count(*)::int as count from usage_events where customer_id = $1',
    [customerId],
  )
  expect(rows).toEqual([{ count: 50 }])
})

test('rows that waited too long during an outage are not written, and may be sent again', async () => {
  const opened = Promise.withResolvers<PoolClient>()
  const slow = new Proxy(pipelined.pool, {
    get: (pool, name) =>
      name === 'connect' ? () => opened.promise : Reflect.get(pool, name).bind(pool),
  })
  const one = lane(slow)
  const first = one.write([row()])
  const late = row()
  const second = one.write([late])
  expect(one.busyForMs()).toBeLessThan(10_000)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now + 20_000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(one.busyForMs()).toBeGreaterThan(15_000)
  opened.resolve(await pipelined.pool.connect())
  expect((await first).map(({ kind }) => kind)).toEqual(['stored'])
  expect((await second).map(({ kind }) => kind)).toEqual(['unavailable'])
  expect(await countStored(late.id)).toBe(0)
  expect(one.busyForMs()).toBe(0)
})

test('a lane is not quick when its last batch waited or when it is idle', async () => {
  let clock = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  onTestFinished(() => void vi.restoreAllMocks())
  let opened = Promise.withResolvers<PoolClient>()
  const pool = new Proxy(pipelined.pool, {
    get: (target, name) =>
      name === 'connect' ? () => opened.promise : Reflect.get(target, name).bind(target),
  })
  const one = lane(pool)
  expect(one.isQuickFor(0)).toBe(false)
  const writeFor = async (milliseconds: number) => {
    opened = Promise.withResolvers()
    const written = one.write([row()])
    clock += milliseconds
    const whileBusy = one.isQuickFor(0)
    opened.resolve(await pipelined.pool.connect())
    await written
    return whileBusy
  }
  await writeFor(100)
  expect(one.isQuickFor(60_000)).toBe(true)
  expect(await writeFor(5_000)).toBe(false)
  expect(one.isQuickFor(0)).toBe(false)
  await writeFor(100)
  expect([one.isQuickFor(50), one.isQuickFor(5_000)]).toEqual([true, false])
  clock += 2_000
  expect(one.isQuickFor(0)).toBe(false)
})

test('rollups of two lanes that write the same customer at once add up', async () => {
  const customer = { customerId: newId(), agentId: newId(), signalId: newId() }
  const lanes = [lane(), lane(), lane()]
  await Promise.all(
    lanes.flatMap((one) =>
      Array.from({ length: 20 }, () => one.write([row(customer), row(customer)])),
    ),
  )
  const { rows } = await database.pool.query(
    'select event_count::int, cost::text from usage_rollups where customer_id = $1',
    [customer.customerId],
  )
  expect(rows).toEqual([{ event_count: 120, cost: '60' }])
})

test('a lane adds to the sums of an organization while another has not committed yet', async () => {
  const work = { organizationId: newId(), agentId: newId(), signalId: newId() }
  const written = Promise.withResolvers<void>()
  const others = Promise.withResolvers<void>()
  const slow = poolWithCommit(async (client) => {
    written.resolve()
    await others.promise
    await client.query('commit')
  })
  const first = lane(slow).write([row(work)])
  await written.promise
  expect(await lane().write([row(work)])).toMatchObject([{ kind: 'stored' }])
  others.resolve()
  expect(await first).toMatchObject([{ kind: 'stored' }])
  const { rows } = await database.pool.query(
    `select count(*)::int as slots, sum(event_count)::int as events, sum(cost)::text as cost
     from organization_days where organization_id = $1`,
    [work.organizationId],
  )
  expect(rows).toEqual([{ slots: 2, events: 2, cost: '1.0' }])
})
