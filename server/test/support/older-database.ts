import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { statementsOf } from '../../src/platform/database/migrate.ts'
import { copyDatabase, dropDatabase, firstOf, withDatabase } from './servers.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/** A database as an older version left it, before the migration of this name; `run` runs that one. */
export async function databaseBefore(migration: string) {
  const servers = inject('servers')
  const name = `test_before_${migration.slice(0, 4)}_${process.pid}`
  await copyDatabase(servers, { name, template: servers.empty })
  const client = new pg.Client(withDatabase(firstOf(servers.urls), name))
  await client.connect()
  const run = async (file: string) => {
    const text = await readFile(new URL(file, MIGRATIONS), 'utf8')
    for (const statement of ['begin', ...statementsOf(text), 'commit']) {
      await client.query(statement)
    }
  }
  // The tables of the migrator, which exist before the first migration runs.
  await client.query('create table migrations (name text)')
  await client.query('create table migrations_lock (id text)')
  for (const file of (await readdir(MIGRATIONS)).sort()) {
    if (file < migration) await run(file)
  }
  return {
    client,
    run: () => run(migration),
    close: async () => {
      await client.end()
      await dropDatabase(servers, name)
    },
  }
}
