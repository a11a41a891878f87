import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import type {
  OutcomeComparisonCreate,
  PortalAutoTopUpSet,
  PortalBudgetCreate,
  PortalBudgetUpdate,
  PortalProfileUpdate,
  PortalRejectionRequestCreate,
  paths,
  TopUpCreate,
} from './api-types.ts'
import { api, bodyOf, portalArchiveOf, portalFileOf } from './client.ts'

type InvoicesQuery = NonNullable<paths['/v1/portal/invoices']['get']['parameters']['query']>
type LineEventsQuery = NonNullable<
  paths['/v1/portal/invoices/{invoiceId}/lines/{lineId}/events']['get']['parameters']['query']
>
type UsageQuery = paths['/v1/portal/usage']['get']['parameters']['query']

/** The account that this browser has opened. */
export const portalSessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/portal/session', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The unusable link that this browser followed; null if unknown. */
export const portalLinkQuery = queryOptions({
  queryKey: ['link'],
  queryFn: ({ signal }) =>
    bodyOf(api.GET('/v1/portal/link', { signal })).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }),
})

export const portalSignOut = () => bodyOf(api.DELETE('/v1/portal/session'))

export const portalOverviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/portal/overview', { signal })),
})

export const portalUsageQuery = (query: UsageQuery) =>
  queryOptions({
    queryKey: ['usage', query],
    queryFn: ({ signal }) => bodyOf(api.GET('/v1/portal/usage', { params: { query }, signal })),
  })

export const portalInvoicesQuery = (query: InvoicesQuery) =>
  queryOptions({
    queryKey: ['invoices', query],
    queryFn: ({ signal }) => bodyOf(api.GET('/v1/portal/invoices', { params: { query }, signal })),
  })

const ofInvoice = (invoiceId: string) => ({ path: { invoiceId } })

export const portalInvoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['invoice', invoiceId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/v1/portal/invoices/{invoiceId}', { params: ofInvoice(invoiceId), signal })),
  })

export const portalInvoicePdf = (invoiceId: string): Promise<File> =>
  portalFileOf(`/v1/portal/invoices/${encodeURIComponent(invoiceId)}/pdf`)

/** Units by day behind a line of an invoice. */
export const portalLineUsageQuery = (invoiceId: string, lineId: string) =>
  queryOptions({
    queryKey: ['line-usage', invoiceId, lineId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/v1/portal/invoices/{invoiceId}/lines/{lineId}/usage', {
          params: { path: { invoiceId, lineId } },
          signal,
        }),
      ),
  })

const ofLine = (invoiceId: string, lineId: string) => ({ path: { invoiceId, lineId } })

/** The steps that lead to the amount of a line, and the usage behind it. */
export const portalLineExplanationQuery = (invoiceId: string, lineId: string) =>
  queryOptions({
    queryKey: ['line-explanation', invoiceId, lineId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/v1/portal/invoices/{invoiceId}/lines/{lineId}/explanation', {
          params: ofLine(invoiceId, lineId),
          signal,
        }),
      ),
  })

/** The latest events behind a line, or those after a cursor. */
export const portalLineEventsQuery = (invoiceId: string, lineId: string, query: LineEventsQuery) =>
  queryOptions({
    queryKey: ['line-events', invoiceId, lineId, query],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/v1/portal/invoices/{invoiceId}/lines/{lineId}/events', {
          params: { ...ofLine(invoiceId, lineId), query },
          signal,
        }),
      ),
  })

/** All events behind a line as CSV. */
export const portalLineEvents = (invoiceId: string, lineId: string): Promise<File> =>
  portalFileOf(`/v1/portal/invoices/${invoiceId}/lines/${lineId}/events`, 'text/csv')

/** Years with invoices. */
export const portalArchivesQuery = queryOptions({
  queryKey: ['archives'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/portal/invoices/archives', { signal })),
})

/** Downloads the PDFs of all invoices of a year. */
export const portalArchive = (year: number): Promise<File> =>
  portalArchiveOf(`/v1/portal/invoices/archives/${year}`)

/** How the amount of the current period grew by day. */
export const portalCurrentPeriodQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: ['current-period', subscriptionId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/v1/portal/subscriptions/{subscriptionId}/current-period', {
          params: { path: { subscriptionId } },
          signal,
        }),
      ),
  })

/** What is available of the customer's credit now. */
export const portalCreditQuery = queryOptions({
  queryKey: ['credit'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/portal/credit', { signal })),
})

type MovementsQuery = NonNullable<
  paths['/v1/portal/credit/movements']['get']['parameters']['query']
>

/** A page of the changes of the customer's credit, the latest first. */
export const portalCreditMovementsQuery = (query: MovementsQuery) =>
  queryOptions({
    queryKey: ['credit', 'movements', query],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/v1/portal/credit/movements', { params: { query }, signal })),
  })

export const createPortalTopUp = (body: TopUpCreate, key: string) =>
  bodyOf(api.POST('/v1/portal/top-ups', { params: { header: { 'Idempotency-Key': key } }, body }))

/** The customer's automatic top-ups: the last agreement of each currency. */
export const portalAutoTopUpsQuery = queryOptions({
  queryKey: ['credit', 'auto-top-ups'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/portal/auto-top-ups', { signal })),
})

export const setPortalAutoTopUp = (body: PortalAutoTopUpSet) =>
  bodyOf(api.POST('/v1/portal/auto-top-ups', { body }))

export const switchOffPortalAutoTopUp = (autoTopUpId: string) =>
  bodyOf(
    api.POST('/v1/portal/auto-top-ups/{autoTopUpId}/switch-off', {
      params: { path: { autoTopUpId } },
    }),
  )

export const portalSubscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/portal/subscriptions', { signal })),
})

/** Compares the customer's own count with what is billed; changes nothing. */
export const comparePortalOutcomes = (body: OutcomeComparisonCreate) =>
  bodyOf(api.POST('/v1/portal/outcome-comparisons', { body }))

/** Returns the payment page, or the result of charging the saved payment method. */
export const payPortalInvoice = (invoiceId: string, body: { method: 'checkout' | 'saved' }) =>
  bodyOf(api.POST('/v1/portal/invoices/{invoiceId}/pay', { params: ofInvoice(invoiceId), body }))

export const portalProfileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/portal/profile', { signal })),
})

export const updatePortalProfile = (body: PortalProfileUpdate) =>
  bodyOf(api.PATCH('/v1/portal/profile', { body }))

export const portalPaymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/portal/payment-methods', { signal })),
})

/** Returns the page where a payment method is saved. */
export const setUpPaymentMethod = () => bodyOf(api.POST('/v1/portal/payment-methods/setup'))

export const removePaymentMethod = () => bodyOf(api.DELETE('/v1/portal/payment-methods'))

/** Budgets that the customer has set for itself. */
export const portalBudgetsQuery = queryOptions({
  queryKey: ['budgets'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/portal/budgets', { signal })),
})

const ofBudget = (budgetId: string) => ({ path: { budgetId } })

export const createPortalBudget = (body: PortalBudgetCreate) =>
  bodyOf(api.POST('/v1/portal/budgets', { body }))

export const updatePortalBudget = (budgetId: string, body: PortalBudgetUpdate) =>
  bodyOf(api.PATCH('/v1/portal/budgets/{budgetId}', { params: ofBudget(budgetId), body }))

export const deletePortalBudget = (budgetId: string) =>
  bodyOf(api.DELETE('/v1/portal/budgets/{budgetId}', { params: ofBudget(budgetId) }))

export const portalOutcomeKey = ['outcome'] as const

/** An outcome with its evidence, and what the customer asked about it. */
export const portalOutcomeQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...portalOutcomeKey, eventId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/v1/portal/events/{eventId}', { params: { path: { eventId } }, signal })),
  })

/** Asks not to be billed for units of an outcome. */
export const askPortalRejection = (eventId: string, body: PortalRejectionRequestCreate) =>
  bodyOf(
    api.POST('/v1/portal/events/{eventId}/rejection-requests', {
      params: { path: { eventId } },
      body,
    }),
  )

type RequestsQuery = NonNullable<
  paths['/v1/portal/rejection-requests']['get']['parameters']['query']
>

/** What the customer asked, the latest first. */
export const portalRequestsQuery = (query: RequestsQuery) =>
  queryOptions({
    queryKey: ['rejection-requests', query],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/v1/portal/rejection-requests', { params: { query }, signal })),
  })

/** Takes an open request back. */
export const withdrawPortalRequest = (requestId: string) =>
  bodyOf(
    api.POST('/v1/portal/rejection-requests/{rejectionRequestId}/withdraw', {
      params: { path: { rejectionRequestId: requestId } },
    }),
  )
