import type { Pool } from 'pg'

/**
 * Takes an advisory lock and returns the function that releases it. Returns undefined if another session
 * holds it. The lock occupies a connection of the pool, so it ends with its process, even after a crash.
 */
export async function takeSessionLock(
  pool: Pool,
  lock: number,
  name: string,
): Promise<(() => Promise<void>) | undefined> {
  const client = await pool.connect()
  const values = [lock, name]
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
