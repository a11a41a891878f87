import type { PortalBudget } from '../../api/api-types.ts'
import { dayIn, formatDay } from '../../ui/values/dates.ts'
import { formatCount, formatPrice } from '../../ui/values/money.ts'

type Unit = Pick<PortalBudget, 'measure' | 'currency'>

/** Formats a figure of a limit: "$500.00", "1,000 units". */
export function figureInWords({ measure, currency }: Unit, figure: string): string {
  if (measure === 'revenue') return formatPrice(figure, currency ?? 'USD')
  return figure === '1' ? '1 unit' : `${formatCount(figure)} units`
}

export const PERIODS = {
  day: 'a day',
  month: 'a month',
  billing_period: 'a billing period',
} as const satisfies Record<PortalBudget['period'], string>

type Terms = Unit & Pick<PortalBudget, 'amount' | 'period' | 'action' | 'isActive'>

/** Says what a limit does: "Stops work at $500.00 a billing period". */
export function limitInWords(budget: Terms): string {
  const limit = `${figureInWords(budget, budget.amount)} ${PERIODS[budget.period]}`
  if (!budget.isActive) return `Switched off: ${limit}`
  return budget.action === 'block' ? `Stops work at ${limit}` : `Tells you at ${limit}`
}

/** Says what is used now: "$120.00 used, $380.00 left until 1 Dec 2026". */
export function usedInWords(budget: Unit & Pick<PortalBudget, 'used'>): string {
  const { used } = budget
  if (used === null) return 'You have no subscription in this currency, so nothing counts yet.'
  const { spent, held, remaining, resetsAt } = used
  const reserved = held === '0' ? '' : `, ${figureInWords(budget, held)} reserved`
  const isOver = remaining.startsWith('-')
  const left = isOver
    ? `${figureInWords(budget, remaining.slice(1))} over the limit`
    : `${figureInWords(budget, remaining)} left`
  const until = resetsAt === null ? '' : ` until ${formatDay(dayIn(resetsAt, 'UTC'))}`
  return `${figureInWords(budget, spent)} used${reserved}, ${left}${until}`
}
