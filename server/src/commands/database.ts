import type { Config } from '../config.ts'
import { acquireDataLock } from '../embedded-postgres/data-lock.ts'
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts'
import { MIGRATION_LIMITS } from '../platform/database/connection-limits.ts'
import { migrate, requireSchema } from '../platform/database/migrations/migrate.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import { explainingDatabase } from './explain-database.ts'

type Work = (database: Database & { url: string }) => Promise<void>

/** Runs `work` with a database whose schema is of this version. Throws for another schema. */
export async function withDatabase(config: Config, command: string, work: Work): Promise<void> {
  await withAnyDatabase(config, command, async (database) => {
    await requireSchema(database.db)
    await work(database)
  })
}

/** Migrates the schema, on connections whose limits allow for large tables. */
export async function migrateDatabase(url: string): Promise<void> {
  const onIdleError = () => undefined
  const { db, close } = openDatabase({ url, poolSize: 2, limits: MIGRATION_LIMITS, onIdleError })
  try {
    await migrate(db)
  } finally {
    await close()
  }
}

/**
 * Runs `work` with a database of any schema version, which is one of:
 * - the configured database
 * - the embedded database of a server that runs on this data folder
 * - the embedded database, started for this command
 */
export async function withAnyDatabase(config: Config, command: string, work: Work): Promise<void> {
  const source = await findSource(config, command)
  try {
    const database = openDatabase({
      url: source.url,
      poolSize: config.databasePoolSize,
      onIdleError: () => undefined,
    })
    try {
      await explainingDatabase(config.databaseUrl, () => work({ ...database, url: source.url }))
    } finally {
      await database.close()
    }
  } finally {
    await source.close()
  }
}

async function findSource(
  config: Config,
  command: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const nothing = async () => undefined
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, close: nothing }
  const running = await findRunningPostgres(config.dataDir)
  if (running) return { url: running.url, close: nothing }
  const lock = await acquireDataLock(config.dataDir, { command })
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: createLog(config.logLevel === 'info' ? 'warn' : config.logLevel),
  }).catch(async (error) => {
    await lock.release()
    throw error
  })
  return {
    url: postgres.url,
    close: async () => {
      // Other commands may have begun to use this database; they finish first.
      await postgres.stop({ smart: true })
      await lock.release()
    },
  }
}
