import type { Budget, PastDecision } from '../../api/api-types.ts'
import { formatCost, formatCount, formatPrice, formatShare } from '../../ui/values/money.ts'

/** The unit of the figures of a budget. Those of a margin are money: what may be and was spent. */
type Unit = Pick<Budget, 'measure' | 'currency'>

/** Formats a figure of a budget in its unit, with all its digits: "$4.62", "1,000 units". */
export function figureInWords({ measure, currency }: Unit, figure: string): string {
  if (measure === 'quantity') return unitsOf(figure)
  return isOfCustomer(measure) ? formatPrice(figure, currency ?? 'USD') : formatCost(figure)
}

const unitsOf = (amount: string) => (amount === '1' ? '1 unit' : `${formatCount(amount)} units`)

const PERIODS = {
  run: 'each run',
  day: 'a day',
  month: 'a month',
  billing_period: 'a billing period',
  none: '',
} as const

const QUARTERS_OF_HOUR = 4
const QUARTERS_OF_DAY = 96

type Period = Pick<Budget, 'period' | 'rollingQuarters'>

/** Returns a period: "a day", "in any 5 hours", "in any 7 days". */
export function periodInWords({ period, rollingQuarters }: Period): string {
  return period === 'rolling' ? `in any ${lengthInWords(rollingQuarters ?? 0)}` : PERIODS[period]
}

function lengthInWords(quarters: number): string {
  const isDays = quarters % QUARTERS_OF_DAY === 0
  const length = quarters / (isDays ? QUARTERS_OF_DAY : QUARTERS_OF_HOUR)
  const unit = isDays ? 'day' : 'hour'
  return `${formatCount(length)} ${length === 1 ? unit : `${unit}s`}`
}

/** Returns the limit of a budget: "$5.00 a day", "Margin of 40% a billing period", "$5.00 of credit kept". */
export const limitInWords = (budget: Pick<Budget, 'amount'> & Unit & Period): string =>
  `${amountInWords(budget)} ${periodInWords(budget)}`.trim()

function amountInWords({ amount, ...unit }: Pick<Budget, 'amount'> & Unit): string {
  if (unit.measure === 'margin') return `Margin of ${formatShare(amount)}`
  const words = figureInWords(unit, amount)
  if (unit.measure === 'credit') return `${words} of credit kept`
  return unit.measure === 'revenue' ? `Revenue of ${words}` : words
}

/** Returns who has a budget: one customer, each customer for itself, or all of them together. */
export function holderInWords(
  { customerId, isPerCustomer }: Pick<Budget, 'customerId' | 'isPerCustomer'>,
  customerName: string | undefined,
): string {
  if (customerId !== null) return customerName ?? customerId
  return isPerCustomer ? 'Each customer' : 'All customers together'
}

type Figures = Pick<
  PastDecision,
  | 'measure'
  | 'currency'
  | 'reason'
  | 'limit'
  | 'spent'
  | 'held'
  | 'asked'
  | 'available'
  | 'reserve'
  | 'uncostedEvents'
>

/**
 * Explains a decision by the figures of its instant: "$4.62 spent + $0.40 held + $0.40 asked > $5.00",
 * and of a credit "$12.40 available − $0.99 held − $15.00 asked < $0.00".
 */
export function decisionInWords(decision: Figures): string {
  const { reason, limit, spent, held, asked, available, reserve, uncostedEvents } = decision
  if (reason === 'unknown_cost') {
    const events =
      uncostedEvents === 1 ? '1 event has' : `${formatCount(uncostedEvents)} events have`
    return `${events} no known cost`
  }
  const figure = (amount: string) =>
    decision.measure === 'quantity' ? formatCount(amount) : figureInWords(decision, amount)
  if (available !== null && reserve !== null) {
    if (reason === 'negative_credit') return `${figure(available)} of credit is left`
    const rest = `${figure(available)} available − ${figure(held)} held − ${figure(asked)} asked`
    return `${rest} < ${figure(reserve)}`
  }
  const used = `${figure(spent)} spent + ${figure(held)} held + ${figure(asked)} asked`
  return `${used} > ${figureInWords(decision, limit)}`
}

/** The decisions that are listed; what was allowed is not. */
export const DECISIONS = { block: 'Blocked', warn: 'Warned' } as const
export const ACTIONS = { block: 'Blocks runs', alert: 'Alerts' } as const

/** Measures that are read from prices. They count each customer, by its billing period or its credit. */
export const isPriced = (measure: Budget['measure']): boolean =>
  measure === 'margin' || isOfCustomer(measure)

/** Measures in the currency of the customer. */
export const isOfCustomer = (measure: Budget['measure']): boolean =>
  measure === 'revenue' || measure === 'credit'

/** Measures in which events of unknown cost are missing. */
export const countsCost = (measure: Budget['measure']): boolean =>
  measure === 'cost' || measure === 'margin'
