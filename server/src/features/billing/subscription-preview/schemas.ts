import { type Static, Type } from 'typebox'
import { SubscriptionPeriod } from '../../subscriptions/periods/period-fields.ts'
import { SubscriptionStatus } from '../../subscriptions/terms/sent-fields.ts'
import { InvoicePreview } from '../schemas.ts'

const { subscriptionId: _subscriptionId, ...invoiceFields } = InvoicePreview.properties

/** Without `subscriptionId`: the subscription is not saved. */
export const FirstInvoice = Type.Object(invoiceFields, {
  title: 'FirstInvoicePreview',
  description: 'Preview of the invoice of the first period, with the usage known so far.',
})

export const SubscriptionPreview = Type.Object(
  {
    status: SubscriptionStatus,
    timezone: Type.String({
      description: 'The effective time zone: its own, otherwise the time zone of the customer.',
    }),
    periods: Type.Array(SubscriptionPeriod, {
      description: 'The first three, or fewer when the subscription ends earlier.',
    }),
    invoice: FirstInvoice,
  },
  {
    title: 'SubscriptionPreview',
    description: 'Preview of a subscription; nothing is stored.',
  },
)
export type SubscriptionPreview = Static<typeof SubscriptionPreview>
