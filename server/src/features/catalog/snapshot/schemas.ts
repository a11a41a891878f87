import { type Static, Type } from 'typebox'

/** Decimal text, never a JSON number, so that the stored price is exact. */
const DecimalText = Type.String({ pattern: '^\\d+(\\.\\d+)?$' })
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** USD per unit size of the entry; an absent rate is not published. */
const TokenRates = {
  input: Type.Optional(DecimalText),
  output: Type.Optional(DecimalText),
  cacheRead: Type.Optional(DecimalText),
  cacheWrite: Type.Optional(DecimalText),
  cacheWrite1h: Type.Optional(DecimalText),
}
const TokenRateTexts = Type.Object(TokenRates)
export type TokenRateTexts = Static<typeof TokenRateTexts>

/** Rates for every token of a call with more than this many input tokens. */
export const SnapshotTier = Type.Object({
  aboveInputTokens: Type.Integer({ minimum: 1 }),
  ...TokenRates,
})
export type SnapshotTier = Static<typeof SnapshotTier>

/** Rates of a tier of service, such as `batch`, in place of the standard ones. */
const SnapshotServiceTier = Type.Object({
  serviceTier: Type.String(),
  ...TokenRates,
  longContext: Type.Optional(Type.Array(SnapshotTier)),
})
export type SnapshotServiceTier = Static<typeof SnapshotServiceTier>

export const SnapshotPrice = Type.Object({
  /** A day or minute in UTC; if absent, the price has always been in force. */
  effectiveFrom: Type.Optional(
    Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}Z)?$' }),
  ),
  /** Applies only between these times of day in UTC (half-open). */
  daily: Type.Optional(Type.Object({ from: TimeOfDay, to: TimeOfDay })),
  ...TokenRates,
  longContext: Type.Optional(Type.Array(SnapshotTier)),
  serviceTiers: Type.Optional(Type.Array(SnapshotServiceTier)),
})
export type SnapshotPrice = Static<typeof SnapshotPrice>

/** One line of `llm.json`: a model priced in USD per million tokens. */
export const SnapshotModel = Type.Object({
  provider: Type.String(),
  name: Type.String(),
  displayName: Type.String(),
  externalId: Type.String(),
  contextWindow: Type.Optional(Type.Integer({ minimum: 1 })),
  acceptsDateSuffix: Type.Optional(Type.Literal(true)),
  prices: Type.Array(SnapshotPrice, { minItems: 1 }),
})
export type SnapshotModel = Static<typeof SnapshotModel>

/** One line of `services.json`: a service priced by quantity instead of tokens. */
export const SnapshotService = Type.Object({
  provider: Type.String(),
  name: Type.String(),
  displayName: Type.String(),
  serviceType: Type.String(),
  /** USD for `unitSize` units. */
  rate: DecimalText,
  costUnit: Type.String(),
  unitSize: DecimalText,
  /** Explains to a reviewer which of several published prices this is. */
  note: Type.Optional(Type.String()),
})
export type SnapshotService = Static<typeof SnapshotService>

/** Sorts `llm.json`, which keeps its diffs readable. */
export function byProviderAndName(a: SnapshotModel, b: SnapshotModel): number {
  const key = ({ provider, name }: SnapshotModel) => `${provider} ${name}`
  return key(a) < key(b) ? -1 : 1
}
