import { type Static, Type } from 'typebox'
import {
  nullable,
  searchIn,
  sortBy,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder } from '../../../platform/http/list.ts'
import { DECIMAL } from '../../../platform/http/text-patterns.ts'
import { TIERS_MAX } from './parse-strategy.ts'

export const STRATEGIES_MAX = 100

const chargeTypes = Type.Enum(['usage', 'recurring', 'seat_based', 'onetime'], {
  title: 'ChargeType',
  description:
    'When it is billed. usage: by the events of a signal in the billing period. recurring: once a ' +
    'period. seat_based: once a period for each seat. onetime: on the start day.',
})
const pricingModels = Type.Enum(['flat', 'graduated', 'volume', 'credit_pool'], {
  title: 'PricingModel',
  description:
    'How usage is priced, always on the total of the period. flat: quantity × rate. graduated: ' +
    "each unit at its own tier's rate. volume: all units at the rate of the tier that the total " +
    'lands in. credit_pool: a fee for a pool of units, then a rate for each unit above it.',
})

export const StrategyParams = Type.Object({ planId: uuid(), strategyId: uuid() })

const tierFields = {
  lower: 'Units above this.',
  upper: 'Up to and including this; null in the last tier.',
  rate: "In the plan's currency, per unit; in the first tier of a credit_pool the price of the whole pool.",
}

const PricingTier = Type.Object(
  {
    lower: Type.Number({ description: tierFields.lower }),
    upper: Type.Union([Type.Number(), Type.Null()], { description: tierFields.upper }),
    rate: Type.Number({ description: tierFields.rate }),
  },
  { title: 'PricingTier', description: 'One band of units, and their price.' },
)

export const PricingStrategy = Type.Object(
  {
    id: uuid(),
    planId: uuid(),
    name: Type.String(),
    chargeType: chargeTypes,
    pricingModel: nullable(pricingModels, 'Null unless chargeType is usage.'),
    signalId: nullable(uuid(), 'Null unless chargeType is usage.'),
    rate: nullable(
      Type.Number(),
      "In the plan's currency: per unit, period, seat or once. Null when tiered.",
    ),
    tiers: nullable(Type.Array(PricingTier)),
    isActive: Type.Boolean({ description: 'False: it is kept and bills nothing.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'PricingStrategy', description: 'One priced thing of a plan.' },
)
export type PricingStrategy = Static<typeof PricingStrategy>

export const PricingStrategyList = listOf('PricingStrategyList', PricingStrategy)
export type PricingStrategyList = Static<typeof PricingStrategyList>

export const PricingStrategyBulkResult = Type.Object(
  { results: Type.Array(PricingStrategy, { description: 'In the order of the request.' }) },
  { title: 'PricingStrategyBulkResult', description: 'The strategies as they are now.' },
)
export type PricingStrategyBulkResult = Static<typeof PricingStrategyBulkResult>

export const StrategyListQuery = Type.Object({
  ...pageParameters,
  chargeType: Type.Optional(chargeTypes),
  signalId: Type.Optional(uuid()),
  isActive: Type.Optional(Type.Boolean()),
  search: searchIn('the name'),
  sortBy: sortBy(['createdAt', 'name']),
  sortOrder,
})
export type StrategyListQuery = Static<typeof StrategyListQuery>

// Bodies as they are documented. parseStrategy checks them: which fields go together depends on
// the kind of charge, and a problem names its place in the list, as in "[2].tiers[0].upper".

const RATE_MAX = '9 × 10^13'

const amount = (description: string, max = '10^15') =>
  Type.Union(
    [Type.Number({ minimum: 0 }), Type.String({ pattern: DECIMAL, maxLength: VALUE_LENGTH_MAX })],
    { description: `${description} A number or decimal text; at most ${max}.` },
  )

const optional = <T extends Type.TSchema>(schema: T) => Type.Optional(nullable(schema))

const PricingTierCreate = Type.Object(
  {
    lower: amount(tierFields.lower),
    upper: Type.Union([amount(tierFields.upper), Type.Null()]),
    rate: amount(tierFields.rate, RATE_MAX),
  },
  { title: 'PricingTierCreate' },
)

const tiers = Type.Array(PricingTierCreate, {
  maxItems: TIERS_MAX,
  description:
    'For graduated and volume; exactly two for credit_pool, the pool and the overage. The first ' +
    'lower is 0, each lower is the previous upper, only the last upper is null.',
})

const optionalFields = {
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: TEXT_LENGTH_MAX,
      description: "On the invoice line. Default the signal's name, or what kind of fee it is.",
    }),
  ),
  pricingModel: optional(pricingModels),
  signalId: optional(uuid('Required for usage: a signal of an agent that the plan is linked to.')),
  rate: optional(amount('For flat usage and every fee.', RATE_MAX)),
  tiers: optional(tiers),
  isActive: Type.Optional(Type.Boolean({ default: true })),
}

const PricingStrategyCreate = Type.Object(
  { chargeType: chargeTypes, ...optionalFields },
  { title: 'PricingStrategyCreate', additionalProperties: false },
)
const PricingStrategyUpdate = Type.Object(
  { chargeType: Type.Optional(chargeTypes), ...optionalFields },
  { title: 'PricingStrategyUpdate', additionalProperties: false },
)
const PricingStrategyUpsert = Type.Object(
  {
    id: Type.Optional(uuid('Of the strategy to change; without it one is created.')),
    ...PricingStrategyUpdate.properties,
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
        { chargeType: 'recurring', name: 'Base fee', rate: 49 },
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
