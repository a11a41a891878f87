import { type InvoiceStatus, isPayable } from '../../domain/invoice-status.ts'
import { ZERO } from '../../domain/money.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findDetails } from '../invoices/details-queries.ts'
import { amountDue, type Invoice, type InvoiceDetails } from '../invoices/invoice.ts'
import { partiesOf } from '../invoices/parties.ts'
import { findInvoice } from '../invoices/queries.ts'
import { paymentUrl, takesPayments } from '../payments/payment-url.ts'
import { formatDate, formatMoney, formatPercent, formatPeriod } from './format.ts'
import { type DocumentLine, documentLine } from './lines.ts'
import { buyerOf, type Party, type Seller, sellerOf } from './parties.ts'
import { getLogo, listPaymentsMade, type PaymentMade } from './queries.ts'

export type Sum = { label: string; amount: string }

/**
 * An invoice as a customer may see it, with every date and amount written out: what the e-mail, the
 * PDF and the page to pay on show. There is nothing in it about costs and margins.
 */
export type InvoiceDocument = {
  id: string
  number: string
  status: InvoiceStatus
  currency: string
  seller: Seller
  buyer: Party
  /** Null on a draft. */
  issueDate: string | null
  dueDate: string
  netTerms: number
  period: string
  lines: DocumentLine[]
  subtotal: string
  /** What was taken off; each amount has a minus. */
  discounts: Sum[]
  taxes: Sum[]
  total: string
  payments: Sum[]
  amountPaid: string
  amountRefunded: string | null
  amountDue: string
  memo: string | null
  footer: string | null
  /** Null when there is nothing to pay, or not yet, or no longer. */
  payUrl: string | null
}

export async function getInvoiceDocument(
  db: Db,
  config: Pick<Config, 'publicUrl' | 'stripe' | 'environment'>,
  key: { organizationId: string; id: string },
): Promise<InvoiceDocument> {
  const invoice = await findInvoice(db, key)
  if (!invoice) throw new AppError('not_found', 'Invoice not found')
  const { seller, buyer } = await partiesOf(db, invoice)
  const details = await findDetails(db, invoice)
  const payments = await listPaymentsMade(db, invoice)
  const timeZone = buyer.timezone
  const { id, status, currency, netTerms, memo, issuedAt, periodStart, periodEnd } = invoice
  const period = { start: periodStart, end: periodEnd }
  return {
    id,
    number: invoice.invoiceNumber,
    status,
    currency,
    seller: sellerOf(seller, await getLogo(db, invoice.organizationId)),
    buyer: buyerOf(buyer),
    issueDate: issuedAt && formatDate(issuedAt, timeZone),
    dueDate: formatDate(invoice.dueDate, timeZone),
    netTerms,
    period: formatPeriod(periodStart, periodEnd, timeZone),
    lines: details.lines.map((line) => documentLine(line, { currency, timeZone, period })),
    ...sumsOf(invoice, details),
    payments: payments.map((payment) => paymentOf(payment, { currency, timeZone })),
    memo,
    footer: seller.footer,
    payUrl: isDue(invoice) && takesPayments(config) ? paymentUrl(config, invoice) : null,
  }
}

function isDue(invoice: Invoice): boolean {
  return isPayable(invoice.status) && amountDue(invoice).gt(ZERO)
}

function sumsOf(invoice: Invoice, { discounts, taxes }: InvoiceDetails) {
  const money = (amount: Invoice['total']) => formatMoney(amount, invoice.currency)
  const isRefunded = invoice.amountRefunded.gt(ZERO)
  return {
    subtotal: money(invoice.subtotal),
    discounts: discounts.map(({ name, percentOff, amount }) => ({
      label: percentOff === null ? name : `${name} (${formatPercent(percentOff)} off)`,
      amount: money(ZERO.minus(amount)),
    })),
    taxes: taxes.map(({ name, percentage, isInclusive, taxableAmount, amount }) => ({
      label: isInclusive
        ? `${name} ${formatPercent(percentage)} of ${money(taxableAmount)}, included`
        : `${name} ${formatPercent(percentage)} of ${money(taxableAmount)}`,
      amount: money(amount),
    })),
    total: money(invoice.total),
    amountPaid: money(invoice.amountPaid),
    amountRefunded: isRefunded ? money(invoice.amountRefunded) : null,
    amountDue: money(amountDue(invoice)),
  }
}

const METHODS = new Map([
  ['card', 'card'],
  ['bank_transfer', 'bank transfer'],
  ['cash', 'cash'],
  ['check', 'check'],
])

function paymentOf(
  { amount, amountRefunded, method, reference, paidAt }: PaymentMade,
  { currency, timeZone }: { currency: string; timeZone: string },
): Sum {
  const how = METHODS.get(method)
  const refunded = amountRefunded.gt(ZERO)
    ? `, of which ${formatMoney(amountRefunded, currency)} refunded`
    : ''
  const by = how === undefined ? '' : ` by ${how}`
  const named = reference === null ? '' : ` (${reference})`
  return {
    label: `Paid ${formatDate(paidAt, timeZone)}${by}${named}${refunded}`,
    amount: formatMoney(ZERO.minus(amount), currency),
  }
}
