import { refreshOrganization } from '../src/features/earnings/refresh/refresh-organization.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'

/** Computes the kept earnings of an organization, as the refresher does but without pauses. */
export async function keepEarnings(
  url: string,
  organizationId: string,
): Promise<{ customers: number; seconds: number }> {
  const { db, close } = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  const startedAt = performance.now()
  const now = new Date()
  try {
    const { customers } = await refreshOrganization(
      { db, log: createLog('error') },
      { organizationId, moment: { now, businessNow: now } },
    )
    return { customers, seconds: (performance.now() - startedAt) / 1_000 }
  } finally {
    await close()
  }
}
