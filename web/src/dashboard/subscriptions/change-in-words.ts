import type { SubscriptionChange } from '../../api/api-types.ts'
import { formatDay, isDay } from '../../ui/values/dates.ts'
import { FIELD_NAMES } from './subscription-texts.ts'

type FieldChange = SubscriptionChange['changes'][number]

/** Returns true for the first entry, in which every field changes from null. */
export const isCreation = ({ changes }: SubscriptionChange): boolean =>
  changes.length > 1 && changes.every(({ from }) => from === null)

/** Returns a change in words, such as "Seats: 3 → 5". */
export function wordsOf({ field, from, to }: FieldChange): string {
  const name = nameOf(field)
  return `${name}: ${valueInWords(from)} → ${valueInWords(to)}`
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
