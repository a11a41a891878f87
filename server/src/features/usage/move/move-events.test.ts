import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Api, must } from '../../../../test/support/app.ts'
import { createEmptyDatabase } from '../../../../test/support/database.ts'
import { storeAsBefore } from '../../../../test/support/events-of-before.ts'
import type { Fields } from '../../../../test/support/given.ts'
import {
  expectRollupsToAddUp,
  expectRollupsToMatchEvents,
} from '../../../../test/support/invariants.ts'
import { onOneServer } from '../../../../test/support/on-one-server.ts'
import {
  type Event,
  listEvents,
  llm,
  multi,
  sms,
  times,
  unknownModel,
} from '../../../../test/support/usage.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { untilWaiting } from '../../../../test/support/waiting.ts'
import { restoreBackup } from '../../../platform/backup/restore-backup.ts'
import { writeBackup } from '../../../platform/backup/write-backup.ts'
import { createLog } from '../../../platform/log.ts'
import { completeEvents } from '../../events/complete-events.ts'
import { listEvents as listEventRows } from '../../events/queries.ts'
import { moveEvents } from './move-events.ts'
import { countUnmovedEvents, isMoveOpen } from './unmoved-events.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })

const log = createLog('silent')
const move = (signal?: AbortSignal) => moveEvents({ db: t.dependencies.db, log }, signal)

const gemini = { model: 'gemini-2.5-pro', modelProvider: 'google', outputTokens: 10 }
const openai = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 40 }

/** Records of every kind, the n-th time. */
const records = (n: number): Fields[] => [
  llm({ idempotencyKey: `plain-${n}`, metadata: { note: `ünï\u2028code "${n}"`, nested: [null] } }),
  llm({ cacheReadTokens: 400, cacheWriteTokens: 30, quantity: 7, runId: `run-${n}` }),
  llm({ model: '  GPT-4o ', inputTokens: 0, metadata: null }),
  sms({ quantity: n, customerExternalId: `customer-${n % 3}` }),
  multi([openai, { ...openai, quantity: null, outputTokens: 3 }], { idempotencyKey: `same-${n}` }),
  // One below and one above the limit of a long context, so that the model has two rates.
  multi([
    { ...gemini, inputTokens: 1_000 },
    { ...gemini, inputTokens: 300_000 },
    { ...gemini, inputTokens: 300_000, quantity: 3 },
  ]),
  multi([openai, { model: 'house-model', modelProvider: 'in-house', inputTokens: 9, quantity: 4 }]),
  unknownModel({ idempotencyKey: `unknown-${n}` }),
]

async function record(api: Api, count: number, first = 0): Promise<void> {
  const all = times(count, (n) => records(first + n)).flat()
  while (all.length > 0) await must(api.record(...all.splice(0, 100)))
}

const byId = (events: readonly Event[]) => new Map(events.map((event) => [event.id, event]))

test('every event answers the same before it is moved and afterwards, while work goes on', async () => {
  await record(t.api, 60)
  const before = byId(await listEvents(t.api))
  await storeAsBefore(t.database.pool)
  expect(await countUnmovedEvents(t.dependencies.db)).toBe(before.size)
  expect(byId(await listEvents(t.api))).toEqual(before)
  await expectRollupsToMatchEvents(t.database.pool)

  let isMoving = true
  const load = async () => {
    for (let n = 1_000; isMoving; n += 1) {
      await record(t.api, 1, n)
      const { body } = await t.api.record(llm({ ...records(n % 60)[0] }))
      expect(body.results.success[0]).toMatchObject({ duplicate: true })
      expect(await listEvents(t.api, '&runId=run-7')).toHaveLength(1)
    }
  }
  const loading = load()
  await move()
  isMoving = false
  await loading

  const after = byId(await listEvents(t.api))
  for (const [id, event] of before) expect(after.get(id)).toEqual(event)
  expect(await isMoveOpen(t.dependencies.db)).toBe(false)
  const { rows } = await t.database.pool.query(
    `select count(*)::int from raw_usage_events union all
     select count(*)::int from usage_idempotency_keys union all
     select count(*)::int from usage_events where kept_metadata is not null`,
  )
  expect(rows).toEqual([{ count: 0 }, { count: 0 }, { count: 0 }])
})

test('costs that do not follow from the prices are kept as they are', async () => {
  const { rows } = await t.database.pool.query(
    `select payload::json -> 'services' -> 2 is not null as "hasTwoRates", count(*)::int
     from usage_events where kept_cost_data is not null and kept_services is not null group by 1`,
  )
  expect(rows).toEqual([{ hasTwoRates: true, count: 60 }])
})

test('an interrupted move goes on where it was', async () => {
  await record(t.api, 80, 2_000)
  const before = byId(await listEvents(t.api))
  await storeAsBefore(t.database.pool)
  const holder = await t.database.pool.connect()
  await holder.query('begin')
  const { rows: last } = await holder.query(
    'select customer_id, id from usage_events where payload is null order by id desc limit 1',
  )
  const { rows: held } = await holder.query(
    'select id from usage_events where customer_id = $1 and id = $2 for update',
    [last[0].customer_id, last[0].id],
  )
  await expect(move()).rejects.toMatchObject({ code: '55P03' })
  const left = await countUnmovedEvents(t.dependencies.db)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(before.size)
  expect(byId(await listEvents(t.api))).toEqual(before)
  await holder.query('rollback')
  holder.release()
  expect(held).toHaveLength(1)
  const stopped = AbortSignal.abort()
  await move(stopped)
  expect(await countUnmovedEvents(t.dependencies.db)).toBe(left)
  await move()
  expect(await isMoveOpen(t.dependencies.db)).toBe(false)
  expect(byId(await listEvents(t.api))).toEqual(before)
})

test('an event of before whose model is mapped meanwhile has its cost, moved or not', async () => {
  await record(t.api, 2, 3_000)
  await storeAsBefore(t.database.pool)
  const source = { sourceModel: 'house-model', sourceProvider: 'in-house' }
  const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
  const [mapped] = await Promise.all([
    must(t.api.post('/v1/events/map-model', { ...source, ...target })),
    move(),
  ])
  expect(mapped.backfilled).toBeGreaterThan(0)
  const waiting = await listEvents(t.api, '&eventProcessed=NEEDS_COST_BACKFILL')
  expect(waiting).toEqual([])
  const before = byId(await listEvents(t.api))
  await move()
  expect(await isMoveOpen(t.dependencies.db)).toBe(false)
  expect(byId(await listEvents(t.api))).toEqual(before)
})

// A backup of a cluster is of no single moment: docs/scaling-out.md says to stop the service for it.
onOneServer('a backup that is made while the move ends has the record of every event', async () => {
  await record(t.api, 1, 5_000)
  const { pool, url } = t.database
  await storeAsBefore(pool)
  const file = join(await mkdtemp(join(tmpdir(), 'piecework-move-')), 'backup.gz')
  onTestFinished(() => rm(dirname(file), { recursive: true }))
  // It comes to this table before it comes to those of events.
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table coupons in access exclusive mode')
  const writing = writeBackup(url, file, new Date())
  await untilWaiting(pool, 1)
  await move()
  await holder.query('rollback')
  holder.release()
  await writing
  const restored = await createEmptyDatabase()
  onTestFinished(() => restored.close())
  await restoreBackup(restored, file)
  const { rows } = await restored.pool.query(
    `select count(*)::int as count from usage_events left join raw_usage_events records
       on records.customer_id = usage_events.customer_id and records.id = raw_event_id
     where coalesce(usage_events.payload, records.payload::text) is null`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('the move ends only when nobody reads what it empties any more', async () => {
  await record(t.api, 1, 6_000)
  await storeAsBefore(t.database.pool)
  const reader = await t.database.pool.connect()
  await reader.query('begin isolation level repeatable read, read only')
  await reader.query('lock table usage_events, raw_usage_events in access share mode')
  await move()
  expect(await countUnmovedEvents(t.dependencies.db)).toBe(0)
  expect(await isMoveOpen(t.dependencies.db)).toBe(true)
  await reader.query('rollback')
  reader.release()
  await move()
  expect(await isMoveOpen(t.dependencies.db)).toBe(false)
})

test('an event whose record is missing stays as it is, and nothing is thrown away', async () => {
  await record(t.api, 1, 4_000)
  await storeAsBefore(t.database.pool)
  const before = byId(await listEvents(t.api))
  const { rows } = await t.database.pool.query(
    `delete from raw_usage_events where id = (select id from raw_usage_events limit 1)
     returning customer_id, id, organization_id, received_at, payload::text`,
  )
  await move()
  expect(await countUnmovedEvents(t.dependencies.db)).toBe(1)
  // But for its key, which is in the record.
  const left = (await listEvents(t.api)).map((event) => ({ ...event, idempotencyKey: null }))
  const expected = [...before.values()].map((event) => ({ ...event, idempotencyKey: null }))
  expect(byId(left)).toEqual(byId(expected))
  await t.database.pool.query(
    'insert into raw_usage_events select $1, $2, $3, $4, $5::json',
    Object.values(rows[0]),
  )
  await move()
  expect(await isMoveOpen(t.dependencies.db)).toBe(false)
  expect(byId(await listEvents(t.api))).toEqual(before)
})

test('an event that is moved after its row was read is told with what its record says', async () => {
  const { db } = t.dependencies
  await record(t.api, 2, 7_000)
  await storeAsBefore(t.database.pool)
  const ofAll = {
    organizationId: t.organization.id,
    ...{ customerId: undefined, agentId: undefined, signalId: undefined, runId: undefined },
    eventProcessed: undefined,
  }
  const window = { start: 0, end: Date.now() + 1_000 }
  const rows = await listEventRows(db, ofAll, { ...window, offset: 0, limit: 10_000 })
  const told = await completeEvents(db, rows)
  expect(told.some(({ idempotencyKey }) => idempotencyKey === 'plain-7000')).toBe(true)
  await move()
  expect(await isMoveOpen(db)).toBe(false)
  expect(await completeEvents(db, rows)).toEqual(told)
})
