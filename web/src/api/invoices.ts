import { queryOptions } from '@tanstack/react-query'
import { apiOf, bodyOf } from './client.ts'

/** All that is read of invoices begins so, and is read again together. */
export const invoicesKey = (organization: string) => [organization, 'invoices'] as const

export const invoiceQuery = (organization: string, invoiceId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(organization), 'one', invoiceId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/invoices/{invoiceId}', {
          params: { path: { invoiceId } },
          signal,
        }),
      ),
  })
