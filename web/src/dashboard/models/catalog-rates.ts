import type { Service } from '../../api/api-types.ts'
import { formatCount } from '../../ui/values/money.ts'
import type { Rates } from '../cost-rates/rate-facts.ts'
import type { RatesUnder } from './rates-table.tsx'

type LongContext = readonly (Rates & { aboveInputTokens: number })[]

/** Returns the rates of a catalog entry under each of its conditions. */
export function catalogRates(service: Service): RatesUnder[] {
  const { isApi, inputCost, longContext, serviceTiers } = service
  if (isApi) return [{ condition: 'Rate', rates: { unitCost: inputCost } }]
  return [
    { condition: 'Standard', rates: service },
    ...longContexts(longContext),
    ...serviceTiers.flatMap((tier) => [
      { condition: tier.serviceTier, rates: tier },
      ...longContexts(tier.longContext, `${tier.serviceTier}, `),
    ]),
  ]
}

/** Returns the rates of long calls; `prefix` names their tier. */
export function longContexts(levels: LongContext, prefix = ''): RatesUnder[] {
  return levels.map((level) => ({
    condition: `${prefix}above ${formatCount(level.aboveInputTokens)} tokens`,
    rates: level,
  }))
}
