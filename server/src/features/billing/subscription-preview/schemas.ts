import { type Static, Type } from 'typebox'
import { SubscriptionPeriod } from '../../subscriptions/periods/period-schema.ts'
import { SubscriptionStatus } from '../../subscriptions/sent-subscription.ts'
import { InvoicePreview } from '../schemas.ts'

const { subscriptionId: _subscriptionId, ...invoiceFields } = InvoicePreview.properties

/** It is of a subscription that does not exist, which has no id. */
const FirstInvoice = Type.Object(invoiceFields, {
  title: 'FirstInvoicePreview',
  description: 'What the invoice of the first period would be, with the usage that is known now.',
})

export const SubscriptionPreview = Type.Object(
  {
    status: SubscriptionStatus,
    timezone: Type.String({ description: 'The one in force: its own, else that of the customer.' }),
    periods: Type.Array(SubscriptionPeriod, {
      description: 'The first three, or fewer where it ends before.',
    }),
    invoice: FirstInvoice,
  },
  {
    title: 'SubscriptionPreview',
    description: 'What a subscription would be; nothing is stored.',
  },
)
export type SubscriptionPreview = Static<typeof SubscriptionPreview>
