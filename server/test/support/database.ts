import { inject } from 'vitest'
import { openDatabase } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/id.ts'
import { copyDatabase, dropDatabase, firstOf, withDatabase } from './servers.ts'

export const TEMPLATE = 'piecework_template'

/** Creates a database for one test file: migrated, with the catalog and no other rows. */
export function createTestDatabase() {
  return createDatabase(TEMPLATE)
}

/** Creates a database without tables, as on a first start. */
export function createEmptyDatabase() {
  return createDatabase(inject('servers').empty)
}

async function createDatabase(template: string) {
  const servers = inject('servers')
  const name = `test_${newId().replaceAll('-', '')}`
  await copyDatabase(servers, { name, template })
  const url = withDatabase(firstOf(servers.urls), name)
  const database = openDatabase({ url, poolSize: 10, onIdleError: () => undefined })
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await dropDatabase(servers, name)
    },
  }
}

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>
