import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { useOpened } from '../../../../test/support/use-app.ts'
import { askBy } from '../ask.ts'
import { BASELINE_DIGEST, presentNames } from './baseline.ts'
import { listExecuted, migrate, requireFilledSchema, requireSchema } from './migrate.ts'
import { schemaDigest } from './schema-digest.ts'

const FORMER = ['0001_foundation', '0065_periods_of_lines', '0066_one_row_for_each_event']

async function migratedDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  await migrate(database.db)
  await database.pool.query(
    `insert into organizations (id, name, slug, created_at, updated_at)
     values (gen_random_uuid(), 'Acme', 'acme', now(), now())`,
  )
  return database
}

/** For all tests, because migrating takes longest: none of them leaves its schema changed. */
const shared = useOpened(migratedDatabase)

async function databaseWith(migrations: readonly string[], database = shared) {
  await database.pool.query('delete from migrations')
  await database.pool.query(
    'insert into migrations (name, timestamp) select name, now() from unnest($1::text[]) as name',
    [migrations],
  )
  return database
}

const namesIn = async ({ pool }: TestDatabase) =>
  (await pool.query('select name from organizations')).rows

test('the digest of the baseline is the digest of a new database', async () => {
  const database = await databaseWith(['0001_init'])
  expect(await schemaDigest(askBy(database.pool))).toBe(BASELINE_DIGEST)
})

test.each([
  'alter table invoices add column note text',
  'alter table invoices alter column memo set not null',
  'alter table invoices alter column total set default 0',
  'alter table invoices drop constraint invoices_status_check',
  'drop index usage_events_idempotency_key',
  'create index extra on invoices (total)',
  'alter table usage_rollups set (fillfactor = 80)',
])('the digest notices: %s', async (statement) => {
  const client = await shared.pool.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    expect(await schemaDigest(askBy(client))).not.toBe(BASELINE_DIGEST)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a database with all former migrations gets the baseline and keeps its rows, by one of two processes', async () => {
  const database = await databaseWith(FORMER)
  await Promise.all([migrate(database.db), migrate(database.db)])
  expect(await listExecuted(database.db)).toEqual(['0001_init'])
  expect(await namesIn(database)).toEqual([{ name: 'Acme' }])
  expect(await migrate(database.db)).toEqual([])
})

test('a command leaves a database with the former migrations to the service', async () => {
  const database = await databaseWith(FORMER)
  await expect(requireSchema(database.db)).rejects.toThrow('Start the service of this version')
  expect(await listExecuted(database.db)).toEqual(FORMER)
})

test('a database that lacks a former migration is refused, with the commit that upgrades it', async () => {
  const database = await databaseWith(FORMER.slice(0, 2))
  for (const refusing of [migrate, requireSchema, requireFilledSchema]) {
    await expect(refusing(database.db)).rejects.toThrow(/commit [0-9a-f]{7} first/)
  }
  expect(await listExecuted(database.db)).toEqual(FORMER.slice(0, 2))
  expect(await namesIn(database)).toEqual([{ name: 'Acme' }])
})

test('a database with the former migrations and a changed schema is refused', async () => {
  const own = await migratedDatabase()
  onTestFinished(() => own.close())
  const database = await databaseWith(FORMER, own)
  await database.pool.query('drop index usage_events_idempotency_key')
  await expect(migrate(database.db)).rejects.toThrow('something else has changed them')
  expect(await listExecuted(database.db)).toEqual(FORMER)
})

test('a database that a newer version has migrated is used if its migrations are rolling', async () => {
  const migrations = ['0001_init', '0002_a.rolling', '0003_b.rolling']
  const database = await databaseWith(migrations)
  expect(await migrate(database.db)).toEqual([])
  await requireSchema(database.db)
  await requireFilledSchema(database.db)
  expect(await listExecuted(database.db)).toEqual(migrations)
})

test.each([
  [['0001_init', '9999_newer.stop']],
  [['0001_init', '0002_a.rolling', '9999_newer.stop']],
  [['9999_newer.rolling']],
])('a database with the migrations %j is of a newer version, and not empty', async (migrations) => {
  const database = await databaseWith(migrations)
  for (const refusing of [migrate, requireSchema, requireFilledSchema]) {
    await expect(refusing(database.db)).rejects.toThrow('newer Piecework (it has ')
  }
  expect(await namesIn(database)).toEqual([{ name: 'Acme' }])
})

test('a backup has the same names: with all former migrations it has the baseline, with fewer it has none', () => {
  expect(presentNames(FORMER)).toEqual(['0001_init'])
  expect(presentNames(['0001_init', '0002_next'])).toEqual(['0001_init', '0002_next'])
  expect(() => presentNames(FORMER.slice(0, 1))).toThrow('restore the backup with it')
})
