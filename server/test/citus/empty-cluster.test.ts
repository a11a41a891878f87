import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { writeBackup } from '../../src/platform/backup/write-backup.ts'
import { migrate } from '../../src/platform/database/migrations/migrate.ts'
import { createTestApp, must } from '../support/app.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { runCommand } from '../support/run-command.ts'
import { llm, times } from '../support/usage.ts'
import { introduceNodes } from './nodes.ts'
import { givenFilledDatabase, givenPlainDatabase } from './plain-database.ts'

/** A backup of a single PostgreSQL, with events of thirty customers. */
let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'piecework-fill-'))
  file = join(folder, 'backup.gz')
  const database = await givenFilledDatabase(inject('servers'))
  const t = await createTestApp({ database })
  const records = times(90, (n) => llm({ customerExternalId: `customer-${n % 30}` }))
  await must(t.api.record(...records))
  await writeBackup(database.url, file, new Date())
  await t.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * Creates a cluster as the guide describes: the nodes know each other, and no settings are changed.
 */
async function givenFresh() {
  const database = await givenPlainDatabase(inject('servers'))
  onTestFinished(database.close)
  await introduceNodes(inject('servers'), database.name)
  return database
}

test('a backup fills a cluster whose database has no settings yet', async () => {
  const { url, pool } = await givenFresh()
  const { rows } = await restoreBackup({ url }, file)
  expect(rows).toBeGreaterThan(90)
  const found = await pool.query('select count(*)::int as count from usage_events')
  expect(found.rows).toEqual([{ count: 90 }])
  await expectRollupsToMatchEvents(pool)
})

const scaleOut = (url: string, ...args: string[]) => runCommand(url, 'scale-out', ...args)

const shardsOf = async (pool: Pool) =>
  (
    await pool.query(
      `select distinct shardcount from pg_dist_partition join pg_dist_colocation using (colocationid)
       where partmethod = 'h'`,
    )
  ).rows

test('the number of shards is set in a database without tables, and a restored backup uses it', async () => {
  const { url, pool } = await givenFresh()
  expect(await scaleOut(url, '--nodes', '3')).toMatchObject({
    code: 0,
    errors: '',
    output: expect.stringMatching(/^set what the database needs\nthe database is empty: /),
  })
  await restoreBackup({ url }, file)
  expect(await shardsOf(pool)).toEqual([{ shardcount: 6 }])
  expect(await scaleOut(url, '--nodes', '3')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^every table is where it belongs already\n/),
  })
})

test('joined commits distributed before the node count was known get the final shard count', async () => {
  const { name, url, db, pool, close } = await givenPlainDatabase(inject('servers'))
  onTestFinished(close)
  await migrate(db)
  await introduceNodes(inject('servers'), name)
  await pool.query(`select create_distributed_table('joined_commits', 'customer_id')`)
  expect(await scaleOut(url, '--nodes', '3')).toMatchObject({ code: 0, errors: '' })
  expect(await shardsOf(pool)).toEqual([{ shardcount: 6 }])
})
