import { decimal, ZERO } from '../../../domain/money.ts'
import { parseSentDecimal } from '../../../domain/sent-decimal.ts'
import { AppError } from '../../../platform/errors.ts'
import type { PriceChange } from '../../pricing-plans/prices/change-prices.ts'
import { dayProblem, readDay } from '../../pricing-plans/prices/read-day.ts'
import type { PriceChangeCreate } from './schemas.ts'

const LOWEST = decimal('-100')
const HIGHEST = decimal('1000')

/** Reads a change of prices by a percentage. Throws `invalid` with every problem. */
export function readChange(organizationId: string, body: PriceChangeCreate): PriceChange {
  const { planIds = [], strategyIds = [], audience = 'everyone', decimals } = body
  const problems: string[] = []
  if (planIds.length + strategyIds.length === 0) {
    problems.push('send planIds or strategyIds: what the change is for')
  }
  const percent = parseSentDecimal(body.percent)
  if (!percent || percent.lte(LOWEST) || HIGHEST.lt(percent) || percent.eq(ZERO)) {
    problems.push('percent must be a number above -100, at most 1000, and not 0, such as 5')
  }
  const from = readDay(body.effectiveFrom)
  if (from === undefined) problems.push(dayProblem('effectiveFrom'))
  if (!percent || from === undefined || problems.length > 0) throw new AppError('invalid', problems)
  const lowerCase = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))]
  return {
    organizationId,
    planIds: lowerCase(planIds),
    strategyIds: lowerCase(strategyIds),
    ...{ percent, from, audience, decimals: decimals ?? undefined },
  }
}
