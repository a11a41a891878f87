import type { ReturnedMoney } from '../../credit-balances/top-up-grant.ts'
import type { Refund } from '../payment.ts'

/** Returns the money of a refund of a top-up, as the postings of its credit name it. */
export const moneyOf = ({
  organizationId,
  customerId,
  invoiceId,
  amount,
  id: refundId,
}: Refund): ReturnedMoney => ({ organizationId, customerId, invoiceId, amount, refundId })
