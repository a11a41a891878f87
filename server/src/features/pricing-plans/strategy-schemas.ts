import { type Static, Type } from 'typebox'
import {
  nullable,
  searchIn,
  sortBy,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder } from '../../platform/http/list.ts'
import { DECIMAL } from '../../platform/http/text-patterns.ts'
import { TIERS_MAX } from './parse-strategy.ts'

export const STRATEGIES_MAX = 100

const chargeTypes = Type.Enum(['usage', 'recurring', 'seat_based', 'onetime'], {
  description:
    'When it is billed. usage: by the events of a signal in the billing period. recurring: once a ' +
    'period. seat_based: once a period for each seat. onetime: on the start day.',
})
const pricingModels = Type.Enum(['flat', 'graduated', 'volume', 'credit_pool'], {
  description:
    'How usage is priced, always on the total of the period. flat: quantity × rate. graduated: ' +
    "each unit at its own tier's rate. volume: all units at the rate of the tier that the total " +
    'lands in. credit_pool: a fee for a pool of units, then a rate for each unit above it.',
})

export const StrategyParams = Type.Object({ planId: uuid(), strategyId: uuid() })

const tierFields = {
  lower: 'Units above this.',
  upper: 'Up to and including this; null in the last tier.',
  rate: 'Per unit; in the first tier of a credit_pool the price of the whole pool.',
}

const TierBody = Type.Object({
  lower: Type.Number({ description: tierFields.lower }),
  upper: Type.Union([Type.Number(), Type.Null()], { description: tierFields.upper }),
  rate: Type.Number({ description: tierFields.rate }),
})

export const StrategyBody = Type.Object(
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
    tiers: nullable(Type.Array(TierBody)),
    isActive: Type.Boolean({ description: 'False: it is kept and bills nothing.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { description: 'One priced thing of a plan.' },
)
export type StrategyBody = Static<typeof StrategyBody>

export const StrategyList = listOf('PricingStrategyList', StrategyBody)
export type StrategyList = Static<typeof StrategyList>

export const StrategyResults = Type.Object(
  { results: Type.Array(StrategyBody, { description: 'In the order of the request.' }) },
  { description: 'The strategies as they are now.' },
)
export type StrategyResults = Static<typeof StrategyResults>

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

const tiers = Type.Array(
  Type.Object({
    lower: amount(tierFields.lower),
    upper: Type.Union([amount(tierFields.upper), Type.Null()]),
    rate: amount(tierFields.rate, RATE_MAX),
  }),
  {
    maxItems: TIERS_MAX,
    description:
      'For graduated and volume; exactly two for credit_pool, the pool and the overage. The first ' +
      'lower is 0, each lower is the previous upper, only the last upper is null.',
  },
)

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

const StrategyCreate = Type.Object(
  { chargeType: chargeTypes, ...optionalFields },
  { additionalProperties: false },
)
const StrategyUpdate = Type.Object(
  { chargeType: Type.Optional(chargeTypes), ...optionalFields },
  { additionalProperties: false },
)
const StrategyUpsert = Type.Object(
  {
    id: Type.Optional(uuid('Of the strategy to change; without it one is created.')),
    ...StrategyUpdate.properties,
  },
  { additionalProperties: false },
)

const SIGNAL_ID = '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10'

export const CreateStrategies = Type.Unsafe<unknown>(
  Type.Array(StrategyCreate, {
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
  Type.Array(StrategyUpsert, {
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
  Type.Object(StrategyUpdate.properties, {
    additionalProperties: false,
    examples: [{ rate: '0.45' }],
  }),
)
