import { type Static, Type } from 'typebox'

/** Decimal text, never a JSON number: what is written here is exactly what is charged. */
const DecimalText = Type.String({ pattern: '^\\d+(\\.\\d+)?$' })
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** USD per unit size of the entry; a rate that is absent is not published. */
const TokenRates = {
  input: Type.Optional(DecimalText),
  output: Type.Optional(DecimalText),
  cacheRead: Type.Optional(DecimalText),
  cacheWrite: Type.Optional(DecimalText),
}

/** Above this many input tokens in one call, every token of the call pays these rates. */
export const SnapshotTier = Type.Object({
  aboveInputTokens: Type.Integer({ minimum: 1 }),
  ...TokenRates,
})
export type SnapshotTier = Static<typeof SnapshotTier>

export const SnapshotPrice = Type.Object({
  /** A day, or a minute of it, in UTC; absent: in force since always. */
  effectiveFrom: Type.Optional(
    Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}Z)?$' }),
  ),
  /** Only between these times of day in UTC, half-open. */
  daily: Type.Optional(Type.Object({ from: TimeOfDay, to: TimeOfDay })),
  ...TokenRates,
  longContext: Type.Optional(Type.Array(SnapshotTier)),
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

/** One line of `services.json`: something other than tokens, priced by quantity. */
export const SnapshotService = Type.Object({
  provider: Type.String(),
  name: Type.String(),
  displayName: Type.String(),
  serviceType: Type.String(),
  /** USD for `unitSize` units. */
  rate: DecimalText,
  costUnit: Type.String(),
  unitSize: DecimalText,
  /** For people who check the price: which of several published prices this is. */
  note: Type.Optional(Type.String()),
})
export type SnapshotService = Static<typeof SnapshotService>

/** The order of `llm.json`, which makes a change of it read well. */
export function byProviderAndName(a: SnapshotModel, b: SnapshotModel): number {
  const key = ({ provider, name }: SnapshotModel) => `${provider} ${name}`
  return key(a) < key(b) ? -1 : 1
}
