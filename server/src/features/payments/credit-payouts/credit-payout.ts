import { isCurrency } from '../../../domain/currency.ts'
import { amountNumber } from '../../../domain/json-amount.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { payOutCredit } from '../../credit-balances/pay-out.ts'
import { getCustomer } from '../../customers/service.ts'
import { parseAmount } from '../amount.ts'
import type { CreditPayout, CreditPayoutCreate } from './schemas.ts'

/** Records that credit from corrections was paid out instead of being applied to future invoices. */
export async function recordCreditPayout(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId: string },
  input: CreditPayoutCreate,
  moment: Moment,
): Promise<CreditPayout> {
  const { currency } = input
  if (!isCurrency(currency)) {
    throw new AppError('invalid', ['currency must be a code of ISO 4217 in capitals, such as USD'])
  }
  const amount = parseAmount(input.amount, currency, 'amount')
  const reference = input.reference?.trim() || null
  return db.transaction().execute(async (tx) => {
    const { externalId } = await getCustomer(tx, { organizationId, id: customerId })
    const payout = { organizationId, customerId, currency, amount, reference }
    const { id, balance } = await payOutCredit(tx, payout, moment)
    return {
      id,
      customerId,
      customerExternalId: externalId,
      currency,
      amount: amountNumber(amount),
      reference,
      paidAt: moment.businessNow.toISOString(),
      creditBalance: amountNumber(balance),
    }
  })
}
