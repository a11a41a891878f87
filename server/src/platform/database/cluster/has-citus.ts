import type { Ask } from '../ask.ts'

/** Returns whether the tables of this database may be distributed over several nodes. */
export async function hasCitus(ask: Ask): Promise<boolean> {
  return (await ask("select 1 from pg_extension where extname = 'citus'", [])).length === 1
}

/**
 * Returns whether a table is distributed. False on plain PostgreSQL, and for a table that
 * `piecework scale-out` has not moved yet.
 */
export async function isOnNodes(ask: Ask, table: string): Promise<boolean> {
  if (!(await hasCitus(ask))) return false
  const found = await ask(
    `select 1 from pg_dist_partition where logicalrelid = $1::regclass and partmethod = 'h'`,
    [table],
  )
  return found.length === 1
}
