import { rangeOf } from '../../../ui/url/range-search.ts'
import { daysBefore } from '../../../ui/values/ranges.ts'
import { useBusinessTime } from '../../session/use-business-time.ts'
import type { SharedSearch } from '../analytics-search.ts'

export type Days = { startDate: string; endDate: string }

/** Days requested by the URL, and the preceding days if it asks for a comparison. */
export type Window = { days: Days; before: Days | undefined }

/** Undefined until business time is known. */
export function useWindow(search: SharedSearch): Window | undefined {
  const now = useBusinessTime()
  if (now === undefined) return undefined
  const { startDate, endDate } = rangeOf(search, now.toISOString().slice(0, 10))
  const days = { startDate, endDate }
  return { days, before: search.compare === undefined ? undefined : daysBefore(days) }
}
