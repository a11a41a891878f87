import type { Pool, QueryResult } from 'pg'

/** SQL: records that the kept earnings of all customers are stale. */
export const ALL_STALE = `insert into earning_sweeps (organization_id, id, marked_at)
  select id, gen_random_uuid(), now() from organizations`

/**
 * Runs a statement that changes facts from which earnings follow, such as usage or prices, and marks all kept
 * earnings as stale in the same transaction. Every change of such a fact must, which `rules.sql` verifies.
 */
export async function changeFacts(
  pool: Pool,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(ALL_STALE)
    const result = await client.query(text, values)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
