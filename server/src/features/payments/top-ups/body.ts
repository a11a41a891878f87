import { isPayable } from '../../../domain/invoice-status.ts'
import { amountNumber } from '../../../domain/json-amount.ts'
import { type PayLinkConfig, paymentUrl, takesPayments } from '../../invoices/pay-link/pay-link.ts'
import type { TopUp as TopUpBody } from './schemas.ts'
import { statusOf, type TopUp } from './top-up.ts'

/** Builds the fields of a top-up that its customer may see. */
export function shownTopUp(config: PayLinkConfig, topUp: TopUp) {
  const { id, invoiceNumber, method, currency } = topUp
  const isOpen = isPayable(topUp.invoiceStatus) && !topUp.isPending && takesPayments(config)
  return {
    ...{ id, invoiceNumber, method, currency },
    status: statusOf(topUp),
    amount: amountNumber(topUp.amount),
    amountRefunded: amountNumber(topUp.amountRefunded),
    payUrl: isOpen ? paymentUrl(config, topUp) : null,
    issuedAt: topUp.issuedAt.toISOString(),
    payableUntil: topUp.dueDate.toISOString(),
    paidAt: topUp.paidAt?.toISOString() ?? null,
  }
}

/** Builds a top-up as the API returns it. */
export function topUpBody(
  config: PayLinkConfig,
  topUp: TopUp,
  customerExternalId: string | null,
): TopUpBody {
  return {
    ...shownTopUp(config, topUp),
    customerId: topUp.customerId,
    customerExternalId,
    grantId: topUp.grantId,
    failureReason: topUp.failureReason,
    createdAt: topUp.createdAt.toISOString(),
  }
}
