import type { Pool } from 'pg'
import { takeSessionLock } from '../../platform/database/session-lock.ts'

const LOCK = 0x7077_0004

/** Takes the lock for moving a clock; undefined if another process holds it. */
export function lockMoves(pool: Pool, organizationId: string) {
  return takeSessionLock(pool, LOCK, organizationId)
}
