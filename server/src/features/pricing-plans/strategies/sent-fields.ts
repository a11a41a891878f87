import { Type } from 'typebox'
import { nullable, TEXT_LENGTH_MAX, uuid, VALUE_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { DECIMAL, NAME } from '../../../platform/http/text-patterns.ts'
import { TIERS_MAX } from './kind-schemas.ts'

export const chargeTypes = Type.Enum(['usage', 'recurring', 'seat_based', 'onetime'], {
  title: 'ChargeType',
  description:
    'When the charge is billed. usage: by the events of a signal in the billing period. ' +
    'recurring: once per period. seat_based: once per period for each seat. onetime: on ' +
    'the start date.',
})
export const pricingModels = Type.Enum(['flat', 'package', 'graduated', 'volume', 'credit_pool'], {
  title: 'PricingModel',
  description:
    'How usage is priced, always on the total of the period. flat: quantity × rate. ' +
    'package: rate for each package that is begun. ' +
    'graduated: each unit at the rate of its own tier. volume: all units at the rate of ' +
    'the tier that the total falls into. credit_pool: a fee for a pool of units, then a ' +
    'rate for each unit above it.',
})

export const billTimings = Type.Enum(['arrears', 'advance'], {
  title: 'BillTiming',
  description:
    'When the fee of a billing period is billed. arrears: on the invoice at its end. advance: on the ' +
    'invoice at its start.',
})

export const tierFields = {
  lower: 'Exclusive lower bound, in units.',
  upper: 'Inclusive upper bound, in units; null in the last tier.',
  rate:
    "In the plan's currency, per unit; in the first tier of a credit_pool, the price of " +
    'the whole pool.',
  flatFee:
    "In the plan's currency, due once when the quantity reaches into the tier: in graduated for " +
    'each such tier, in volume that of the tier of the total. Not for credit_pool.',
}
export const packageSize = 'Units in a package, a whole number. For pricingModel package only.'

// Documents the request bodies; `parseStrategy` validates them. Valid combinations depend on the
// charge type, and each problem names its position in the list, such as "[2].tiers[0].upper".

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
    flatFee: Type.Optional(amount(`${tierFields.flatFee} Default: 0.`, RATE_MAX)),
  },
  { title: 'PricingTierCreate' },
)

const tiers = Type.Array(PricingTierCreate, {
  maxItems: TIERS_MAX,
  description:
    'For graduated, volume and credit_pool; exactly two for credit_pool: the pool and ' +
    'the overage. The first lower is 0, each lower equals the previous upper, and only ' +
    'the last upper is null.',
})

export const optionalFields = {
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: TEXT_LENGTH_MAX,
      pattern: NAME,
      description:
        'Printed on the invoice line. Default: the name of the signal, or the kind of fee.',
    }),
  ),
  pricingModel: optional(pricingModels),
  signalId: optional(uuid('Required for usage: a signal of an agent that is linked to the plan.')),
  rate: optional(
    amount(
      'For usage by flat and by package, where it is for a whole package, and for all fees.',
      RATE_MAX,
    ),
  ),
  packageSize: optional(amount(packageSize)),
  tiers: optional(tiers),
  billTiming: Type.Optional(nullable(billTimings, 'For recurring and seat_based. Null: arrears.')),
  isActive: Type.Optional(Type.Boolean()),
}

export const PricingStrategyCreate = Type.Object(
  {
    chargeType: chargeTypes,
    ...optionalFields,
    isActive: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'PricingStrategyCreate', additionalProperties: false },
)
