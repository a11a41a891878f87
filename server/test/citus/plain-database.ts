import { loadSnapshot } from '../../src/features/catalog/snapshot/load.ts'
import { migrate } from '../../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/id.ts'
import { dropDatabase, firstOf, type Servers, withDatabase } from '../support/servers.ts'
import { createPlain } from './nodes.ts'

/** Creates a database on each server, without the extension, tables or settings. */
export async function givenPlainDatabase(servers: Servers) {
  const name = `plain_${newId().replaceAll('-', '')}`
  await createPlain(servers, name)
  const url = withDatabase(firstOf(servers.urls), name)
  const database = openDatabase({ url, poolSize: 10, onIdleError: () => undefined })
  const close = async () => {
    await database.close()
    await dropDatabase(servers, name)
  }
  return { ...database, name, url, close }
}

/** Like `givenPlainDatabase`, migrated and with the catalog, as before a move to a cluster. */
export async function givenFilledDatabase(servers: Servers) {
  const database = await givenPlainDatabase(servers)
  await migrate(database.db)
  await loadSnapshot(database.db, new Date())
  return database
}
