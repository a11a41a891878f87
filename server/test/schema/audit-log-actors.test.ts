import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, migrateUpTo } from '../../src/platform/database/migrate.ts'
import { newId } from '../../src/platform/id.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.close())

/** Another one when the table was written anew. */
async function fileOfLog(): Promise<unknown> {
  const { rows } = await database.pool.query(`select pg_relation_filenode('audit_log') as file`)
  return rows[0].file
}

test('entries of before are those of their API keys, and the log is not written anew', async () => {
  await migrateUpTo(database.db, '0022_key_last_use')
  const keyId = newId()
  await database.pool.query(
    `insert into audit_log
       (id, organization_id, api_key_id, method, path, status, ip_address, requested_at)
     select gen_random_uuid(), gen_random_uuid(), $1, 'GET', '/v1/verify', 200, '127.0.0.1', now()
     from generate_series(1, 1000)`,
    [keyId],
  )
  const file = await fileOfLog()
  await migrate(database.db)
  expect(await fileOfLog()).toBe(file)
  const { rows } = await database.pool.query(
    'select actor_kind, actor_id, count(*)::int from audit_log group by 1, 2',
  )
  expect(rows).toEqual([{ actor_kind: 'api_key', actor_id: keyId, count: 1000 }])
})

test('a new entry says which kind of caller it is of', async () => {
  const insert = (kind: string | null) =>
    database.pool.query(
      `insert into audit_log (id, organization_id, actor_kind, actor_id, method, path, status,
         ip_address, requested_at)
       values (gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), 'GET', '/', 200, '::1',
         now())`,
      [kind],
    )
  await expect(insert(null)).rejects.toThrow('actor_kind')
  await expect(insert('nobody')).rejects.toThrow('audit_log_actor_kind_check')
  await insert('api_key')
})
