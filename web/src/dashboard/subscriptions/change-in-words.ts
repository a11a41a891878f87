import type { SubscriptionChange } from '../../api/api-types.ts'
import { formatDay, isDay } from '../../ui/values/dates.ts'
import { formatPrice } from '../../ui/values/money.ts'
import { FIELD_NAMES } from './subscription-texts.ts'

type FieldChange = SubscriptionChange['changes'][number]

/** Returns true for the first entry, in which every field changes from null. */
export const isCreation = ({ changes }: SubscriptionChange): boolean =>
  changes.some(({ field }) => field === 'startDate') && changes.every(({ from }) => from === null)

/** The terms of a subscription that the words of a change name. */
export type Terms = {
  currency: string
  /** Names of the plan's prices by id; a deleted one has none. */
  priceNames: ReadonlyMap<string, string>
}

/** Returns a change in words, such as "Seats: 5, was 3". */
export function wordsOf({ field, from, to }: FieldChange, terms: Terms): string {
  const groups = PRICE.exec(field)?.groups
  if (groups) return priceInWords({ ...groups, from, to }, terms)
  const name = nameOf(field)
  return `${name}: ${valueInWords(to)}, was ${valueInWords(from)}`
}

/** A price by date: of a strategy of the plan, or of the subscription's own. */
const PRICE = /^(strategy[.](?<planPrice>[^.]+)[.]prices|prices[.](?<ownPrice>[^.]+))[.]/

type DatedPrice = {
  effectiveFrom?: string | null
  usePlanPrice?: boolean
  rate?: number | null
  tiers?: unknown[] | null
}

type PriceChange = { planPrice?: string; ownPrice?: string; from: unknown; to: unknown }

/** Returns a price by date that was added or deleted, such as "Own price of Fee from 1 Jul 2026: $40.00". */
function priceInWords(
  { planPrice, ownPrice, from, to }: PriceChange,
  { currency, priceNames }: Terms,
): string {
  const { effectiveFrom, usePlanPrice, rate, tiers }: DatedPrice = to ?? from ?? {}
  const day = effectiveFrom ? `from ${formatDay(effectiveFrom)}` : 'from the start'
  const kind = ownPrice === undefined ? 'Price of the plan' : 'Own price'
  const named = priceNames.get(ownPrice ?? planPrice ?? '')
  const name = `${kind}${named === undefined ? '' : ` of ${named}`} ${day}`
  if (to === null) return `${name}: deleted`
  if (usePlanPrice) return `${name}: the plan’s price again`
  if (typeof rate === 'number') return `${name}: ${formatPrice(rate, currency)}`
  return `${name}: ${tiers?.length ?? 0} tiers`
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
