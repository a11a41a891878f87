import { queryOptions } from '@tanstack/react-query'
import type { CreditGrantCreate, paths, TopUpCreate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'
import { customersKey } from './customers.ts'

type GrantPage = NonNullable<
  paths['/v1/customers/{customerId}/credit-grants']['get']['parameters']['query']
>
type MovementPage = NonNullable<
  paths['/v1/customers/{customerId}/credit-movements']['get']['parameters']['query']
>

type TopUpPage = NonNullable<
  paths['/v1/customers/{customerId}/top-ups']['get']['parameters']['query']
>

const creditKey = (organization: string, customerId: string) =>
  [...customersKey(organization), customerId, 'credit'] as const

/** What is available of the credit of a customer now. */
export const creditQuery = (organization: string, customerId: string) =>
  queryOptions({
    queryKey: [...creditKey(organization, customerId), 'available'],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/customers/{customerId}/credit', {
          params: { path: { customerId } },
          signal,
        }),
      ),
  })

export const creditGrantsQuery = (organization: string, customerId: string, query: GrantPage) =>
  queryOptions({
    queryKey: [...creditKey(organization, customerId), 'grants', query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/customers/{customerId}/credit-grants', {
          params: { path: { customerId }, query },
          signal,
        }),
      ),
  })

export const creditMovementsQuery = (
  organization: string,
  customerId: string,
  query: MovementPage,
) =>
  queryOptions({
    queryKey: [...creditKey(organization, customerId), 'movements', query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/customers/{customerId}/credit-movements', {
          params: { path: { customerId }, query },
          signal,
        }),
      ),
  })

export const grantCredit = (
  organization: string,
  customerId: string,
  body: CreditGrantCreate,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/customers/{customerId}/credit-grants', {
      params: { path: { customerId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const expireCreditGrant = (organization: string, customerId: string, grantId: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/customers/{customerId}/credit-grants/{grantId}/expire', {
      params: { path: { customerId, grantId } },
    }),
  )

export const topUpsQuery = (organization: string, customerId: string, query: TopUpPage) =>
  queryOptions({
    queryKey: [...creditKey(organization, customerId), 'top-ups', query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/customers/{customerId}/top-ups', {
          params: { path: { customerId }, query },
          signal,
        }),
      ),
  })

/** The automatic top-ups of a customer: the last agreement of each currency. */
export const autoTopUpsQuery = (organization: string, customerId: string) =>
  queryOptions({
    queryKey: [...creditKey(organization, customerId), 'auto-top-ups'],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/customers/{customerId}/auto-top-ups', {
          params: { path: { customerId } },
          signal,
        }),
      ),
  })

export const switchOffAutoTopUp = (organization: string, customerId: string, autoTopUpId: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/customers/{customerId}/auto-top-ups/{autoTopUpId}/switch-off', {
      params: { path: { customerId, autoTopUpId } },
    }),
  )

export const createTopUp = (
  organization: string,
  customerId: string,
  body: TopUpCreate,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/customers/{customerId}/top-ups', {
      params: { path: { customerId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
