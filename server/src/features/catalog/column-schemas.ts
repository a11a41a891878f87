import { type Static, Type } from 'typebox'

const RateText = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const rates = {
  input: RateText,
  output: RateText,
  cacheRead: RateText,
  cacheWrite: RateText,
  cacheWrite1h: RateText,
}
const RatesColumn = Type.Object(rates)
export type RatesColumn = Static<typeof RatesColumn>

/** Schema of the column `long_context`. */
export const LongContextColumn = Type.Array(
  Type.Object({ aboveInputTokens: Type.Integer({ minimum: 1 }), ...rates }),
)
export type LongContextColumn = Static<typeof LongContextColumn>

/** Schema of the column `service_tiers`. */
export const ServiceTiersColumn = Type.Array(
  Type.Object({
    serviceTier: Type.String(),
    ...rates,
    longContext: Type.Optional(LongContextColumn),
  }),
)
export type ServiceTiersColumn = Static<typeof ServiceTiersColumn>
