import { isDecimal } from '../decimal-text.ts'
import { type Draft, hasTiers } from '../draft.ts'

const UNITS = 1_000
const SEATS = 5
const QUANTITY_MAX = 1_000_000_000_000

/** How much a preview begins with: enough to reach the last tier. */
export function firstQuantity(draft: Draft): number {
  if (draft.kind === 'seat_based') return SEATS
  const lastStart = hasTiers(draft.kind) ? draft.tiers.at(-2)?.upTo.trim() : undefined
  if (lastStart === undefined || !isDecimal(lastStart)) return UNITS
  return Math.min(Math.max(Math.ceil(Number(lastStart) * 1.5), 1), QUANTITY_MAX)
}

/** How far the slider goes; it does not move while one slides. */
export function sliderEnd(quantity: number): number {
  return Math.max(quantity * 2, 10)
}

/** A whole number that the service takes, or undefined. */
export function quantityOf(typed: string): number | undefined {
  const number = /^\d{1,13}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return number <= QUANTITY_MAX ? number : undefined
}
