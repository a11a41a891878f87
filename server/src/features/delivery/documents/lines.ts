import { decimal } from '../../../domain/money.ts'
import type { InvoiceLine } from '../../invoices/invoice.ts'
import { formatMoney, formatPeriod, formatPrice, formatQuantity } from './format.ts'
import { tierTexts } from './tier-text.ts'

const ONE = decimal('1')

/** A line as the customer sees it, without the operator's costs. */
export type DocumentLine = {
  description: string
  /** Small text below the description: the agent, the dates and the computation. */
  notes: string[]
  quantity: string
  /** Null where the notes contain the price. */
  unitPrice: string | null
  amount: string
}

export type LineContext = {
  currency: string
  timeZone: string
  period: { start: Date; end: Date }
}

/** Builds a line with everything that is needed to recompute its amount. */
export function documentLine(line: InvoiceLine, context: LineContext): DocumentLine {
  const { currency } = context
  return {
    description: line.description,
    notes: [
      ...whatOf(line, context),
      ...prorationOf(line, currency),
      ...billedOf(line, currency),
      ...tierTexts(line, currency),
    ],
    quantity: formatQuantity(line.quantity),
    unitPrice: line.unitPrice === null ? null : formatPrice(line.unitPrice, currency),
    amount: formatMoney(line.amount, currency),
  }
}

/** Formats the quantity and price; null where that repeats the amount. */
export function priceText({ quantity, unitPrice, amount }: DocumentLine): string | null {
  if (unitPrice === null) return `Quantity: ${quantity}`
  return quantity === '1' && unitPrice === amount ? null : `${quantity} × ${unitPrice}`
}

function whatOf(line: InvoiceLine, { timeZone, period }: LineContext): string[] {
  const { agentName, signalName, periodStart, periodEnd } = line
  const what = signalName === null ? [] : [[agentName, signalName].filter(Boolean).join(' – ')]
  const isWhole =
    periodStart.getTime() === period.start.getTime() && periodEnd.getTime() === period.end.getTime()
  return isWhole ? what : [...what, formatPeriod(periodStart, periodEnd, timeZone)]
}

function prorationOf({ proration, quantity, unitPrice }: InvoiceLine, currency: string): string[] {
  if (proration === null) return []
  const days = `${proration.daysCovered} of ${proration.daysFull} days`
  if (unitPrice === null) return [`Prorated: ${days}`]
  const price = formatPrice(unitPrice, currency)
  const fee = quantity.eq(ONE) ? price : `${formatQuantity(quantity)} × ${price}`
  return [`Prorated: ${fee} × ${days}`]
}

/**
 * For late usage and partial periods: the tiers price all usage since the start of the period, of
 * which this line is a part.
 */
function billedOf({ billed, quantity, amount }: InvoiceLine, currency: string): string[] {
  if (billed === null) return []
  const allOfIt = quantity.plus(billed.quantity)
  const price = amount.plus(billed.amount)
  return [
    `Total: ${formatQuantity(allOfIt)} for ${formatMoney(price, currency)}`,
    `Invoiced separately: ${formatQuantity(billed.quantity)} for ${formatMoney(billed.amount, currency)}`,
  ]
}
