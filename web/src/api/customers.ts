import { queryOptions } from '@tanstack/react-query'
import type {
  CreditPayoutCreate,
  CustomerCreate,
  CustomerUpdate,
  OutcomeComparisonCreate,
  paths,
} from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type CustomersQuery = NonNullable<paths['/v1/customers']['get']['parameters']['query']>

/** Key prefix of all customer queries, so that they are invalidated together. */
export const customersKey = (organization: string) => [organization, 'customers'] as const

export const customersQuery = (organization: string, query: CustomersQuery) =>
  queryOptions({
    queryKey: [...customersKey(organization), 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/customers', { params: { query }, signal })),
  })

export const customerQuery = (organization: string, customerId: string) =>
  queryOptions({
    queryKey: [...customersKey(organization), customerId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/customers/{customerId}', {
          params: { path: { customerId } },
          signal,
        }),
      ),
  })

/** Revenue, cost and amounts due of the given customers, over the last 30 days. */
export const customerFiguresQuery = (organization: string, customerIds: readonly string[]) =>
  queryOptions({
    queryKey: [...customersKey(organization), 'figures', customerIds],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/analytics/customers', {
          params: { query: { customerId: [...customerIds], limit: customerIds.length } },
          signal,
        }),
      ),
    enabled: customerIds.length > 0,
  })

/** The most lines that a chart can show distinguishably. */
const SIGNALS_SHOWN = 8

/** Usage of a customer in the last 30 days, by signal and day. */
export const customerUsageQuery = (organization: string, customerId: string) =>
  queryOptions({
    queryKey: [...customersKey(organization), customerId, 'usage'],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/analytics/usage', {
          params: { query: { customerId, breakdownBy: 'signal', top: SIGNALS_SHOWN } },
          signal,
        }),
      ),
  })

export const createCustomer = (organization: string, body: CustomerCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/customers', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const updateCustomer = (organization: string, customerId: string, body: CustomerUpdate) =>
  bodyOf(
    apiOf(organization).PATCH('/v1/customers/{customerId}', {
      params: { path: { customerId } },
      body,
    }),
  )

export const deleteCustomer = (organization: string, customerId: string) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/customers/{customerId}', { params: { path: { customerId } } }),
  )

/** Records that credit was paid out. */
export const payOutCredit = (
  organization: string,
  customerId: string,
  body: CreditPayoutCreate,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/customers/{customerId}/credit-payouts', {
      params: { path: { customerId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )

/** Compares what a customer counts with what is billed; changes nothing. */
export const compareOutcomes = (
  organization: string,
  customerId: string,
  body: OutcomeComparisonCreate,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/customers/{customerId}/outcome-comparisons', {
      params: { path: { customerId } },
      body,
    }),
  )

/** Tax rates that can be assigned to customers. */
export const activeTaxRatesQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'tax-rates', 'active'],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/tax-rates', {
          params: { query: { limit: 100, isActive: true } },
          signal,
        }),
      ),
  })
