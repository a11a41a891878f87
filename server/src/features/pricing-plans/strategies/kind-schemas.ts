import { type TSchema, Type } from 'typebox'
import type { PricingModel, TieredModel } from '../../../domain/prices/pricing.ts'
import type { FeeType } from '../../../domain/prices/strategy.ts'
import { name, nullable, TEXT_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { UUID } from '../../../platform/http/text-patterns.ts'

// Schemas of the strategy kinds and their non-numeric fields. `problem` and `missing` complete a
// sentence that begins with the field's name; `missing` applies if the field is absent or null.

export const TIERS_MAX = 1_000

const oneOf = <const Values extends string[]>(values: readonly [...Values]) => {
  const list = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  return Type.Enum(values, { missing: `is missing: send ${list}`, problem: `must be ${list}` })
}

/** A field that must be absent or null for a kind. */
const without = (problem: string) => Type.Optional(Type.Null({ problem }))

/** For all kinds but packages. */
const packageSize = without(
  'is for pricingModel package: leave packageSize out, or send pricingModel package',
)

/** For all kinds but fees that recur. */
const notRecurring = without(
  'is for chargeType recurring and seat_based, which are billed for a period: leave billTiming out',
)

const signalId = Type.String({
  pattern: UUID,
  missing: 'is missing: a usage charge prices one signal; send its id',
  problem: 'must be a UUID: send the id of a signal',
})

/** Fields that all kinds have. */
export const AnyKind = Type.Object({
  name: Type.Optional({
    ...name(),
    problem: `must be a text of 1 to ${TEXT_LENGTH_MAX} characters on one line, not only spaces`,
  }),
  isActive: Type.Optional(Type.Boolean({ problem: 'must be true or false' })),
})

export const UnknownCharge = Type.Object({
  chargeType: oneOf(['usage', 'recurring', 'seat_based', 'onetime']),
})

/** For fees that recur. */
const billTiming = Type.Optional({
  ...nullable(Type.Enum(['arrears', 'advance'])),
  problem: 'must be arrears (billed at the end of the period) or advance (at its start)',
})

const fee = (chargeType: FeeType) =>
  Type.Object({
    // Fees are always flat. The value is accepted but not stored.
    pricingModel: Type.Optional({
      ...nullable(Type.Literal('flat')),
      problem: `is for chargeType usage; a ${chargeType} charge has one rate: leave pricingModel out`,
    }),
    signalId: without(
      `is for chargeType usage; a ${chargeType} charge does not count events: leave signalId out`,
    ),
    tiers: without(
      `are for chargeType usage; a ${chargeType} charge has one rate: leave tiers out and send rate`,
    ),
    packageSize,
    billTiming: chargeType === 'onetime' ? notRecurring : billTiming,
  })

export const FEES = {
  recurring: fee('recurring'),
  seat_based: fee('seat_based'),
  onetime: fee('onetime'),
} satisfies Record<FeeType, TSchema>

export const UnknownModel = Type.Object({
  signalId,
  pricingModel: oneOf(['flat', 'package', 'graduated', 'volume', 'credit_pool']),
})

const tiered = (pricingModel: TieredModel) =>
  Type.Object({
    signalId,
    rate: without(
      `does not go with pricingModel ${pricingModel}, whose rates are in its tiers: leave rate ` +
        'out, or send pricingModel flat',
    ),
    packageSize,
    billTiming: notRecurring,
  })

export const USAGE = {
  flat: Type.Object({
    signalId,
    tiers: without(
      'do not go with pricingModel flat, which has one rate: leave tiers out, or send ' +
        'pricingModel graduated, volume or credit_pool',
    ),
    packageSize,
    billTiming: notRecurring,
  }),
  package: Type.Object({
    signalId,
    tiers: without(
      'do not go with pricingModel package, which has one rate: leave tiers out, or send ' +
        'pricingModel graduated, volume or credit_pool',
    ),
    billTiming: notRecurring,
  }),
  graduated: tiered('graduated'),
  volume: tiered('volume'),
  credit_pool: tiered('credit_pool'),
} satisfies Record<PricingModel, TSchema>
