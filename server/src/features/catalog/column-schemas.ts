import { type Static, Type } from 'typebox'

const RateText = Type.Optional(Type.Union([Type.String(), Type.Null()]))

/** Schema of the column `long_context`. */
export const LongContextColumn = Type.Array(
  Type.Object({
    aboveInputTokens: Type.Integer({ minimum: 1 }),
    input: RateText,
    output: RateText,
    cacheRead: RateText,
    cacheWrite: RateText,
  }),
)
export type LongContextColumn = Static<typeof LongContextColumn>
