import { Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
import { billTimings, chargeTypes, packageSize, pricingModels, tierFields } from './sent-fields.ts'

const PricingTier = Type.Object(
  {
    lower: Type.Number({ description: tierFields.lower }),
    upper: Type.Union([Type.Number(), Type.Null()], { description: tierFields.upper }),
    rate: Type.Number({ description: tierFields.rate }),
    flatFee: Type.Number({ description: tierFields.flatFee }),
  },
  { title: 'PricingTier', description: 'One range of units and its price.' },
)

/** The fields of a price that customers may see as well. */
export const shownPrice = {
  name: Type.String(),
  chargeType: chargeTypes,
  pricingModel: nullable(pricingModels, 'Null unless chargeType is usage.'),
  rate: nullable(
    Type.Number(),
    "In the plan's currency: per unit, per package, per period, per seat or once. Null when tiered.",
  ),
  packageSize: nullable(Type.Number(), packageSize),
  tiers: nullable(Type.Array(PricingTier)),
  billTiming: nullable(billTimings, 'Null unless chargeType is recurring or seat_based.'),
}
