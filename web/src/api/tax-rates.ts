import { queryOptions } from '@tanstack/react-query'
import type { paths, TaxRateCreate, TaxRateUpdate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type TaxRatePage = NonNullable<paths['/v1/tax-rates']['get']['parameters']['query']>

export const taxRatesQuery = (organization: string, query: TaxRatePage) =>
  queryOptions({
    queryKey: [organization, 'tax-rates', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/tax-rates', { params: { query }, signal })),
  })

export const createTaxRate = (organization: string, body: TaxRateCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/tax-rates', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const updateTaxRate = (organization: string, taxRateId: string, body: TaxRateUpdate) =>
  bodyOf(
    apiOf(organization).PATCH('/v1/tax-rates/{taxRateId}', {
      params: { path: { taxRateId } },
      body,
    }),
  )
