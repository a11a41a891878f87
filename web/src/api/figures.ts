import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Grouping, paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

/** Whole days in UTC, both inclusive. */
export type Days = { startDate: string; endDate: string }

export const analyticsKey = (organization: string) => [organization, 'analytics'] as const

/** All figures of Home; waits for a range of days. */
export const overviewQuery = (
  organization: string,
  query: (Days & { groupBy: Grouping }) | undefined,
) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'overview', query],
    queryFn:
      query === undefined
        ? skipToken
        : ({ signal }) =>
            bodyOf(
              apiOf(organization).GET('/v1/analytics/overview', { params: { query }, signal }),
            ),
  })

export type BreakdownQuestion = NonNullable<
  paths['/v1/analytics/margin-breakdown']['get']['parameters']['query']
>

/** Where the margin goes, of a customer, an agent, a plan or the whole organization. */
export const breakdownQuery = (organization: string, query: BreakdownQuestion) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'margin-breakdown', query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/analytics/margin-breakdown', { params: { query }, signal }),
      ),
  })
