import type { Db } from '../../../platform/database.ts'
import * as queries from './queries.ts'
import type { GettingStarted } from './schemas.ts'

/** Returns how far an organization is on the way to its first paid invoice. */
export async function gettingStartedOf(db: Db, organizationId: string): Promise<GettingStarted> {
  const [pricedPlan, unpricedPlan, subscription, draft, sent, paid, hasAddress, hasTeam] =
    await Promise.all([
      queries.findLatestPlan(db, organizationId, { isPriced: true }),
      queries.findLatestPlan(db, organizationId, { isPriced: false }),
      queries.findLatestSubscription(db, organizationId),
      queries.findLatestInvoice(db, organizationId, 'draft'),
      queries.findLatestInvoice(db, organizationId, 'sent'),
      queries.findLatestInvoice(db, organizationId, 'paid'),
      queries.hasAddress(db, organizationId),
      queries.hasTeam(db, organizationId),
    ])
  return {
    pricedPlan: pricedPlan ?? null,
    unpricedPlan: unpricedPlan ?? null,
    subscription: subscription ?? null,
    draft: draft ?? null,
    sentInvoice: sent ?? null,
    hasPaidInvoice: paid !== undefined,
    hasAddress,
    hasTeam,
  }
}
