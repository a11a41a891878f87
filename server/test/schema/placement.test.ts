import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('the schema keeps every rule that lets it scale out', async () => {
  const lint = await readFile(new URL('./placement-lint.sql', import.meta.url), 'utf8')
  const { rows } = await database.pool.query(lint)
  expect(rows).toEqual([])
})
