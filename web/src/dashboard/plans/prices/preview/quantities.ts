import { isDecimal } from '../decimal-text.ts'
import { type Draft, hasTiers } from '../draft.ts'

const UNITS = 1_000
const SEATS = 5
const QUANTITY_MAX = 1_000_000_000_000

/** Returns the initial quantity of a preview, large enough to reach the last tier. */
export function firstQuantity(draft: Draft): number {
  if (draft.kind === 'seat_based') return SEATS
  const lastStart = hasTiers(draft.kind) ? draft.tiers.at(-2)?.upTo.trim() : undefined
  if (lastStart === undefined || !isDecimal(lastStart)) return UNITS
  return Math.min(Math.max(Math.ceil(Number(lastStart) * 1.5), 1), QUANTITY_MAX)
}

/** Returns the end of the slider, which stays fixed while the slider moves. */
export function sliderEnd(quantity: number): number {
  return Math.max(quantity * 2, 10)
}

/** Returns a whole number that the service accepts, or undefined. */
export function quantityOf(typed: string): number | undefined {
  const number = /^\d{1,13}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return number <= QUANTITY_MAX ? number : undefined
}
