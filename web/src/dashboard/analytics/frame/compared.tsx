import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { againstInWords } from './analytics-filters.tsx'
import type { Days, Window } from './use-window.ts'

/**
 * Returns the figures of the previous period for the comparison line; undefined without a
 * comparison.
 */
export function useEarlier<Data, Key extends QueryKey>(
  before: Window['before'],
  optionsOf: (days: Days) => UseQueryOptions<Data, Error, Data, Key>,
): Data | undefined {
  const options = optionsOf(before ?? NO_DAYS)
  const { data } = useQuery({ ...options, enabled: before !== undefined })
  return before === undefined ? undefined : data
}

const NO_DAYS: Days = { startDate: '2000-01-01', endDate: '2000-01-01' }

/**
 * Returns the figures of the previous period in words; undefined without a comparison. A separate
 * query loads them, so the current figures neither wait for it nor depend on its success.
 */
export function useBefore<Data, Key extends QueryKey>(
  before: Window['before'],
  optionsOf: (days: Days) => UseQueryOptions<Data, Error, Data, Key>,
) {
  const { data, error } = useQuery({
    ...optionsOf(before ?? NO_DAYS),
    enabled: before !== undefined,
  })
  return (textOf: (data: Data) => string | undefined): string | undefined => {
    if (before === undefined) return undefined
    if (error !== null) return 'The previous period could not be loaded'
    const text = data === undefined ? undefined : textOf(data)
    return text === undefined ? '\u00a0' : againstInWords(`from ${text}`, before)
  }
}
