import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withDatabase } from '../../../test/support/database.ts'
import { openDatabase } from '../database.ts'
import { newId } from '../id.ts'
import { migrate } from './migrate.ts'

const name = `test_${newId().replaceAll('-', '')}`
const admin = new pg.Client(inject('postgresUrl'))
beforeAll(async () => {
  await admin.connect()
  await admin.query(`create database ${name}`)
})
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

test('each statement of a migration is a message of its own, after the lines that Citus wants', async () => {
  const url = withDatabase(inject('postgresUrl'), name)
  const database = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  const results: pg.QueryResult[] = []
  const sent: string[] = []
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((first: unknown, ...rest: unknown[]) => {
      const text = typeof first === 'string' ? first : (first as { text: string }).text
      sent.push(text)
      const answer = query(first, ...rest)
      if (answer instanceof Promise)
        answer.then(
          (result) => results.push(result),
          () => undefined,
        )
      return answer
    }) as typeof client.query
  })
  const ran = await migrate(database.db)
  await database.close()
  expect(ran.length).toBeGreaterThan(0)
  expect(results.length).toBeGreaterThan(100)
  // The driver answers a message of several statements with a list.
  expect(results.filter(Array.isArray)).toEqual([])
  const firstOfOurs = sent.findIndex((text) => text.startsWith('set local citus.'))
  expect(sent.slice(firstOfOurs, firstOfOurs + 2)).toEqual([
    'set local citus.enable_local_reference_table_foreign_keys = off',
    "set local citus.multi_shard_modify_mode = 'sequential'",
  ])
})

test('every table says where it lives, by its name', async () => {
  const client = new pg.Client(withDatabase(inject('postgresUrl'), name))
  await client.connect()
  const { rows } = await client.query(
    `select coalesce(tablename, name) as table from app.placement
     full join pg_tables on tablename = name and schemaname = 'public'
     where (tablename is null or name is null) and coalesce(schemaname, 'public') = 'public'`,
  )
  await client.end()
  expect(rows).toEqual([])
})
