import { queryOptions } from '@tanstack/react-query'
import { nullIfAbsent } from './api-error.ts'
import type { CostRateCreate, paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type CostRatePage = NonNullable<paths['/v1/cost-rates']['get']['parameters']['query']>
type InForceQuery = paths['/v1/cost-rates/in-force']['get']['parameters']['query']

/** Key prefix of all queries of own rates, so that they are invalidated together. */
const costRatesKey = (organization: string) => [organization, 'cost-rates'] as const

export const costRatesQuery = (organization: string, query: CostRatePage) =>
  queryOptions({
    queryKey: [...costRatesKey(organization), 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/cost-rates', { params: { query }, signal })),
  })

/** An own rate; null if the id does not exist. */
export const costRateQuery = (organization: string, costRateId: string) =>
  queryOptions({
    queryKey: [...costRatesKey(organization), 'one', costRateId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/cost-rates/{costRateId}', {
          params: { path: { costRateId } },
          signal,
        }),
      ).catch(nullIfAbsent),
  })

/** What prices a model on a date. */
export const rateInForceQuery = (organization: string, query: InForceQuery) =>
  queryOptions({
    queryKey: [...costRatesKey(organization), 'in-force', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/cost-rates/in-force', { params: { query }, signal })),
  })

export const createCostRate = (organization: string, body: CostRateCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/cost-rates', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const withdrawCostRate = (organization: string, costRateId: string) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/cost-rates/{costRateId}', { params: { path: { costRateId } } }),
  )
