import type pg from 'pg'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../../test/support/database.ts'
import { useOpened } from '../../../../test/support/use-app.ts'
import { openDatabase } from '../../database.ts'
import { migrate } from './migrate.ts'

const empty = useOpened(createEmptyDatabase)

test('each statement of a migration is a message of its own, after the settings for Citus', async () => {
  const database = openDatabase({ url: empty.url, poolSize: 2, onIdleError: () => undefined })
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
  // For a message with several statements, the driver returns an array.
  expect(results.filter(Array.isArray)).toEqual([])
  const firstOfOurs = sent.findIndex((text) => text.startsWith('set local citus.'))
  expect(sent.slice(firstOfOurs, firstOfOurs + 2)).toEqual([
    'set local citus.enable_local_reference_table_foreign_keys = off',
    "set local citus.multi_shard_modify_mode = 'sequential'",
  ])
})

test('every table has a placement under its name', async () => {
  const { rows } = await empty.pool.query(
    `select coalesce(tablename, name) as table from app.placement
     full join pg_tables on tablename = name and schemaname = 'public'
     where (tablename is null or name is null) and coalesce(schemaname, 'public') = 'public'`,
  )
  expect(rows).toEqual([])
})
