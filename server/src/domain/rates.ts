import type { Decimal } from './money.ts'

/** Price in USD of one token or unit of each kind. Null: no rate is published. */
export type Rates = {
  input: Decimal | null
  output: Decimal | null
  cacheRead: Decimal | null
  cacheWrite: Decimal | null
  /** A cache write that is kept for one hour; null: the rate of other cache writes. */
  cacheWrite1h: Decimal | null
  /** Non-LLM services only: one unit of quantity. */
  unit: Decimal | null
}
