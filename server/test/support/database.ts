import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/id.ts'

export const TEMPLATE = 'piecework_template'

/** A database of its own for one test file: migrated, with the catalog, and nothing else in it. */
export function createTestDatabase() {
  return createDatabase(TEMPLATE)
}

/** A database without any table, as a new operator brings. */
export function createEmptyDatabase() {
  return createDatabase('template0')
}

async function createDatabase(template: string) {
  const serverUrl = inject('postgresUrl')
  const name = `test_${newId().replaceAll('-', '')}`
  // Copied as files, which takes a fifth of the time: nothing is synced here.
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = withDatabase(serverUrl, name)
  const database = openDatabase({ url, poolSize: 10, onIdleError: () => undefined })
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await onServer(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
