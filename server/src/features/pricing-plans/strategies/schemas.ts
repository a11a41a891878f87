import { type Static, Type } from 'typebox'
import {
  nullable,
  searchIn,
  sortBy,
  timestamp,
  uuid,
  version,
} from '../../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder, updatedSince } from '../../../platform/http/list.ts'
import { StrategyPriceBody } from './dated-fields.ts'
import { chargeTypes, optionalFields, PricingStrategyCreate } from './sent-fields.ts'
import { shownPrice } from './shown-fields.ts'

export const STRATEGIES_MAX = 100

export const StrategyParams = Type.Object({ planId: uuid(), strategyId: uuid() })

const { name, chargeType, pricingModel, rate, packageSize, tiers, billTiming } = shownPrice

export const PricingStrategy = Type.Object(
  {
    id: uuid(),
    planId: uuid(),
    ...{ name, chargeType, pricingModel },
    signalId: nullable(uuid(), 'Null unless chargeType is usage.'),
    ...{ rate, packageSize, tiers, billTiming },
    prices: Type.Array(StrategyPriceBody, {
      description:
        'All prices by date. The fields above are those of the price that applies to everyone today (UTC).',
    }),
    isActive: Type.Boolean({ description: 'False: the strategy is kept but bills nothing.' }),
    version: version('Grows with each change.'),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'PricingStrategy', description: 'One price of a plan.' },
)
export type PricingStrategy = Static<typeof PricingStrategy>

export const PricingStrategyList = listOf('PricingStrategyList', PricingStrategy)
export type PricingStrategyList = Static<typeof PricingStrategyList>

export const PricingStrategyBulkResult = Type.Object(
  { results: Type.Array(PricingStrategy, { description: 'In the order of the request.' }) },
  { title: 'PricingStrategyBulkResult', description: 'The strategies after the request.' },
)
export type PricingStrategyBulkResult = Static<typeof PricingStrategyBulkResult>

export const StrategyListQuery = Type.Object({
  ...pageParameters,
  chargeType: Type.Optional(chargeTypes),
  signalId: Type.Optional(uuid()),
  isActive: Type.Optional(Type.Boolean()),
  search: searchIn('the name'),
  sortBy: sortBy(['createdAt', 'name', 'updatedAt']),
  sortOrder,
  updatedSince,
})
export type StrategyListQuery = Static<typeof StrategyListQuery>

const PricingStrategyUpdate = Type.Object(
  { chargeType: Type.Optional(chargeTypes), ...optionalFields },
  { title: 'PricingStrategyUpdate', additionalProperties: false },
)
const PricingStrategyUpsert = Type.Object(
  {
    id: Type.Optional(uuid('The strategy to change; without it, a strategy is created.')),
    ...PricingStrategyUpdate.properties,
    isActive: Type.Optional(Type.Boolean({ description: 'Default for a new strategy: true.' })),
  },
  { title: 'PricingStrategyUpsert', additionalProperties: false },
)

const SIGNAL_ID = '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10'

export const CreateStrategies = Type.Unsafe<unknown>(
  Type.Array(PricingStrategyCreate, {
    minItems: 1,
    maxItems: STRATEGIES_MAX,
    examples: [
      [
        { chargeType: 'recurring', name: 'Base fee', rate: 49, billTiming: 'advance' },
        {
          chargeType: 'usage',
          pricingModel: 'graduated',
          signalId: SIGNAL_ID,
          tiers: [
            { lower: 0, upper: 1000, rate: 0.5 },
            { lower: 1000, upper: null, rate: 0.4 },
          ],
        },
      ],
    ],
  }),
)

export const SaveStrategies = Type.Unsafe<unknown>(
  Type.Array(PricingStrategyUpsert, {
    minItems: 1,
    maxItems: STRATEGIES_MAX,
    examples: [
      [
        { id: SIGNAL_ID, rate: 59 },
        { chargeType: 'seat_based', rate: '7.50' },
      ],
    ],
  }),
)

export const UpdateStrategy = Type.Unsafe<unknown>(
  Type.Object(PricingStrategyUpdate.properties, {
    title: 'PricingStrategyUpdate',
    additionalProperties: false,
    examples: [{ rate: '0.45' }],
  }),
)
