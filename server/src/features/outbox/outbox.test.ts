import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useTestApp } from '../../../test/support/use-app.ts'
import { eventually } from '../../../test/support/waiting.ts'
import { newId } from '../../platform/id.ts'
import { consume, LEASE_MS } from './consume.ts'
import { type Handler, type Handlers, oneByOne } from './consumers.ts'
import type { NewEvent, OutboxEvent } from './event.ts'
import { runOutboxLanes } from './lanes.ts'
import { publishEvent } from './outbox.ts'
import { pruneOutbox } from './prune.ts'
import { claimTasks } from './queries.ts'

const at = new Date('2026-03-10T12:00:00Z')
const times = { now: at, businessNow: at }
const later = (ms: number) => new Date(at.getTime() + ms)
const t = useTestApp({ now: () => at })
// Statistics of a nearly empty table would choose the plan of a later claim.
beforeAll(() => t.database.pool.query('alter table outbox_tasks set (autovacuum_enabled = false)'))
beforeEach(() => t.database.pool.query('truncate outbox_events, outbox_tasks'))

const paid = (id = newId()): NewEvent => {
  const { id: organizationId } = t.organization
  return { type: 'invoice.paid', organizationId, customerId: newId(), id }
}
const happen = (...events: NewEvent[]) =>
  t.dependencies.db.transaction().execute(async (tx) => {
    for (const event of events) await publishEvent(tx, event, times)
  })
const nothing = oneByOne(async () => undefined)
const NOBODY: Handlers = {
  'payment-pages': nothing,
  'invoice-mails': nothing,
  'account-links': nothing,
  'credit-mails': nothing,
  collections: nothing,
  notices: nothing,
  receipts: nothing,
  announcements: nothing,
}
type HandleOne = (event: OutboxEvent) => Promise<void>
const runHandler = (receipts: Handler, now = at) =>
  consume(t.dependencies, { ...NOBODY, receipts }, { consumer: 'receipts', now })
const run = (handle: HandleOne, now = at) => runHandler(oneByOne(handle), now)
const count = async (table: string) => {
  // Every public event also has a task of the announcements.
  const some = table === 'outbox_tasks' ? `where consumer <> 'announcements'` : ''
  const { rows } = await t.database.pool.query(
    `select count(*)::int as count from ${table} ${some}`,
  )
  return rows[0].count
}

test('an event exists, with its data and both times, exactly if its change is committed', async () => {
  const event = { ...paid(), data: { isThankedFor: true } }
  const undone = t.dependencies.db.transaction().execute(async (tx) => {
    await publishEvent(tx, event, times)
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  expect([await count('outbox_events'), await count('outbox_tasks')]).toEqual([0, 0])
  const businessNow = new Date('2027-01-01T00:00:00Z')
  await t.dependencies.db
    .transaction()
    .execute((tx) => publishEvent(tx, event, { now: at, businessNow }))
  const heard: OutboxEvent[] = []
  await run(async (one) => void heard.push(one))
  expect(heard).toMatchObject([{ ...event, happenedAt: businessNow }])
  expect([await count('outbox_events'), await count('outbox_tasks')]).toEqual([1, 0])
})

test('two concurrent processes handle each event once', async () => {
  const events = Array.from({ length: 40 }, () => paid())
  await happen(...events)
  const heard: string[] = []
  const hear: HandleOne = async ({ id }) => void heard.push(id)
  const done = await Promise.all([run(hear), run(hear)])
  expect(heard.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
  expect(done.reduce((sum, one) => sum + one)).toBe(events.length)
})

test('a failed event is retried, and only later events of the same object wait for it', async () => {
  const [first, other] = [paid(), paid()]
  await happen(first, paid(first.id), other)
  const heard: string[] = []
  const failing: HandleOne = async ({ id }) => {
    if (id === first.id) throw new Error('not now')
    heard.push(id)
  }
  await run(failing)
  await run(failing)
  expect(heard).toEqual([other.id])
  await run(failing, later(61_000))
  const hear: HandleOne = async ({ id }) => void heard.push(id)
  await run(hear, later(100_000))
  expect(heard, 'it waits longer each time').toEqual([other.id])
  await run(hear, later(300_000))
  expect(heard).toEqual([other.id, first.id, first.id])
})

test('an event about an object of the catalog waits only for those of its organization', async () => {
  const id = newId()
  const other = { ...paid(id), organizationId: newId() }
  await happen(paid(id), other, paid(id))
  const heard: string[] = []
  await run(async ({ organizationId }) => {
    heard.push(organizationId)
    if (organizationId === t.organization.id) throw new Error('not now')
  })
  expect(heard.sort()).toEqual([t.organization.id, other.organizationId].sort())
})

test('a consumer of batches gets several events in one call, up to its limit', async () => {
  // On a cluster, one call receives the events of one shard.
  const { customerId } = paid()
  const events = Array.from({ length: 7 }, () => ({ ...paid(), customerId }))
  await happen(...events)
  const heard: OutboxEvent[][] = []
  const handle = async (some: readonly OutboxEvent[]) => void heard.push([...some])
  expect(await runHandler({ batchSize: 3, handle })).toBe(7)
  expect(heard.map(({ length }) => length).toSorted()).toEqual([1, 3, 3])
  expect(new Set(heard.flat().map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)))
})

test('if one event of a batch fails, the others are still handled', async () => {
  const events = Array.from({ length: 5 }, () => paid())
  const failing = events[2]?.id
  await happen(...events)
  const done: string[] = []
  const handle = async (some: readonly OutboxEvent[]) => {
    if (some.some(({ id }) => id === failing)) throw new Error('not now')
    done.push(...some.map(({ id }) => id))
  }
  expect(await runHandler({ batchSize: 5, handle })).toBe(4)
  expect(done).toHaveLength(4)
  expect(await count('outbox_tasks')).toBe(1)
  await run(async ({ id }) => void done.push(id), later(61_000))
  expect(done.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
})

test('tasks of a dead process are claimed again once their lease has expired', async () => {
  const event = paid()
  await happen(event)
  const started = Promise.withResolvers<void>()
  void run(() => {
    started.resolve()
    return new Promise(() => undefined)
  })
  await started.promise
  const heard: string[] = []
  const hear: HandleOne = async ({ id }) => void heard.push(id)
  await run(hear, later(LEASE_MS - 1))
  expect(heard).toEqual([])
  await run(hear, later(LEASE_MS))
  expect(heard).toEqual([event.id])
})

test('a lane is notified of an event as soon as it is committed, even while another consumer waits', async () => {
  const stopping = new AbortController()
  const heard: string[] = []
  const handlers: Handlers = {
    ...NOBODY,
    'payment-pages': oneByOne(() => new Promise(() => undefined)),
    notices: oneByOne(async ({ id }) => void heard.push(id)),
  }
  void runOutboxLanes(t.dependencies, handlers, stopping.signal)
  const event: NewEvent = { ...paid(), type: 'payment.succeeded' }
  await happen(event)
  await eventually(() => expect(heard).toEqual([event.id]))
  stopping.abort()
})

test('a claim reads few index entries for each waiting task, even before PostgreSQL has analyzed the table', async () => {
  const { pool } = t.database
  const tasks = 3_000
  await pool.query(
    `insert into outbox_tasks
       (consumer, event_id, organization_id, object_id, attempts, next_attempt_at, created_at)
     select 'receipts', gen_random_uuid(), $1, gen_random_uuid(), 0, $2, $2
     from generate_series(1, $3::int)`,
    [t.organization.id, at, tasks],
  )
  const read = await t.dependencies.db.transaction().execute(async (tx) => {
    const ofOne = { consumer: 'receipts', organizationId: t.organization.id } as const
    await claimTasks(tx, ofOne, { leaseEnd: later(LEASE_MS), now: at, limit: 16 })
    const { rows } = await sql<{ entries: number }>`
      select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as entries
      from pg_index where indrelid = 'outbox_tasks'::regclass`.execute(tx)
    return rows[0]?.entries
  })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(3 * tasks)
})

test('events are deleted after a week, unless a consumer still has to handle them', async () => {
  const [open, done] = [paid(), paid()]
  await happen(open, done)
  await run(async ({ id }) => {
    if (id === open.id) throw new Error('not now')
  })
  await t.database.pool.query(`delete from outbox_tasks where consumer = 'announcements'`)
  const week = 7 * 86_400_000
  await pruneOutbox(t.dependencies.db, later(week))
  expect(await count('outbox_events')).toBe(2)
  await pruneOutbox(t.dependencies.db, later(week + 1))
  const { rows } = await t.database.pool.query('select object_id as id from outbox_events')
  expect(rows).toEqual([{ id: open.id }])
})
