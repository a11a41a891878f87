import { type Static, Type } from 'typebox'
import { uuid } from '../../../platform/http/fields.ts'
import { audience, StrategyPriceBody } from '../strategies/dated-fields.ts'
import { optionalFields } from '../strategies/sent-fields.ts'

export const PriceParams = Type.Object({ planId: uuid(), strategyId: uuid(), priceId: uuid() })

const { pricingModel, rate, packageSize, tiers } = optionalFields

// The numbers are validated by `parseStrategy`, like those of a strategy.
export const StrategyPriceCreate = Type.Unsafe<unknown>(
  Type.Object(
    {
      effectiveFrom: Type.String({
        format: 'date',
        description: 'The first day of the periods that have this price.',
      }),
      audience: Type.Optional({ ...audience, default: 'everyone' }),
      ...{ pricingModel, rate, packageSize, tiers },
    },
    {
      title: 'StrategyPriceCreate',
      additionalProperties: false,
      examples: [{ effectiveFrom: '2027-01-01', rate: '0.55' }],
    },
  ),
)

export const StrategyPriceList = Type.Object(
  { results: Type.Array(StrategyPriceBody, { description: 'The first price, then by date.' }) },
  { title: 'StrategyPriceList', description: 'All prices of a strategy.' },
)
export type StrategyPriceList = Static<typeof StrategyPriceList>
