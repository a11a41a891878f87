import { type InvoiceStatus, isPayable } from '../../../domain/invoice-status.ts'
import { type Decimal, decimal, sum, ZERO } from '../../../domain/money.ts'
import type { FoundBy } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findDetails } from '../../invoices/details.ts'
import {
  amountDue,
  documentName,
  type Invoice,
  type InvoiceDetails,
} from '../../invoices/invoice.ts'
import { findInvoice } from '../../invoices/ledger.ts'
import { partiesOf } from '../../invoices/parties/parties.ts'
import { type AccountUrlConfig, accountUrl } from '../../invoices/pay-link/account-url.ts'
import { type PayLinkConfig, paymentUrl, takesPayments } from '../../invoices/pay-link/pay-link.ts'
import { getSettings } from '../../organizations/settings.ts'
import { formatDate, formatMoney, formatPercent, formatPeriod, formatQuantity } from './format.ts'
import { type DocumentLine, documentLine } from './lines.ts'
import { buyerOf, type Party, type Seller, sellerOf } from './parties.ts'
import { listPaymentsMade, type PaymentMade } from './queries.ts'

export type Sum = { label: string; amount: string }

/**
 * An invoice as its customer may see it, with formatted dates and amounts. The email, the PDF and
 * the payment page display it. It contains no costs or margins.
 */
export type InvoiceDocument = {
  id: string
  /** The heading: Invoice, or Top-up invoice. */
  name: string
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
  /** Discounts; each amount is negative. */
  discounts: Sum[]
  /** Promotional credit; each amount is negative, unless it is given back. */
  promotions: Sum[]
  /** The amount before any taxes, from which they are computed; null without taxes. */
  netTotal: string | null
  /** Net total plus taxes equals the total before credit, also for tax-inclusive prices. */
  taxes: Sum[]
  /** Credit that this invoice uses, or gives for later invoices; null if there is none. */
  credit: Sum | null
  total: string
  payments: Sum[]
  amountPaid: string
  amountRefunded: string | null
  amountDue: string
  /** True while an amount is due, also if it cannot be paid online. */
  isDue: boolean
  /** The reason why no tax applies. */
  taxNote: string | null
  memo: string | null
  footer: string | null
  /** Null unless an amount is due and the service takes payments online. */
  payUrl: string | null
  /** The URL for requesting a portal link; null when the organization disables it. */
  accountUrl: string | null
}

export type DocumentConfig = PayLinkConfig & AccountUrlConfig

export async function getInvoiceDocument(
  db: Db,
  config: DocumentConfig,
  key: FoundBy,
): Promise<InvoiceDocument> {
  const invoice = await findInvoice(db, key)
  if (!invoice) throw new AppError('not_found', 'Invoice not found')
  const [{ seller, buyer }, settings, details, payments] = await Promise.all([
    partiesOf(db, invoice),
    getSettings(db, invoice.organizationId),
    findDetails(db, invoice),
    listPaymentsMade(db, invoice),
  ])
  const timeZone = buyer.timezone
  const { id, status, currency, netTerms, memo, issuedAt, periodStart, periodEnd } = invoice
  const period = { start: periodStart, end: periodEnd }
  return {
    id,
    name: documentName(invoice),
    number: invoice.invoiceNumber,
    status,
    currency,
    seller: sellerOf(seller, settings),
    buyer: buyerOf(buyer),
    issueDate: issuedAt && formatDate(issuedAt, timeZone),
    dueDate: formatDate(invoice.dueDate, timeZone),
    netTerms,
    period: formatPeriod(periodStart, periodEnd, timeZone),
    lines: details.lines.map((line) => documentLine(line, { currency, timeZone, period })),
    ...sumsOf(invoice, details),
    payments: payments.map((payment) => paymentOf(payment, { currency, timeZone })),
    taxNote: buyer.taxExemptionReason,
    memo,
    footer: seller.footer,
    isDue: isDue(invoice),
    payUrl: isDue(invoice) && takesPayments(config) ? paymentUrl(config, invoice) : null,
    accountUrl: settings.accountLinkInMails ? accountUrl(config, invoice) : null,
  }
}

function isDue(invoice: Invoice): boolean {
  return isPayable(invoice.status) && amountDue(invoice).gt(ZERO)
}

function sumsOf(invoice: Invoice, { discounts, promotions, taxes }: InvoiceDetails) {
  const money = (amount: Invoice['total']) => formatMoney(amount, invoice.currency)
  const isRefunded = invoice.amountRefunded.gt(ZERO)
  return {
    subtotal: money(invoice.subtotal),
    discounts: discounts.map(({ name, percentOff, amount }) => ({
      label: percentOff === null ? name : `${name} (${formatPercent(percentOff)} off)`,
      amount: money(ZERO.minus(amount)),
    })),
    promotions: promotions.map(({ name, amount }) => ({
      label: name,
      amount: money(ZERO.minus(amount)),
    })),
    netTotal: taxes.length === 0 ? null : money(netTotalOf(invoice)),
    taxes: taxes.map((tax) => ({ label: taxLabel(tax, taxes, money), amount: money(tax.amount) })),
    credit: creditOf(invoice, money),
    total: money(invoice.total),
    amountPaid: money(invoice.amountPaid),
    amountRefunded: isRefunded ? money(invoice.amountRefunded) : null,
    amountDue: money(amountDue(invoice)),
  }
}

type Tax = InvoiceDetails['taxes'][number]

/**
 * Labels a tax; an inclusive tax is a part of the gross amount: 19/119 of it, or 7/112 next to a
 * tax of 5 %.
 */
function taxLabel(tax: Tax, all: readonly Tax[], money: (amount: Decimal) => string): string {
  const rate = `${tax.name} ${formatPercent(tax.percentage)}`
  if (!tax.isInclusive) return rate
  const inclusive = all.filter(({ isInclusive }) => isInclusive)
  const gross = tax.taxableAmount.plus(sum(inclusive.map(({ amount }) => amount)))
  const whole = sum(inclusive.map(({ percentage }) => percentage)).plus(decimal('100'))
  const part = `${formatQuantity(tax.percentage)}/${formatQuantity(whole)}`
  return `${rate}, included: ${part} of ${money(gross)}`
}

function netTotalOf({ total, creditTotal, taxTotal }: Invoice): Decimal {
  return total.plus(creditTotal).minus(taxTotal)
}

/** Returns the credit that the invoice uses, or gives for later invoices. */
function creditOf({ creditTotal }: Invoice, money: (amount: Decimal) => string): Sum | null {
  if (creditTotal.eq(ZERO)) return null
  const label = creditTotal.gt(ZERO) ? 'Credit' : 'Left as credit for later invoices'
  return { label, amount: money(ZERO.minus(creditTotal)) }
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
