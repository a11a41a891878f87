import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { moveEvents } from '../../src/features/usage/move/move-events.ts'
import { isMoveOpen } from '../../src/features/usage/move/unmoved-events.ts'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { writeBackup } from '../../src/platform/backup/write-backup.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { newId } from '../../src/platform/id.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { readEverything } from './answers.ts'
import { answersOf, backupOf, SCHEMAS, writeFixture } from './fixtures.ts'
import { recordUntilRefused } from './older-process.ts'
import { makeWorld, NOW, openWorld } from './world.ts'

async function emptyDatabase() {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  return database
}

test('a backup of this version answers everything as before', async () => {
  const world = await makeWorld()
  onTestFinished(() => world.close())
  const folder = await mkdtemp(join(tmpdir(), 'piecework-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'backup.gz')
  await writeBackup(world.t.database.url, file, NOW)
  const database = await emptyDatabase()
  await restoreBackup(database, file)
  const restored = await openWorld(database)
  expect(await readEverything(restored.api)).toEqual(await readEverything(world.api))
  await expectRollupsToMatchEvents(database.pool)
  await restored.close()
  const { UPGRADE_FIXTURE: schema } = process.env
  if (schema) await writeFixture(schema, world)
}, 120_000)

test.each(SCHEMAS)(
  'what a version of schema %s answered, this one answers',
  async (schema) => {
    const database = await emptyDatabase()
    await restoreBackup(database, backupOf(schema))
    await expectRollupsToMatchEvents(database.pool)
    const upgraded = await openWorld(database)
    expect(await readEverything(upgraded.api)).toMatchObject(await answersOf(schema))
    const { db, log } = upgraded.t.dependencies
    await moveEvents({ db, log })
    expect(await isMoveOpen(db)).toBe(false)
    expect(await readEverything(upgraded.api)).toMatchObject(await answersOf(schema))
    await expectRollupsToMatchEvents(database.pool)
    const { rows } = await database.pool.query(
      `select count(*)::int as count from usage_events
       where kept_metadata is not null or kept_services is not null or kept_cost_data is not null`,
    )
    expect(rows).toEqual([{ count: 0 }])
    await upgraded.close()
  },
  60_000,
)

const leaveAsItWas = async () => undefined

test.each(SCHEMAS)(
  'an upgrade while a version of schema %s records loses nothing that was acknowledged',
  async (schema) => {
    const database = await emptyDatabase()
    await restoreBackup(database, backupOf(schema), leaveAsItWas)
    const count = async () =>
      Number((await database.pool.query('select count(*) from usage_events')).rows[0].count)
    const before = await count()
    const clients = [1, 2, 3].map(() => new pg.Client(database.url))
    await Promise.all(clients.map((client) => client.connect()))
    onTestFinished(() => Promise.all(clients.map((client) => client.end())).then(() => undefined))
    const recording = clients.map((client) => recordUntilRefused(client, schema, newId))
    await expect.poll(count).toBeGreaterThan(before + 20)
    await migrate(database.db)
    const acknowledged = (await Promise.all(recording)).flat()
    const { rows } = await database.pool.query(
      'select count(*)::int as count from usage_events where id = any($1)',
      [acknowledged],
    )
    expect(rows[0].count).toBe(acknowledged.length)
    expect(await count()).toBe(before + acknowledged.length)
    await expectRollupsToMatchEvents(database.pool)
  },
  60_000,
)
