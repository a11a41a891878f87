import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
import { Subscription } from '../../subscriptions/terms/subscription-fields.ts'
import { InvoicePreview } from '../schemas.ts'
import { FirstInvoice } from '../subscription-preview/schemas.ts'

const effectiveFrom = Type.String({
  format: 'date',
  description: 'First day of the new plan, in the time zone of the subscription.',
})

export const PlanChange = Type.Object(
  {
    effectiveFrom,
    ended: nullable(
      Subscription,
      'The subscription that ends; null: the plan changed on its first day, before an invoice of it was final, so ' +
        'the subscription itself has the new plan.',
    ),
    subscription: Subscription,
  },
  { title: 'PlanChange', description: 'A change of plan: `subscription` has the new plan.' },
)
export type PlanChange = Static<typeof PlanChange>

export const PlanChangePreview = Type.Object(
  {
    effectiveFrom,
    proratedAmount: nullable(
      Type.Number(),
      'What final invoices billed for the days of the new plan, as a negative amount in the currency of the plan; ' +
        'it is on the first invoice. Null: nothing.',
    ),
    closingInvoice: nullable(
      InvoicePreview,
      'The invoice of the time before the change in its period, with the usage known so far; null: nothing of it is left ' +
        'to invoice.',
    ),
    firstInvoice: nullable(
      FirstInvoice,
      'The invoice of the first period with the new plan; null: the subscription has no such period.',
    ),
    periodBefore: nullable(
      FirstInvoice,
      'A whole billing period with the plan before the change, without usage; null: none follows.',
    ),
    periodAfter: nullable(
      FirstInvoice,
      'The same period with the new plan, without usage; null: none follows.',
    ),
  },
  {
    title: 'PlanChangePreview',
    description: 'Preview of a change of plan; nothing is stored.',
  },
)
export type PlanChangePreview = Static<typeof PlanChangePreview>
