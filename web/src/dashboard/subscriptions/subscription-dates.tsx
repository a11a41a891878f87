import type { Subscription } from '../../api/api-types.ts'
import { formatDay, formatPeriod, isDay } from '../../ui/values/dates.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'

/** An end date: a calendar day, or an exact timestamp. */
export function End({ at }: { at: string | null }) {
  if (at === null) return '–'
  return isDay(at) ? formatDay(at) : <Timestamp at={at} />
}

export const dayOrNone = (day: string | null) => (day === null ? '–' : formatDay(day))

/** Formats the current period by its days, in the zone in which it is billed. */
export const currentPeriodOf = ({
  currentPeriod,
  timezoneInForce,
}: Pick<Subscription, 'currentPeriod' | 'timezoneInForce'>) =>
  currentPeriod === null ? '–' : formatPeriod(currentPeriod, timezoneInForce)
