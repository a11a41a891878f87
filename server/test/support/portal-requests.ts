import type { Request } from './requests.ts'

type PortalWorld = {
  ownBudgetId: string
  subscriptionId: string
  topUpId: string
  autoTopUpId: string
  /** Of a plan that lets customers ask. */
  rejectableEventId: string
  /** An open request of the customer. */
  ownRequestId: string
  invoice: {
    id: string
    lineItems: readonly { id: string; type: string; signalId?: string | null }[]
  }
}

const lineOf = ({ lineItems }: PortalWorld['invoice']) =>
  lineItems.find(({ type }) => type === 'usage')

const usageLineOf = (invoice: PortalWorld['invoice']) => ({
  invoiceId: invoice.id,
  lineId: lineOf(invoice)?.id,
})

/** A successful request for each route, with ids of the customer wherever the route takes one. */
export const PORTAL_REQUESTS: Record<string, (w: PortalWorld) => Request> = {
  'GET /v1/portal/session': () => ({}),
  'GET /v1/portal/overview': () => ({}),
  'GET /v1/portal/usage': ({ subscriptionId }) => ({ query: { subscriptionId } }),
  'GET /v1/portal/invoices': () => ({}),
  'GET /v1/portal/invoices/{invoiceId}': ({ invoice }) => ({ path: { invoiceId: invoice.id } }),
  'GET /v1/portal/invoices/{invoiceId}/lines/{lineId}/usage': ({ invoice }) => ({
    path: usageLineOf(invoice),
  }),
  'GET /v1/portal/invoices/{invoiceId}/lines/{lineId}/explanation': ({ invoice }) => ({
    path: usageLineOf(invoice),
  }),
  'GET /v1/portal/invoices/{invoiceId}/lines/{lineId}/events': ({ invoice }) => ({
    path: usageLineOf(invoice),
  }),
  'GET /v1/portal/invoices/{invoiceId}/pdf': ({ invoice }) => ({ path: { invoiceId: invoice.id } }),
  'GET /v1/portal/invoices/archives': () => ({}),
  'GET /v1/portal/invoices/archives/{year}': () => ({ path: { year: 2026 } }),
  'GET /v1/portal/credit': () => ({}),
  'GET /v1/portal/credit/movements': () => ({}),
  'GET /v1/portal/budgets': () => ({}),
  'POST /v1/portal/budgets': () => ({
    body: { name: 'Tickets', measure: 'quantity', amount: 9, period: 'day', action: 'alert' },
  }),
  'PATCH /v1/portal/budgets/{budgetId}': ({ ownBudgetId: budgetId }) => ({
    path: { budgetId },
    body: { amount: 10 },
  }),
  'DELETE /v1/portal/budgets/{budgetId}': ({ ownBudgetId: budgetId }) => ({ path: { budgetId } }),
  'GET /v1/portal/subscriptions': () => ({}),
  'GET /v1/portal/subscriptions/{subscriptionId}/current-period': ({ subscriptionId }) => ({
    path: { subscriptionId },
  }),
  'GET /v1/portal/events/{eventId}': ({ rejectableEventId: eventId }) => ({ path: { eventId } }),
  'POST /v1/portal/events/{eventId}/rejection-requests': ({ rejectableEventId: eventId }) => ({
    path: { eventId },
    body: { reason: 'We had to solve it ourselves' },
  }),
  'GET /v1/portal/rejection-requests': () => ({}),
  'POST /v1/portal/rejection-requests/{rejectionRequestId}/withdraw': ({
    ownRequestId: rejectionRequestId,
  }) => ({
    path: { rejectionRequestId },
  }),
  'GET /v1/portal/payment-methods': () => ({}),
  'GET /v1/portal/top-ups': () => ({}),
  'GET /v1/portal/top-ups/{topUpId}': ({ topUpId }) => ({ path: { topUpId } }),
  'POST /v1/portal/top-ups': () => ({ body: { amount: 5, currency: 'USD', method: 'checkout' } }),
  'GET /v1/portal/auto-top-ups': () => ({}),
  'POST /v1/portal/auto-top-ups': () => ({
    body: {
      ...{ currency: 'USD', threshold: 20, amount: 100, maxPerMonth: 4 },
      consentText: 'Charge my saved card $100.00 when less than $20.00 of my credit is available.',
    },
  }),
  'POST /v1/portal/auto-top-ups/{autoTopUpId}/switch-off': ({ autoTopUpId }) => ({
    path: { autoTopUpId },
  }),
  'GET /v1/portal/profile': () => ({}),
  'PATCH /v1/portal/profile': () => ({ body: { phone: '+1 555 0100' } }),
  'POST /v1/portal/invoices/{invoiceId}/pay': ({ invoice }) => ({
    path: { invoiceId: invoice.id },
    body: { method: 'checkout' },
  }),
  'POST /v1/portal/outcome-comparisons': ({ invoice }) => ({
    body: {
      signalId: lineOf(invoice)?.signalId,
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      days: [],
    },
  }),
  'POST /v1/portal/payment-methods/setup': () => ({}),
  'DELETE /v1/portal/payment-methods': () => ({}),
  // Comes last, because it ends the session.
  'DELETE /v1/portal/session': () => ({}),
}
