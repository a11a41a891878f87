import { type Decimal, ZERO } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { CustomerScope } from './credit-balance.ts'
import { findGrant, type GrantWithLeft } from './grant.ts'
import { grantCredit } from './insert-grant.ts'
import { receiverOf } from './invoice-credit.ts'
import { findGrantOfSource, insertCredits } from './queries.ts'
import { lockCredit } from './service.ts'

/** A top-up by its invoice. */
export type TopUpKey = CustomerScope & { invoiceId: string }

const TERMS = {
  kind: 'paid' as const,
  name: 'Prepaid credit',
  priority: 50,
  expiresAt: null,
  source: 'top_up' as const,
}

/** Gives the credit of a paid top-up, in the transaction of its payment. It is given once. */
export async function grantTopUp(
  tx: Tx,
  { organizationId, customerId, invoiceId, currency, amount }: TopUpKey & Paid,
  moment: Moment,
): Promise<void> {
  const effectiveAt = moment.businessNow
  const given = { organizationId, customerId, currency, amount, effectiveAt }
  await grantCredit(tx, { ...TERMS, ...given, sourceId: invoiceId }, moment)
}

type Paid = { currency: string; amount: Decimal }

/**
 * Returns the grant of a paid top-up with what is left of it, and locks the credit, so that no other
 * transaction draws it.
 */
export async function lockTopUpGrant(
  tx: Tx,
  { organizationId, customerId, invoiceId }: TopUpKey,
): Promise<GrantWithLeft> {
  await lockCredit(tx, { organizationId, customerId })
  const source = { source: 'top_up' as const, sourceId: invoiceId }
  const id = await findGrantOfSource(tx, { organizationId, customerId, ...source })
  const grant = id && (await findGrant(tx, { organizationId, customerId, id }))
  if (!grant) throw new Error(`the paid top-up ${invoiceId} gave no credit`)
  return grant
}

/** Money that goes back, or that a bank sent back again; `refundId` tells its postings apart. */
export type ReturnedMoney = TopUpKey & { amount: Decimal; refundId: string }

/**
 * Takes refunded money off the grant of its top-up. What is left of the grant may get negative: a bank
 * that takes money back does not ask what is left of it.
 */
export async function takeRefundOff(
  tx: Tx,
  { amount, refundId, ...topUp }: ReturnedMoney,
  moment: Moment,
): Promise<void> {
  const grant = await lockTopUpGrant(tx, topUp)
  await post(tx, { grant, grantId: grant.id, amount: amount.neg(), refundId }, moment)
}

/**
 * Gives credit back because its money was not refunded after all: to the grant of the top-up, or to a
 * new one of 30 days if that has expired.
 */
export async function giveRefundBack(
  tx: Tx,
  { amount, refundId, ...topUp }: ReturnedMoney,
  moment: Moment,
): Promise<void> {
  const grant = await lockTopUpGrant(tx, topUp)
  const owed = grant.left.lt(ZERO) ? grant.left.neg() : ZERO
  // What was owed of the grant is settled on it.
  const settled = owed.lt(amount) ? owed : amount
  if (settled.gt(ZERO)) {
    await post(tx, { grant, grantId: grant.id, amount: settled, refundId }, moment)
  }
  const rest = amount.minus(settled)
  if (rest.eq(ZERO)) return
  const grantId = await receiverOf(tx, grant, { grantId: grant.id, amount: rest }, moment)
  await post(tx, { grant, grantId, amount: rest, refundId }, moment)
}

type Posting = { grant: GrantWithLeft; grantId: string; amount: Decimal; refundId: string }

async function post(
  tx: Tx,
  { grant, grantId, amount, refundId }: Posting,
  moment: Moment,
): Promise<void> {
  const { organizationId, customerId, currency } = grant
  const scope = { organizationId, customerId, currency, invoiceId: null }
  await insertCredits(
    tx,
    [{ ...scope, grantId, amount, kind: 'refund', reference: refundId }],
    moment,
  )
}
