import { amountNumber } from '../../../domain/json-amount.ts'
import { tiersInWords } from '../../delivery/documents/tiers-in-words.ts'
import type { InvoiceDetails, InvoiceLine } from '../../invoices/invoice.ts'
import { partiesBody } from '../../invoices/parties-body.ts'
import type { Parties } from '../../invoices/party.ts'
import type { ShownInvoice } from '../../invoices/shown/shown.ts'
import { contentBody, itemBody } from '../../invoices/view.ts'
import type { Payment } from '../../payments/payment.ts'
import type { PortalInvoice, PortalInvoiceSummary } from './schemas.ts'

/** Builds an invoice of a list. The name is not used, and the time zone is that of its buyer. */
export function summaryBody(invoice: ShownInvoice, timezone: string): PortalInvoiceSummary {
  const whole = itemBody(invoice, { name: '', externalId: null, timezone })
  const { id, invoiceNumber, kind, total, amountDue, currency } = whole
  const { periodStart, periodEnd, issueDate, dueDate } = whole
  return {
    ...{ id, invoiceNumber, kind, status: invoice.status, total, amountDue, currency },
    ...{ periodStart, periodEnd, issueDate, dueDate, timezone },
  }
}

type Parts = {
  details: InvoiceDetails
  parties: Parties
  payments: readonly Payment[]
  canPay: boolean
}

/** Copies field by field, so that new internal invoice fields do not leak to customers. */
export function invoiceBody(
  invoice: ShownInvoice,
  { details, parties, payments, canPay }: Parts,
): PortalInvoice {
  const content = contentBody(invoice, details)
  const { netTerms, memo, subtotal, discountTotal, promotionTotal } = content
  const { netTotal, taxTotal, creditTotal } = content
  return {
    ...summaryBody(invoice, parties.buyer.timezone),
    ...{ netTerms, memo, subtotal, discountTotal, promotionTotal },
    ...{ netTotal, taxTotal, creditTotal },
    lineItems: content.lineItems.map((line, position) =>
      lineBody(line, details.lines[position], invoice.currency),
    ),
    discounts: content.discounts.map(({ discountId: _1, couponId: _2, ...discount }) => discount),
    promotions: content.promotions.map(({ grantId: _, ...promotion }) => promotion),
    taxes: content.taxes.map(({ taxRateId: _, ...tax }) => tax),
    ...partiesBody(parties),
    amountPaid: amountNumber(invoice.amountPaid),
    amountRefunded: amountNumber(invoice.amountRefunded),
    payments: payments.filter(({ status }) => status === 'succeeded').map(paymentBody),
    paidAt: invoice.paidAt?.toISOString() ?? null,
    voidedAt: invoice.voidedAt?.toISOString() ?? null,
    isPaymentPending: payments.some(({ status }) => status === 'pending'),
    canPay,
  }
}

function lineBody(
  line: ReturnType<typeof contentBody>['lineItems'][number],
  exact: InvoiceLine | undefined,
  currency: string,
): PortalInvoice['lineItems'][number] {
  const { cost: _1, eventCount: _2, strategyId: _3, agentId: _4, signalId, ...shown } = line
  return {
    ...shown,
    priceInWords: exact ? tiersInWords(exact, currency) : null,
    hasUsage: signalId !== null,
  }
}

function paymentBody({ method, amount, amountRefunded, reference, paidAt, createdAt }: Payment) {
  return {
    method,
    amount: amountNumber(amount),
    amountRefunded: amountNumber(amountRefunded),
    reference,
    paidAt: (paidAt ?? createdAt).toISOString(),
  }
}
