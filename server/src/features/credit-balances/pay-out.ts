import { drawCredit } from '../../domain/credit.ts'
import { type Decimal, sum } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { CustomerScope } from './credit-balance.ts'
import { listOpenGrants } from './open-grants.ts'
import { insertCredits } from './queries.ts'
import { lockCredit } from './service.ts'

export type Payout = CustomerScope & { currency: string; amount: Decimal; reference: string | null }

/**
 * Records that credit of corrections was paid out to the customer. Throws `conflict` if the amount
 * exceeds it: promotional credit never becomes money, and paid credit is refunded with its payment.
 * Returns the id of the first posting, and what is left of the corrections.
 */
export async function payOutCredit(
  tx: Tx,
  { organizationId, customerId, currency, amount, reference }: Payout,
  moment: Moment,
): Promise<{ id: string; balance: Decimal }> {
  const scope = { organizationId, customerId }
  await lockCredit(tx, scope)
  const grants = await listOpenGrants(tx, { ...scope, currency })
  const corrections = grants.filter(({ kind }) => kind === 'correction')
  const balance = sum(corrections.map(({ left }) => left))
  if (amount.gt(balance)) {
    throw new AppError(
      'conflict',
      `amount ${amount.toFixed()} ${currency} is more than the credit of ${balance.toFixed()} ` +
        'from corrections, which alone can be paid out',
    )
  }
  const row = { ...scope, currency, reference, kind: 'payout' as const, invoiceId: null }
  const draws = drawCredit(amount, corrections)
  const ids = await insertCredits(
    tx,
    draws.map((draw) => ({ ...row, grantId: draw.grantId, amount: draw.amount.neg() })),
    moment,
  )
  return { id: ids[0] ?? '', balance: balance.minus(amount) }
}
