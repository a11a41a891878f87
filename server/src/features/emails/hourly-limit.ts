import { lockRows } from '../../platform/advisory-lock.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findNthLatestRequest } from './queries.ts'

const HOUR_MS = 3_600_000

/**
 * Throws when an API request would exceed the organization's hourly limit of emails. This keeps a
 * stolen key from sending spam in its name. Emails of the clock are neither counted nor rejected.
 */
export async function refuseAboveHourlyLimit(
  tx: Tx,
  { organizationId, limit }: { organizationId: string; limit: number },
  now: Date,
): Promise<void> {
  if (limit === 0) return
  // Locks, so that concurrent requests count each other.
  await lockRows(tx, { table: 'emails', organizationId, ids: [organizationId] }, 'update')
  const since = new Date(now.getTime() - HOUR_MS)
  const earliest = await findNthLatestRequest(tx, organizationId, { since, n: limit })
  if (earliest === undefined) return
  const waitMs = earliest.getTime() + HOUR_MS - now.getTime()
  throw new AppError(
    'rate_limited',
    `Your organization may send ${limit} emails an hour through the API; wait, or raise MAIL_LIMIT`,
    { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) },
  )
}
