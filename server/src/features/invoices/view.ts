import { amountNumber } from '../../domain/json-amount.ts'
import { type Decimal, sum } from '../../domain/money.ts'
import {
  amountDue,
  type Invoice,
  type InvoiceDetails,
  type InvoiceLine,
  netTotalOf,
} from './invoice.ts'
import type { Invoice as InvoiceBody, InvoiceLine as InvoiceLineBody } from './invoice-fields.ts'
import { partiesBody } from './parties-body.ts'
import type { NamedCustomer, Parties } from './party.ts'
import type { InvoicePayment } from './read-queries.ts'
import type { InvoiceSummary } from './schemas.ts'

const COST_CURRENCY = 'USD'

/** Builds the invoice as lists return it. */
export function itemBody(invoice: Invoice, customer: NamedCustomer): InvoiceSummary {
  return {
    id: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    customerId: invoice.customerId,
    customerName: customer.name,
    customerExternalId: customer.externalId,
    kind: invoice.kind,
    subscriptionId: invoice.subscriptionId,
    status: invoice.status,
    total: amountNumber(invoice.total),
    amountDue: amountNumber(amountDue(invoice)),
    currency: invoice.currency,
    periodStart: invoice.periodStart.toISOString(),
    periodEnd: invoice.periodEnd.toISOString(),
    issueDate: (invoice.issuedAt ?? invoice.generatedAt).toISOString(),
    dueDate: invoice.dueDate.toISOString(),
    timezone: customer.timezone,
    issuedWithoutEmail: invoice.issuedWithoutEmail,
    createdAt: invoice.createdAt.toISOString(),
    updatedAt: invoice.updatedAt.toISOString(),
  }
}

export type InvoiceParts = {
  details: InvoiceDetails
  parties: Parties
  customerExternalId: string | null
  payments: readonly InvoicePayment[]
}

/** Builds the complete invoice. */
export function invoiceBody(
  invoice: Invoice,
  { details, parties, customerExternalId, payments }: InvoiceParts,
): InvoiceBody {
  return {
    ...itemBody(invoice, {
      name: parties.buyer.name,
      externalId: customerExternalId,
      timezone: parties.buyer.timezone,
    }),
    ...partiesBody(parties),
    ...contentBody(invoice, details),
    amountPaid: amountNumber(invoice.amountPaid),
    amountRefunded: amountNumber(invoice.amountRefunded),
    payments: payments.map(({ amount, amountRefunded, paidAt, ...payment }) => ({
      ...payment,
      amount: amountNumber(amount),
      amountRefunded: amountNumber(amountRefunded),
      paidAt: paidAt?.toISOString() ?? null,
    })),
    paidAt: invoice.paidAt?.toISOString() ?? null,
    voidedAt: invoice.voidedAt?.toISOString() ?? null,
    voidReason: invoice.voidReason,
  }
}

type Totals = {
  currency: string
  netTerms: number
  memo: string | null
  subtotal: Decimal
  discountTotal: Decimal
  promotionTotal: Decimal
  taxTotal: Decimal
  creditTotal: Decimal
  total: Decimal
  totalCost: Decimal
}

/** Builds amounts, lines and totals, for both stored invoices and previews. */
export function contentBody(
  totals: Totals,
  { lines, discounts, promotions, taxes }: InvoiceDetails,
) {
  const { currency, total, taxTotal, creditTotal, totalCost } = totals
  const netTotal = netTotalOf(totals)
  return {
    netTerms: totals.netTerms,
    memo: totals.memo,
    lineItems: lines.map(lineBody),
    subtotal: amountNumber(totals.subtotal),
    discounts: discounts.map((discount) => ({
      ...discount,
      percentOff: discount.percentOff && amountNumber(discount.percentOff),
      amountOff: discount.amountOff && amountNumber(discount.amountOff),
      amount: amountNumber(discount.amount),
    })),
    discountTotal: amountNumber(totals.discountTotal),
    promotions: promotions.map(({ amount, ...promotion }) => ({
      ...promotion,
      amount: amountNumber(amount),
    })),
    promotionTotal: amountNumber(totals.promotionTotal),
    taxes: taxes.map((tax) => ({
      ...tax,
      percentage: amountNumber(tax.percentage),
      taxableAmount: amountNumber(tax.taxableAmount),
      amount: amountNumber(tax.amount),
    })),
    taxTotal: amountNumber(taxTotal),
    netTotal: amountNumber(netTotal),
    creditTotal: amountNumber(creditTotal),
    totalAmount: amountNumber(total),
    agentBreakdown: agentBreakdown(lines, totalCost),
    totalCost: amountNumber(totalCost),
    margin: currency === COST_CURRENCY ? amountNumber(netTotal.minus(totalCost)) : null,
  }
}

/** A subscription has one agent, so the whole invoice belongs to it. */
function agentBreakdown(lines: readonly InvoiceLine[], totalCost: Decimal) {
  const [first] = lines
  if (!first || first.agentId === null || first.agentName === null) return []
  return [
    {
      agentId: first.agentId,
      agentName: first.agentName,
      amount: amountNumber(sum(lines.map(({ amount }) => amount))),
      cost: amountNumber(totalCost),
      eventCount: lines.reduce((count, line) => count + line.eventCount, 0),
    },
  ]
}

/** Builds an invoice line as the API returns it. */
export function lineBody(line: InvoiceLine): InvoiceLineBody {
  return {
    id: line.id,
    type: line.type,
    description: line.description,
    strategyId: line.strategyId,
    pricingModel: line.pricingModel,
    agentId: line.agentId,
    agentName: line.agentName,
    signalId: line.signalId,
    signalName: line.signalName,
    quantity: amountNumber(line.quantity),
    unitPrice: line.unitPrice && amountNumber(line.unitPrice),
    proration: line.proration,
    tiers: line.tiers.map((tier) => ({
      lower: amountNumber(tier.lower),
      upper: tier.upper && amountNumber(tier.upper),
      rate: amountNumber(tier.rate),
      flatFee: amountNumber(tier.flatFee),
      units: amountNumber(tier.units),
      packages: tier.packages && {
        count: amountNumber(tier.packages.count),
        size: amountNumber(tier.packages.size),
      },
      amount: amountNumber(tier.amount),
    })),
    billed: line.billed && {
      quantity: amountNumber(line.billed.quantity),
      amount: amountNumber(line.billed.amount),
    },
    amount: amountNumber(line.amount),
    isAdvance: line.isAdvance,
    cost: line.cost && amountNumber(line.cost),
    eventCount: line.eventCount,
    periodStart: line.periodStart.toISOString(),
    periodEnd: line.periodEnd.toISOString(),
  }
}
