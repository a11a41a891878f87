import type { Budget, JudgedBudget } from '../../api/api-types.ts'
import { formatCost, formatCount, type MoneyValue } from '../../ui/values/money.ts'

type Measure = Budget['measure']

/** Formats an amount of a budget in its unit, with all its digits: "$4.62", "1,000 units". */
export const amountOf = (measure: Measure, amount: MoneyValue): string =>
  measure === 'quantity' ? unitsOf(amount) : formatCost(amount)

/** Formats an amount for a column of figures, whose unit the limit shows: "$4.62", "1,000". */
export const figureOf = (measure: Measure, amount: MoneyValue): string =>
  measure === 'quantity' ? formatCount(amount) : formatCost(amount)

const unitsOf = (amount: MoneyValue) =>
  String(amount) === '1' ? '1 unit' : `${formatCount(amount)} units`

const PERIODS = {
  run: 'each run',
  day: 'a day',
  month: 'a month',
  billing_period: 'a billing period',
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

/** Returns the limit of a budget: "$5.00 a day", "100 units in any 5 hours". */
export const limitInWords = (budget: Pick<Budget, 'measure' | 'amount'> & Period): string =>
  `${amountOf(budget.measure, budget.amount)} ${periodInWords(budget)}`

/** Returns who has a budget: one customer, each customer for itself, or all of them together. */
export function holderInWords(
  { customerId, isPerCustomer }: Pick<Budget, 'customerId' | 'isPerCustomer'>,
  customerName: string | undefined,
): string {
  if (customerId !== null) return customerName ?? customerId
  return isPerCustomer ? 'Each customer' : 'All customers together'
}

type Figures = Pick<
  JudgedBudget,
  'measure' | 'limit' | 'spent' | 'held' | 'asked' | 'uncostedEvents'
> & { reason: string }

/**
 * Explains a decision by the figures of its instant: "$4.62 spent + $0.40 held + $0.40 asked > $5.00".
 */
export function decisionInWords(decision: Figures): string {
  const { measure, reason, limit, spent, held, asked, uncostedEvents } = decision
  if (reason === 'unknown_cost') {
    const events =
      uncostedEvents === 1 ? '1 event has' : `${formatCount(uncostedEvents)} events have`
    return `${events} no known cost`
  }
  const figure = (amount: string) => figureOf(measure, amount)
  const used = `${figure(spent)} spent + ${figure(held)} held + ${figure(asked)} asked`
  return `${used} > ${amountOf(measure, limit)}`
}

/** The decisions that are listed; what was allowed is not. */
export const DECISIONS = { block: 'Blocked', warn: 'Warned' } as const
export const ACTIONS = { block: 'Blocks runs', alert: 'Alerts' } as const
