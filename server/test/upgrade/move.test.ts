import { expect, onTestFinished, test } from 'vitest'
import { moveEvents } from '../../src/features/usage/move/move-events.ts'
import { countUnmovedEvents, isMoveOpen } from '../../src/features/usage/move/unmoved-events.ts'
import { rebuildRollups } from '../../src/features/usage/rebuild-rollups.ts'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { type Api, must } from '../support/app.ts'
import { createEmptyDatabase } from '../support/database.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { type Event, listEvents, llm } from '../support/usage.ts'
import { copyEvents } from './copies.ts'
import { backupOf } from './fixtures.ts'
import { openWorld } from './world.ts'

/** Of each event that the version before has recorded. */
const COPIES = 30

const leaveAsItWas = async () => undefined

const byId = (events: readonly Event[]) => new Map(events.map((event) => [event.id, event]))

type Kept = { id: string; payload: string; key: string | null }

test('a filled database is moved under load, and each event, record and key is what it was', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  await restoreBackup(database, backupOf('0027'), leaveAsItWas)
  await copyEvents(database.pool, COPIES)
  const { rows: kept } = await database.pool.query<Kept>(
    `select events.id, records.payload::text as payload, keys.idempotency_key as key
     from usage_events events
     join raw_usage_events records
       on records.customer_id = events.customer_id and records.id = raw_event_id
     left join usage_idempotency_keys keys
       on keys.customer_id = events.customer_id and keys.event_id = events.id`,
  )
  await migrate(database.db)
  const { t, api, close } = await openWorld(database)
  onTestFinished(close)
  const { db, log } = t.dependencies
  const { rows: organizations } = await database.pool.query('select id from organizations')
  for (const { id: organizationId } of organizations) {
    await rebuildRollups(db, { organizationId, customerId: undefined })
  }
  const before = byId(await listEvents(api))
  expect(before.size).toBeGreaterThan(3_000)
  expect(await countUnmovedEvents(db)).toBe(kept.length)

  const work = workOn(api, kept)
  await moveEvents({ db, log })
  expect(await work.end()).toBeGreaterThan(5)

  expect(await isMoveOpen(db)).toBe(false)
  const after = byId(await listEvents(api))
  for (const [id, event] of before) expect(after.get(id)).toEqual(event)
  await expectRollupsToMatchEvents(database.pool)
  const { rows: moved } = await database.pool.query<Kept>(
    `select id, payload, case when idempotency_hash is not null
       then payload::json ->> 'idempotencyKey' end as key from usage_events`,
  )
  const movedById = new Map(moved.map((row) => [row.id, row]))
  for (const one of kept) expect(movedById.get(one.id)).toEqual(one)
}, 120_000)

/** New work, repeats of what was recorded long ago, and lists, until it is ended. Says how many rounds. */
function workOn(api: Api, kept: readonly Kept[]) {
  const keyed = kept.filter(({ key }) => key !== null)
  let isOver = false
  const rounds = async () => {
    let round = 0
    for (; !isOver; round += 1) {
      const fresh = llm({ customerExternalId: `new-${round % 5}`, idempotencyKey: `new-${round}` })
      await must(api.record(fresh))
      const old = keyed[(round * 37) % keyed.length]
      if (!old) throw new Error('no event of before has a key')
      const { body } = await api.record(JSON.parse(old.payload) as Fields)
      const [entry] = [...body.results.success, ...body.results.failed]
      expect(entry).toMatchObject({ eventId: old.id, duplicate: true })
      await must(api.get(`/v1/events/${old.id}`))
      await must(api.get(`/v1/events?limit=20&page=${1 + (round % 20)}`))
    }
    return round
  }
  const working = rounds()
  return {
    end: () => {
      isOver = true
      return working
    },
  }
}
