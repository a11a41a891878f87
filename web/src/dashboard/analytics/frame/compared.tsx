import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { againstInWords } from './analytics-filters.tsx'
import type { Days, Window } from './use-window.ts'

/**
 * What figures were in the time before, in words; none where nobody compares. It is read by itself: the
 * present figures do not wait for it, and stay when it fails.
 */
export function useBefore<Data, Key extends QueryKey>(
  before: Window['before'],
  optionsOf: (days: Days) => UseQueryOptions<Data, Error, Data, Key>,
) {
  const days = before ?? { startDate: '2000-01-01', endDate: '2000-01-01' }
  const { data, error } = useQuery({ ...optionsOf(days), enabled: before !== undefined })
  return (textOf: (data: Data) => string | undefined): string | undefined => {
    if (before === undefined) return undefined
    if (error !== null) return 'The time before could not be read'
    const text = data === undefined ? undefined : textOf(data)
    return text === undefined ? '\u00a0' : againstInWords(`from ${text}`, before)
  }
}
