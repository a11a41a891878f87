import type { PricedTier } from '../../domain/pricing.ts'
import type { InvoiceLine } from '../invoices/invoice.ts'
import { formatMoney, formatPeriod, formatPrice, formatQuantity } from './format.ts'

export type DocumentTier = { range: string; units: string; rate: string; amount: string }

/** A line as the customer reads it. What it cost us has no place in it. */
export type DocumentLine = {
  description: string
  /** Under the description, the smaller: whose work, which days, how it was computed. */
  notes: string[]
  quantity: string
  /** Null where tiers say the price. */
  unitPrice: string | null
  tiers: DocumentTier[]
  amount: string
}

export type LineContext = {
  currency: string
  timeZone: string
  period: { start: Date; end: Date }
}

/** Everything that one needs to compute the line's amount again. */
export function documentLine(line: InvoiceLine, context: LineContext): DocumentLine {
  const { currency } = context
  return {
    description: line.description,
    notes: [...whatOf(line, context), ...prorationOf(line, currency), ...billedOf(line, currency)],
    quantity: formatQuantity(line.quantity),
    unitPrice: line.unitPrice === null ? null : formatPrice(line.unitPrice, currency),
    tiers: line.tiers.map((tier, position) => {
      const isPool = line.pricingModel === 'credit_pool' && position === 0 && tier.lower.eq('0')
      return documentTier(tier, { currency, isPool })
    }),
    amount: formatMoney(line.amount, currency),
  }
}

function whatOf(line: InvoiceLine, { timeZone, period }: LineContext): string[] {
  const { agentName, signalName, periodStart, periodEnd } = line
  const what = signalName === null ? [] : [[agentName, signalName].filter(Boolean).join(' - ')]
  const isWhole =
    periodStart.getTime() === period.start.getTime() && periodEnd.getTime() === period.end.getTime()
  return isWhole ? what : [...what, formatPeriod(periodStart, periodEnd, timeZone)]
}

function prorationOf({ proration, quantity, unitPrice }: InvoiceLine, currency: string): string[] {
  if (proration === null) return []
  const days = `${proration.daysCovered} of ${proration.daysFull} days`
  if (unitPrice === null) return [`Prorated: ${days}`]
  const price = formatPrice(unitPrice, currency)
  const fee = quantity.eq('1') ? price : `${formatQuantity(quantity)} × ${price}`
  return [`Prorated: ${fee} × ${days}`]
}

/** Late usage: the tiers price the whole of the old period, of which a part was billed then. */
function billedOf({ billed, quantity, amount }: InvoiceLine, currency: string): string[] {
  if (billed === null) return []
  const allOfIt = quantity.plus(billed.quantity)
  const price = amount.plus(billed.amount)
  return [
    `Whole period: ${formatQuantity(allOfIt)} for ${formatMoney(price, currency)}`,
    `Already invoiced: ${formatQuantity(billed.quantity)} for ${formatMoney(billed.amount, currency)}`,
  ]
}

function documentTier(
  { lower, upper, rate, units, amount }: PricedTier,
  { currency, isPool }: { currency: string; isPool: boolean },
): DocumentTier {
  const range =
    upper === null
      ? `Above ${formatQuantity(lower)}`
      : lower.eq('0')
        ? `Up to ${formatQuantity(upper)}`
        : `Above ${formatQuantity(lower)}, up to ${formatQuantity(upper)}`
  const price = formatPrice(rate, currency)
  return {
    range: upper === null && lower.eq('0') ? 'All units' : range,
    units: formatQuantity(units),
    rate: isPool ? `${price} for the pool` : price,
    amount: formatPrice(amount, currency),
  }
}
