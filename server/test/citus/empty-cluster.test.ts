import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { loadSnapshot } from '../../src/features/catalog/snapshot/load.ts'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { writeBackup } from '../../src/platform/backup/write-backup.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/id.ts'
import { createTestApp, must } from '../support/app.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { runCommand } from '../support/run-command.ts'
import { dropDatabase, firstOf, withDatabase } from '../support/servers.ts'
import { llm, times } from '../support/usage.ts'
import { createPlain, introduceNodes } from './nodes.ts'

/** A backup of one PostgreSQL, with events of thirty customers. */
let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'piecework-fill-'))
  file = join(folder, 'backup.gz')
  const { name, url, database } = await givenPlain()
  await migrate(database.db)
  await loadSnapshot(database.db, new Date())
  const t = await createTestApp({ database: { ...database, url } })
  const records = times(90, (n) => llm({ customerExternalId: `customer-${n % 30}` }))
  await must(t.api.record(...records))
  await t.close()
  await writeBackup(url, file, new Date())
  await dropDatabase(inject('servers'), name)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Without the extension, and with no settings of its own. */
async function givenPlain(): Promise<{ name: string; url: string; database: Database }> {
  const servers = inject('servers')
  const name = `fresh_${newId().replaceAll('-', '')}`
  await createPlain(servers, name)
  const url = withDatabase(firstOf(servers.urls), name)
  const database = openDatabase({ url, poolSize: 10, onIdleError: () => undefined })
  return { name, url, database }
}

/** As the guide makes it: the nodes know each other, and nothing else is set. */
async function givenFresh() {
  const plain = await givenPlain()
  onTestFinished(async () => {
    await plain.database.close()
    await dropDatabase(inject('servers'), plain.name)
  })
  await introduceNodes(inject('servers'), plain.name)
  return plain
}

test('a backup fills a cluster whose database has no settings yet', async () => {
  const { url, database } = await givenFresh()
  const { rows } = await restoreBackup({ url }, file)
  expect(rows).toBeGreaterThan(90)
  const found = await database.pool.query('select count(*)::int as count from usage_events')
  expect(found.rows).toEqual([{ count: 90 }])
  await expectRollupsToMatchEvents(database.pool)
})

const scaleOut = (url: string, ...args: string[]) => runCommand(url, 'scale-out', ...args)

const shardsOf = async ({ pool }: Database) =>
  (
    await pool.query(
      `select distinct shardcount from pg_dist_partition join pg_dist_colocation using (colocationid)
       where partmethod = 'h'`,
    )
  ).rows

test('a database without tables is told how many shards to make, and a backup fills it so', async () => {
  const { url, database } = await givenFresh()
  expect(await scaleOut(url, '--nodes', '3')).toMatchObject({
    code: 0,
    errors: '',
    output: expect.stringMatching(/^set what the database needs\nthe database is empty: /),
  })
  await restoreBackup({ url }, file)
  expect(await shardsOf(database)).toEqual([{ shardcount: 6 }])
  expect(await scaleOut(url, '--nodes', '3')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^every table is where it belongs already\n/),
  })
})

test('what was made for all commits before the number of nodes was known gets as many shards as all', async () => {
  const { name, url, database } = await givenPlain()
  onTestFinished(async () => {
    await database.close()
    await dropDatabase(inject('servers'), name)
  })
  await migrate(database.db)
  await introduceNodes(inject('servers'), name)
  await database.pool.query(`select create_distributed_table('joined_commits', 'customer_id')`)
  expect(await scaleOut(url, '--nodes', '3')).toMatchObject({ code: 0, errors: '' })
  expect(await shardsOf(database)).toEqual([{ shardcount: 6 }])
})
