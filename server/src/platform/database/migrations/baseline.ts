import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { AppError } from '../../errors.ts'
import { askOf } from '../ask.ts'
import { BASELINE } from './migration-names.ts'
import { schemaDigest } from './schema-digest.ts'

/** The `schemaDigest` of a database that only has the baseline. */
export const BASELINE_DIGEST = '19d27c4dafcb8b6a3f156f3a7da812c9871c84255747b500c8ebf78e16e334d1'

/** The first and last of the migrations that the baseline replaced. */
const FORMER_FIRST = '0001_foundation'
const FORMER_LAST = '0066_one_row_for_each_event'
/** The commit that contains the last of them. */
const UPGRADING_COMMIT = '501d069'

/**
 * Returns whether the migrations of a database or a backup are those that the baseline replaced.
 */
export function isFormer(migrations: readonly string[]): boolean {
  return migrations.includes(FORMER_FIRST)
}

/**
 * Maps migrations to their current names: the baseline replaces all of its former ones. Throws a
 * conflict if one of those is missing, because only the named commit has it.
 */
export function presentNames(migrations: readonly string[]): string[] {
  if (!isFormer(migrations)) return [...migrations]
  const last = [...migrations].sort().at(-1)
  if (last === FORMER_LAST) return [BASELINE]
  throw new AppError(
    'conflict',
    `The data was written by a Piecework older than 0.1.0 (its schema is ${last}). Upgrade it with the version of commit ` +
      `${UPGRADING_COMMIT} first: start that version on it, or restore the backup with it and make a new backup.`,
  )
}

/**
 * Records the baseline in place of the migrations that it replaced, in a database that has all of
 * them. Throws a conflict if its schema differs from the baseline's. Safe when several processes
 * start at once.
 */
export async function adoptBaseline(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table migrations in access exclusive mode`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(tx)
    const names = rows.map(({ name }) => name)
    if (!isFormer(names)) return
    const [baseline] = presentNames(names)
    if ((await schemaDigest(askOf(tx))) !== BASELINE_DIGEST) {
      throw new AppError(
        'conflict',
        `The tables of this database are not those of schema ${FORMER_LAST}: something else has changed them. ` +
          'Make a backup with the former version and restore it into an empty database.',
      )
    }
    await sql`delete from migrations`.execute(tx)
    await sql`insert into migrations (name, timestamp)
      values (${baseline}, now()::text)`.execute(tx)
  })
}
