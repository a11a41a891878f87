import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createFirstOrganization } from '../../src/features/organizations/first-run.ts'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { writeBackup } from '../../src/platform/backup/write-backup.ts'
import { listExecuted, migrate } from '../../src/platform/database/migrations/migrate.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { eventually } from '../support/waiting.ts'

const NOW = new Date('2026-02-10T00:00:00Z')

let t: TestApp
let folder: string
let file: string
beforeAll(async () => {
  t = await createTestApp({ now: () => NOW })
  folder = await mkdtemp(join(tmpdir(), 'piecework-backup-'))
  file = join(folder, 'backup.gz')
  const deal = await givenDeal(t.api, {
    customer: { name: 'Zoë \\N"Ωmega"\\.', addressLine1: '\\N\t"1"\n\\.' },
    subscription: SINCE_JANUARY,
  })
  await deal.use('ticket', 3, '2026-01-05T00:00:00Z', {
    metadata: { note: '\\.\n\\N\u2028', big: 1e300 },
  })
  await deal
    .use('ticket', 2, '2026-01-06T00:00:00Z', { model: 'nobody-knows' })
    .catch(() => undefined)
  const invoice = await deal.tryGenerate({ billingPeriodStart: '2026-01-01' })
  expect(invoice.status, JSON.stringify(invoice.body)).toBe(201)
  expect((await t.api.post(`/v1/invoices/${invoice.body.id}/send`, {})).status).toBe(200)
  const sent = `select count(*)::int as count from audit_log where path like '%/send'`
  await eventually(async () => expect((await t.database.pool.query(sent)).rows[0].count).toBe(1))
  await writeBackup(t.database.url, file, NOW)
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true })
})

async function emptyDatabase() {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  return database
}

/** Returns every row of every table, as text. */
async function contentOf(pool: pg.Pool): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of rows) {
    const found = await pool.query(`select t::text as row from public.${name} t order by 1`)
    content[name] = found.rows.map(({ row }) => row)
  }
  return content
}

test('a restored database has every row of every table, and nothing else', async () => {
  const target = await emptyDatabase()
  const summary = await restoreBackup(target, file)
  const [before, after] = [await contentOf(t.database.pool), await contentOf(target.pool)]
  expect(after).toEqual(before)
  expect(before.usage_events?.length).toBe(2)
  expect(before.invoice_lines?.length).toBeGreaterThan(0)
  expect(summary.createdAt).toBe(NOW.toISOString())
  // A later start finds the organization and creates none.
  expect(await createFirstOrganization(target.db, 'test', NOW)).toBeUndefined()
})

const LIMITED = `create function refuse_limit() returns void language plpgsql as $$
  begin
    if current_setting('statement_timeout') <> '0' then raise 'large tables take longer'; end if;
  end $$`

test('nothing cuts off the migrations of a restore, however long they take', async () => {
  const target = await emptyDatabase()
  await target.pool.query(LIMITED)
  await target.pool.query(`create function on_ddl() returns event_trigger language plpgsql as
    $$ begin perform public.refuse_limit(); end $$`)
  await target.pool.query(
    'create event trigger on_ddl on ddl_command_end execute function on_ddl()',
  )
  await restoreBackup(target, file)
  expect(await listExecuted(target.db)).toEqual(await listExecuted(t.database.db))
})

test('no timeout aborts a restore while it analyzes the copied tables', async () => {
  const target = await emptyDatabase()
  await migrate(target.db)
  await target.pool.query(LIMITED)
  await target.pool.query(`create function checked(name text) returns text immutable language plpgsql
    as $$ begin perform public.refuse_limit(); return name; end $$`)
  // Analyzing the table evaluates the index expression for every row.
  await target.pool.query('create index on organizations (checked(name))')
  await restoreBackup(target, file)
  expect((await target.pool.query('select from organizations')).rowCount).toBe(1)
})

test('a backup taken while usage is recorded is of one moment', async () => {
  const record = () =>
    t.api.record({
      customerExternalId: 'busy',
      agentCode: 'busy',
      signalName: 'job',
      model: 'gpt-4o',
      modelProvider: 'openai',
      inputTokens: 10,
    })
  let isDone = false
  const load = (async () => {
    while (!isDone) await Promise.all([record(), record(), record()])
  })()
  const busyFile = join(folder, 'busy.gz')
  await writeBackup(t.database.url, busyFile, NOW)
  isDone = true
  await load
  const target = await emptyDatabase()
  await restoreBackup(target, busyFile)
  await expectRollupsToMatchEvents(target.pool)
})

test('a database that holds something is never overwritten', async () => {
  const before = await contentOf(t.database.pool)
  await expect(restoreBackup(t.database, file)).rejects.toThrow(/not empty.*overwrites nothing/)
  expect(await contentOf(t.database.pool)).toEqual(before)
})

test('of two restores into one database, one fills it and the other is refused', async () => {
  const target = await emptyDatabase()
  await migrate(target.db)
  const both = await Promise.allSettled([restoreBackup(target, file), restoreBackup(target, file)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a service that starts during a restore creates no organization', async () => {
  const target = await emptyDatabase()
  await migrate(target.db)
  const [restored, keys] = await Promise.allSettled([
    restoreBackup(target, file),
    createFirstOrganization(target.db, 'test', NOW),
  ])
  const { rows } = await target.pool.query('select name from organizations')
  // Whichever commits first, the other one sees it.
  expect(rows).toHaveLength(1)
  const isRestored = restored.status === 'fulfilled'
  expect(keys).toMatchObject({ status: 'fulfilled' })
  expect(keys.status === 'fulfilled' && keys.value === undefined).toBe(isRestored)
})

test.each<[string, (path: string) => Promise<void>, RegExp]>([
  ['cut off', async (path) => truncate(path, (await stat(path)).size - 20), /is damaged/],
  [
    'without its end',
    async (path) => {
      const plain = gunzipSync(await readFile(path))
      await writeFile(path, gzipSync(plain.subarray(0, plain.lastIndexOf('{"rows"') - 4)))
    },
    /is damaged \(its end is missing\)/,
  ],
  [
    'changed in the middle',
    async (path) => {
      const bytes = await readFile(path)
      const middle = Math.floor(bytes.length / 2)
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle)
      await writeFile(path, bytes)
    },
    /is damaged/,
  ],
  ['something else', (path) => writeFile(path, 'hello'), /is not a backup of Piecework/],
  ['another gzip file', (path) => writeFile(path, gzipSync('hello')), /is not a backup/],
  ['not there', (path) => rm(path), /cannot be read: .*ENOENT/],
  [
    'of a newer version',
    async (path) => {
      const plain = gunzipSync(await readFile(path)).toString('latin1')
      await writeFile(path, gzipSync(Buffer.from(plain.replace('0001_', '9901_'), 'latin1')))
    },
    /made by a newer Piecework \(it has 9901_init\)/,
  ],
  [
    'whole, of rows that the database refuses',
    async (path) => {
      const plain = gunzipSync(await readFile(path)).toString('latin1')
      const other = plain.replace('2026-01-05 00:', '2026-13-05 00:')
      expect(other).not.toBe(plain)
      await writeFile(path, gzipSync(Buffer.from(other, 'latin1')))
    },
    /^The database refuses what .*harmed\.gz holds \(.*out of range.*\); nothing was restored/,
  ],
])('a file that is %s restores nothing and says why', async (_what, harm, message) => {
  const harmed = join(folder, 'harmed.gz')
  await writeFile(harmed, await readFile(file))
  await harm(harmed)
  const target = await emptyDatabase()
  await expect(restoreBackup(target, harmed)).rejects.toThrow(message)
  const content = await contentOf(target.pool)
  for (const [table, rows] of Object.entries(content)) {
    if (table !== 'migrations_lock') expect(rows, table).toEqual([])
  }
})

test('a failed backup does not change the previous one, and leaves no other file', async () => {
  const own = await mkdtemp(join(folder, 'own-'))
  const path = join(own, 'backup.gz')
  await writeFile(path, 'the one before')
  const empty = await emptyDatabase()
  await expect(writeBackup(empty.url, path, NOW)).rejects.toThrow(/migrations/)
  expect(await readFile(path, 'utf8')).toBe('the one before')
  expect(await readdir(own)).toEqual(['backup.gz'])
})

test('only its owner can read a backup file', async () => {
  expect((await stat(file)).mode & 0o077).toBe(0)
})
