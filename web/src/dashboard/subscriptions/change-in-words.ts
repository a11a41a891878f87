import type { SubscriptionChange } from '../../api/api-types.ts'
import { formatDay, isDay } from '../../ui/values/dates.ts'
import { FIELD_NAMES } from './subscription-texts.ts'

type FieldChange = SubscriptionChange['changes'][number]

/** Returns true for the first entry, in which every field changes from null. */
export const isCreation = ({ changes }: SubscriptionChange): boolean =>
  changes.some(({ field }) => field === 'startDate') && changes.every(({ from }) => from === null)

/** Returns a change in words, such as "Seats: 3 → 5". */
export function wordsOf({ field, from, to }: FieldChange): string {
  const price = PRICE.exec(field)
  if (price) return priceInWords({ isOfPlan: price[1] !== undefined, from, to })
  const name = nameOf(field)
  return `${name}: ${valueInWords(from)} → ${valueInWords(to)}`
}

/** A price by date: of a strategy of the plan, or of the subscription's own. */
const PRICE = /^(strategy[.][^.]+[.])?prices[.]/

type DatedPrice = {
  effectiveFrom?: string | null
  usePlanPrice?: boolean
  rate?: number | null
  tiers?: unknown[] | null
}

/** Returns a price by date that was added or deleted, such as "Own price from 1 Jul 2026: 40". */
function priceInWords({ isOfPlan, from, to }: { isOfPlan: boolean; from: unknown; to: unknown }) {
  const { effectiveFrom, usePlanPrice, rate, tiers }: DatedPrice = to ?? from ?? {}
  const day = effectiveFrom ? `from ${formatDay(effectiveFrom)}` : 'since always'
  const name = `${isOfPlan ? 'Price of the plan' : 'Own price'} ${day}`
  if (to === null) return `${name}: deleted`
  if (usePlanPrice) return `${name}: the plan’s price again`
  return `${name}: ${rate ?? `${tiers?.length ?? 0} tiers`}`
}

const SEATS = 'seats.'

/** Returns the name of a field; that of seats has the day from which the number applies. */
function nameOf(field: string): string {
  return field.startsWith(SEATS)
    ? `Seats from ${formatDay(field.slice(SEATS.length))}`
    : (FIELD_NAMES[field] ?? field)
}

function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return isDay(value) ? formatDay(value) : value
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}
