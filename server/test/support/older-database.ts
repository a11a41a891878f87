import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { withDatabase } from './database.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/** A database as an older version left it, before the migration of this name; `run` runs that one. */
export async function databaseBefore(migration: string) {
  const serverUrl = inject('postgresUrl')
  const name = `test_before_${migration.slice(0, 4)}_${process.pid}`
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  await admin.query(`create database ${name}`)
  const client = new pg.Client(withDatabase(serverUrl, name))
  await client.connect()
  const run = async (file: string) => {
    await client.query(`begin; ${await readFile(new URL(file, MIGRATIONS), 'utf8')}; commit`)
  }
  // The tables of the migrator, which exist before the first migration runs.
  await client.query('create table migrations (name text); create table migrations_lock (id text)')
  for (const file of (await readdir(MIGRATIONS)).sort()) {
    if (file < migration) await run(file)
  }
  return {
    client,
    run: () => run(migration),
    close: async () => {
      await client.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
