import { mergePromotions } from '../../domain/credit.ts'
import { mergeDiscounts } from '../../domain/discounts.ts'
import { amountNumber } from '../../domain/json-amount.ts'
import { dateAt } from '../../domain/time/dates.ts'
import type { ComputedInvoice, DraftTerms } from '../invoices/drafts/computed-invoice.ts'
import type { NamedCustomer } from '../invoices/party.ts'
import { contentBody } from '../invoices/view.ts'
import type { BillingContext } from './context/billing-context.ts'
import type { ProvisionalSignal } from './provisional.ts'
import { provisionalBody } from './provisional-fields.ts'
import type { InvoicePreview } from './schemas.ts'

/** Builds the response body of a computed, unsaved invoice; `lineId` supplies ids for its lines. */
export function previewBody(
  computed: ComputedInvoice,
  about: {
    customer: Omit<NamedCustomer, 'timezone'> & { id: string }
    billing: BillingContext
    terms: DraftTerms
    lineId: () => string
    provisional?: readonly ProvisionalSignal[]
  },
): InvoicePreview {
  const { customer, billing, terms, lineId, provisional = [] } = about
  const lines = computed.lines.map((line) => ({ ...line, id: lineId() }))
  return {
    customerId: customer.id,
    customerName: customer.name,
    customerExternalId: customer.externalId,
    kind: 'subscription',
    subscriptionId: billing.subscription.id,
    status: 'draft',
    total: amountNumber(computed.total),
    amountDue: amountNumber(computed.total),
    currency: computed.currency,
    periodStart: dateAt(computed.window.start).toISOString(),
    periodEnd: dateAt(computed.window.end).toISOString(),
    issueDate: terms.generatedAt.toISOString(),
    dueDate: terms.dueDate.toISOString(),
    timezone: billing.subscription.timeZone,
    issuedWithoutEmail: false,
    ...contentBody(
      { ...computed, ...terms },
      {
        ...computed,
        lines,
        discounts: mergeDiscounts(computed.discounts),
        promotions: mergePromotions(computed.promotions),
      },
    ),
    ...provisionalBody(provisional),
  }
}
