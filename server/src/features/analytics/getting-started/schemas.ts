import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'

const StartedPlan = Type.Object(
  { id: uuid(), name: Type.String({ description: 'Name of the plan.' }) },
  { title: 'StartedPlan' },
)

const StartedSubscription = Type.Object(
  { id: uuid(), name: Type.String(), customerId: uuid(), customerExternalId },
  { title: 'StartedSubscription' },
)

const StartedInvoice = Type.Object(
  { id: uuid(), invoiceNumber: Type.String() },
  { title: 'StartedInvoice' },
)

export const GettingStarted = Type.Object(
  {
    pricedPlan: nullable(StartedPlan, 'The latest active plan with an active price.'),
    unpricedPlan: nullable(StartedPlan, 'The latest active plan without an active price.'),
    subscription: nullable(StartedSubscription, 'The latest subscription.'),
    draft: nullable(StartedInvoice, 'The latest invoice that is a draft or pending.'),
    sentInvoice: nullable(StartedInvoice, 'The latest invoice that was sent.'),
    hasPaidInvoice: Type.Boolean({ description: 'True once an invoice is paid in full.' }),
    hasAddress: Type.Boolean({
      description: 'True if the organization has a street and a country for its invoices.',
    }),
    hasTeam: Type.Boolean({ description: 'True if the organization has several members.' }),
  },
  {
    title: 'GettingStarted',
    description: 'Progress from an empty organization to a paid invoice, derived from its data.',
    examples: [
      {
        pricedPlan: { id: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10', name: 'Growth' },
        unpricedPlan: null,
        subscription: {
          id: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a11',
          name: 'Acme Pro',
          customerId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a12',
          customerExternalId: 'acme',
        },
        draft: { id: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a13', invoiceNumber: 'INV-000001' },
        sentInvoice: null,
        hasPaidInvoice: false,
        hasAddress: false,
        hasTeam: false,
      },
    ],
  },
)
export type GettingStarted = Static<typeof GettingStarted>
