import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { useOpened } from '../support/use-app.ts'

const database = useOpened(createTestDatabase)

test('the schema keeps every rule that lets it scale out', async () => {
  const lint = await readFile(new URL('./placement-lint.sql', import.meta.url), 'utf8')
  const { rows } = await database.pool.query(lint)
  expect(rows).toEqual([])
})
