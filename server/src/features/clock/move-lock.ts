import type { Pool } from 'pg'

const LOCK = 0x7077_0004

/**
 * Takes the right to move a clock, or says that another one has it (undefined). It hangs on a
 * connection of its own, so that it ends with the process that holds it, however that ends. Call
 * what it answers to give it back.
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
    // Without its connection the lock is gone too.
    client.release(!isFree)
  }
}
