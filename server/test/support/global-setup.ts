import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.ts'
import { loadSnapshot } from '../../src/features/catalog/snapshot/load.ts'
import { migrate } from '../../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { cleanUpOnExit } from './clean-up-on-exit.ts'
import { TEMPLATE } from './database.ts'
import { copyDatabase, dropDatabase, firstOf, type Servers, withDatabase } from './servers.ts'

const RULES = new URL('./rules.sql', import.meta.url)

/**
 * Starts one PostgreSQL for the whole run, with a migrated template that each test file clones. Set
 * TEST_DATABASE_URL to use another server, for example the oldest supported version.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env.TEST_DATABASE_URL
  const server = own ? { url: own, stop: async () => undefined } : await startServer()
  const servers: Servers = { urls: [server.url], empty: 'template0', settings: {} }
  await makeTemplate(servers, await readFile(RULES, 'utf8'))
  project.provide('servers', servers)
  return async () => {
    await server.stop()
  }
}

async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-test-'))
  cleanUpOnExit({ dataDir }, { folder: dataDir })
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLog('error'),
    // What a test wrote need not survive a power cut.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
    },
  })
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates the template that each test file copies: migrated, with the catalog and these rules. */
export async function makeTemplate(servers: Servers, rules = ''): Promise<void> {
  await dropDatabase(servers, TEMPLATE)
  await copyDatabase(servers, { name: TEMPLATE, template: servers.empty })
  const url = withDatabase(firstOf(servers.urls), TEMPLATE)
  const database = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  await migrate(database.db)
  await loadSnapshot(database.db, new Date())
  await database.pool.query(rules)
  await database.close()
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: Servers
  }
}
