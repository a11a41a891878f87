import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.ts'
import { loadSnapshot } from '../../src/features/catalog/snapshot/load.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { TEMPLATE, withDatabase } from './database.ts'
import { endWithUs } from './end-with-us.ts'

const RULES = new URL('./rules.sql', import.meta.url)

/**
 * One PostgreSQL for the whole run, with a migrated template that each test file clones. Set
 * TEST_DATABASE_URL to run against a server of your own, for example the oldest supported one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env.TEST_DATABASE_URL
  const server = own ? { url: own, stop: async () => undefined } : await startServer()
  await makeTemplate(server.url)
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
  }
}

async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-test-'))
  endWithUs({ dataDir }, { folder: dataDir })
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLog('error'),
    // What a test wrote need not survive a power cut.
    settings: { fsync: 'off', max_connections: '300' },
  })
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE}`)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const url = withDatabase(serverUrl, TEMPLATE)
  const database = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  await migrate(database.db)
  await loadSnapshot(database.db, new Date())
  await database.pool.query(await readFile(RULES, 'utf8'))
  await database.close()
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}
