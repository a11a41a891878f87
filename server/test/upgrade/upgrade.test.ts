import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { writeBackup } from '../../src/platform/backup/write-backup.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { readEverything } from './answers.ts'
import { answersOf, backupOf, SCHEMAS, writeFixture } from './fixtures.ts'
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
  'this version gives the answers of a version of schema %s',
  async (schema) => {
    const database = await emptyDatabase()
    await restoreBackup(database, backupOf(schema))
    await expectRollupsToMatchEvents(database.pool)
    const upgraded = await openWorld(database)
    expect(await readEverything(upgraded.api)).toMatchObject(await answersOf(schema))
    await upgraded.close()
  },
  60_000,
)
