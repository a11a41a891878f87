import { queryOptions } from '@tanstack/react-query'
import type { Grouping, paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

/** Whole days in UTC, both inclusive. */
export type Days = { startDate: string; endDate: string }

export const analyticsKey = (organization: string) => [organization, 'analytics'] as const

export const overviewQuery = (organization: string, query: Days & { groupBy: Grouping }) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'overview', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/analytics/overview', { params: { query }, signal })),
  })

export const customerMarginsQuery = (organization: string, query: Days) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'customer-margins', query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/analytics/customer-margins', { params: { query }, signal }),
      ),
  })

export const costQuery = (organization: string, query: Days) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'cost', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/analytics/cost', { params: { query }, signal })),
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
