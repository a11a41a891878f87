import { queryOptions } from '@tanstack/react-query'
import type { InvoiceGenerate, InvoiceSend, paths } from './api-types.ts'
import { apiOf, bodyOf, csvOf, fileOf } from './client.ts'

/** Key prefix of all invoice queries, so that they are invalidated together. */
export const invoicesKey = (organization: string) => [organization, 'invoices'] as const

export type InvoiceFilter = Omit<
  NonNullable<paths['/v1/invoices']['get']['parameters']['query']>,
  'limit' | 'offset'
>
type InvoicePage = InvoiceFilter & { limit: number; offset: number }

export const invoicesQuery = (organization: string, query: InvoicePage) =>
  queryOptions({
    queryKey: [...invoicesKey(organization), 'list', query],
    queryFn: async ({ signal }) => {
      const page = await bodyOf(
        apiOf(organization).GET('/v1/invoices', { params: { query }, signal }),
      )
      return { results: page.data, hasMore: page.hasMore }
    },
  })

/** Number of invoices in each status. */
export const invoiceCountsQuery = (
  organization: string,
  { status: _any, updatedSince: _ever, ...query }: InvoiceFilter,
) =>
  queryOptions({
    queryKey: [...invoicesKey(organization), 'counts', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/invoices/counts', { params: { query }, signal })),
  })

const ofInvoice = (invoiceId: string) => ({ path: { invoiceId } })

export const invoiceQuery = (organization: string, invoiceId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(organization), 'one', invoiceId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/invoices/{invoiceId}', {
          params: ofInvoice(invoiceId),
          signal,
        }),
      ),
  })

/** The steps that lead to the amount of a line, and the usage behind it. */
export const lineExplanationQuery = (
  organization: string,
  path: { invoiceId: string; lineId: string },
) =>
  queryOptions({
    queryKey: [...invoicesKey(organization), 'explanation', path],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/invoices/{invoiceId}/lines/{lineId}/explanation', {
          params: { path },
          signal,
        }),
      ),
  })

/** The events behind a line, after a cursor. */
export const lineEventsQuery = (
  organization: string,
  path: { invoiceId: string; lineId: string },
  query: { limit: number; after?: string },
) =>
  queryOptions({
    queryKey: [...invoicesKey(organization), 'line-events', path, query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/invoices/{invoiceId}/lines/{lineId}/events', {
          params: { path, query },
          signal,
        }),
      ),
  })

/** All events behind a line as CSV. */
export const lineEventsCsv = (
  organization: string,
  { invoiceId, lineId }: { invoiceId: string; lineId: string },
): Promise<File> => csvOf(organization, `/v1/invoices/${invoiceId}/lines/${lineId}/events`, {})

export const invoiceTimelineQuery = (organization: string, invoiceId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(organization), 'timeline', invoiceId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/invoices/{invoiceId}/timeline', {
          params: ofInvoice(invoiceId),
          signal,
        }),
      ),
  })

/** Preview of the email that sending the invoice produces. */
export const invoiceMailQuery = (organization: string, invoiceId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(organization), 'mail', invoiceId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/invoices/{invoiceId}/mail', {
          params: ofInvoice(invoiceId),
          signal,
        }),
      ),
  })

/** URL of that email for a frame. A frame sends no header, so the URL names the organization. */
export function invoiceMailAddress(organization: string, invoiceId: string, options: InvoiceSend) {
  const parameters = new URLSearchParams({ ...options, organization })
  return `/v1/invoices/${encodeURIComponent(invoiceId)}/mail/document?${parameters}`
}

export const invoicePdf = (organization: string, invoiceId: string): Promise<File> =>
  fileOf(organization, `/v1/invoices/${encodeURIComponent(invoiceId)}/pdf`)

const once = (key: string) => ({ header: { 'Idempotency-Key': key } })

export const previewInvoice = (organization: string, body: InvoiceGenerate) =>
  queryOptions({
    queryKey: [...invoicesKey(organization), 'preview', body],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).POST('/v1/invoices/preview', { body, signal })),
  })

export const generateInvoice = (organization: string, body: InvoiceGenerate, key: string) =>
  bodyOf(apiOf(organization).POST('/v1/invoices/generate', { params: once(key), body }))

export const sendInvoice = (
  organization: string,
  invoiceId: string,
  body: InvoiceSend,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/invoices/{invoiceId}/send', {
      params: { ...ofInvoice(invoiceId), ...once(key) },
      body,
    }),
  )

export const voidInvoice = (
  organization: string,
  invoiceId: string,
  body: { reason: string },
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/invoices/{invoiceId}/void', {
      params: { ...ofInvoice(invoiceId), ...once(key) },
      body,
    }),
  )
