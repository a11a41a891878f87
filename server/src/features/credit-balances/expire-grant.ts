import { ZERO } from '../../domain/money.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Tx } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import { findGrant, type GrantWithLeft } from './grant.ts'
import { closeGrant, deferClosing, insertCredits } from './queries.ts'
import { lockCredit } from './service.ts'

/**
 * Expires a grant: books what is left of it as expired, so that no invoice draws it any more. A
 * grant that has expired before keeps its time. Throws `not_found`.
 */
export async function expireGrant(
  tx: Tx,
  key: CustomerScopedId,
  moment: Moment,
): Promise<GrantWithLeft> {
  await lockCredit(tx, key)
  const grant = (await findGrant(tx, key)) ?? notFound('Credit grant')
  await closeGrant(tx, key, moment.businessNow)
  if (grant.left.gt(ZERO)) {
    const { organizationId, customerId, id: grantId, currency, left } = grant
    const scope = { organizationId, customerId, currency, invoiceId: null, reference: null }
    const posting = { ...scope, grantId, amount: left.neg(), kind: 'expiry' as const }
    await insertCredits(tx, [posting], moment)
  }
  return (await findGrant(tx, key)) ?? notFound('Credit grant')
}

/** Books what is left of an expired grant later than planned. */
export async function deferExpiry(tx: Tx, key: CustomerScopedId, closesAt: Date): Promise<void> {
  await deferClosing(tx, key, closesAt)
}
