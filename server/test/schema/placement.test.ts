import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { migrate } from '../../src/platform/database/migrations/migrate.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { useOpened } from '../support/use-app.ts'

const database = useOpened(createEmptyDatabase)

test('the schema keeps every rule that lets it scale out', async () => {
  await migrate(database.db)
  const lint = await readFile(new URL('./placement-lint.sql', import.meta.url), 'utf8')
  const { rows } = await database.pool.query(lint)
  expect(rows).toEqual([])
})
