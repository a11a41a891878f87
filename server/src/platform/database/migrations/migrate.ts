import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import type { Db } from '../../database.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../id.ts'
import { askOf } from '../ask.ts'
import { hasCitus } from '../cluster/has-citus.ts'
import { adoptBaseline, isFormer, presentNames } from './baseline.ts'
import { isRolling, requireKind } from './migration-names.ts'
import { splitStatements } from './sql-statements.ts'

const MIGRATIONS = new URL('../../../../migrations/', import.meta.url)

/**
 * Migrates the schema to this version and returns the names of the migrations it ran. Safe when
 * several processes start at once: one runs them, the others wait.
 */
export async function migrate(db: Db): Promise<string[]> {
  const schema = await readSchema(db)
  refuseNewer(schema)
  if (schema.isEmpty) await introduceOwner(db)
  if (schema.isFormer) await adoptBaseline(db)
  // A newer version has migrated, and this one may run next to it. Kysely would fail on the missing
  // files.
  if (schema.unknown.length > 0) return []
  return namesOf(await migratorOf(db).migrateToLatest())
}

/**
 * Makes Citus propagate the owner's role to the nodes. Within a transaction, such as a migration,
 * Citus does so with the owner's rights, which do not include changing roles there. Outside of one,
 * creating the first function propagates the role automatically.
 */
async function introduceOwner(db: Db): Promise<void> {
  if (!(await hasCitus(askOf(db)))) return
  const name = sql.id('public', `owner_${newId()}`)
  await sql`create function ${name}() returns void language sql as ''`.execute(db)
  await sql`drop function ${name}()`.execute(db)
}

/** Migrates an empty database up to the named migration. */
export async function migrateUpTo(db: Db, name: string): Promise<void> {
  namesOf(await migratorOf(db).migrateTo(name))
}

function namesOf({ error, results = [] }: MigrationResultSet): string[] {
  if (error) {
    const failed = results.find((result) => result.status === 'Error')
    throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error })
  }
  return results.map((result) => result.migrationName)
}

/** Returns the migrations of this version, in order. */
export async function listKnown(db: Db): Promise<string[]> {
  return (await migratorOf(db).getMigrations()).map(({ name }) => name)
}

/** Returns the migrations that this database has, in order; none when it is empty. */
export async function listExecuted(db: Db): Promise<string[]> {
  const found = await sql<{ exists: boolean }>`
    select to_regclass(${TABLE}) is not null as exists`.execute(db)
  if (!found.rows[0]?.exists) return []
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(TABLE)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Throws unless the schema is of this version. Migrates only an empty database: another version of
 * the service may be running on any other.
 */
export async function requireSchema(db: Db): Promise<void> {
  const schema = await readSchema(db)
  if (schema.isEmpty) await migrate(db)
  else refuseOther(schema)
}

/** Like `requireSchema`, but refuses an empty database too. */
export async function requireFilledSchema(db: Db): Promise<void> {
  refuseOther(await readSchema(db))
}

function refuseOther(schema: Schema): void {
  refuseNewer(schema)
  if (schema.pending.length === 0) return
  throw new AppError(
    'conflict',
    `The database was migrated by an older Piecework (it lacks ${schema.pending.join(', ')}). Start the service of this version, or run migrate, and try again.`,
  )
}

type Schema = {
  isEmpty: boolean
  /** True when created by the migrations that the baseline replaced. */
  isFormer: boolean
  pending: string[]
  unknown: string[]
}

async function readSchema(db: Db): Promise<Schema> {
  const known = await listKnown(db)
  const executed = await listExecuted(db)
  return {
    isEmpty: executed.length === 0,
    isFormer: isFormer(executed),
    pending: known.filter((name) => !executed.includes(name)),
    unknown: presentNames(executed).filter((name) => !known.includes(name)),
  }
}

/**
 * Throws for a newer schema, unless all its additional migrations allow processes of the previous
 * version.
 */
function refuseNewer({ pending, unknown }: Schema): void {
  if (unknown.every(isRolling) && (unknown.length === 0 || pending.length === 0)) return
  throw new AppError(
    'conflict',
    `The database was migrated by a newer Piecework (it has ${unknown.join(', ')}). Use that version.`,
  )
}

const TABLE = 'migrations'

function migratorOf(db: Db): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    migrationTableName: TABLE,
    migrationLockTableName: 'migrations_lock',
  })
}

/**
 * Settings that let Citus run a transaction over many of its tables. Plain PostgreSQL accepts any
 * setting with a dot in its name.
 */
export const FOR_CITUS = [
  'set local citus.enable_local_reference_table_foreign_keys = off',
  "set local citus.multi_shard_modify_mode = 'sequential'",
]

/** Returns the statements of a migration, each sent as its own message. */
export function statementsOf(text: string): string[] {
  return [...FOR_CITUS, ...splitStatements(text)]
}

/**
 * Loads the plain SQL files in the order of their names. They are forward only. Each statement is
 * sent separately, because Citus refuses several in one message.
 */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const file of files) {
    requireKind(file)
    const text = await readFile(new URL(file, MIGRATIONS), 'utf8')
    migrations[file.replace(/\.sql$/, '')] = {
      up: async (db) => {
        for (const statement of statementsOf(text)) {
          await sql.raw(statement).execute(db)
        }
      },
    }
  }
  return migrations
}
