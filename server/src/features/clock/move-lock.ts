import type { Pool } from 'pg'

const LOCK = 0x7077_0004

/**
 * Takes the lock for moving a clock and returns the function that releases it. Returns undefined
 * when another process holds the lock. The lock has its own connection, so it ends with its
 * process, even after a crash.
 */
export async function lockMoves(
  pool: Pool,
  organizationId: string,
): Promise<(() => Promise<void>) | undefined> {
  const client = await pool.connect()
  const values = [LOCK, organizationId]
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as taken',
      values,
    )
    if (!rows[0]?.taken) {
      client.release()
      return undefined
    }
  } catch (error) {
    client.release(true)
    throw error
  }
  return async () => {
    const isFree = await client.query('select pg_advisory_unlock($1, hashtext($2))', values).then(
      () => true,
      () => false,
    )
    // Closing the connection also releases the lock.
    client.release(!isFree)
  }
}
