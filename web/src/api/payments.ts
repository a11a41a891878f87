import { queryOptions } from '@tanstack/react-query'
import type { PaymentCreate, paths, RefundCreate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

export const paymentsKey = (organization: string) => [organization, 'payments'] as const

export type PaymentFilter = NonNullable<paths['/v1/payments']['get']['parameters']['query']>

export const paymentsQuery = (organization: string, query: PaymentFilter) =>
  queryOptions({
    queryKey: [...paymentsKey(organization), 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/payments', { params: { query }, signal })),
  })

const once = (key: string) => ({ header: { 'Idempotency-Key': key } })

export const recordPayment = (
  organization: string,
  invoiceId: string,
  body: PaymentCreate,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/invoices/{invoiceId}/payments', {
      params: { path: { invoiceId }, ...once(key) },
      body,
    }),
  )

type PaymentKey = { invoiceId: string; paymentId: string }

export const refundPayment = (
  organization: string,
  path: PaymentKey,
  body: RefundCreate,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/invoices/{invoiceId}/payments/{paymentId}/refund', {
      params: { path, ...once(key) },
      body,
    }),
  )
