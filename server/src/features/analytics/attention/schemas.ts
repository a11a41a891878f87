import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { UnbilledTime } from '../../subscriptions/unbilled/unbilled-fields.ts'
import { amount, count, Unpriced } from '../fields.ts'

const OverdueAmount = Type.Object(
  {
    currency: Type.String(),
    count: count(),
    amount: amount('Amount that remains to be paid.'),
  },
  { title: 'OverdueAmount' },
)

const UnbilledSubscriptionTime = Type.Object(
  {
    ...UnbilledTime.properties,
    subscriptionId: uuid(),
    subscriptionName: Type.String(),
    customerId: uuid(),
    customerExternalId,
  },
  { title: 'UnbilledSubscriptionTime' },
)

export const Attention = Type.Object(
  {
    uncostedEvents: count('Number of events whose cost is not known, of all time.'),
    eventsWithoutTokens: count(
      'Events of the last 30 days that name an LLM without any token; such an LLM costs 0.',
    ),
    unpriced: Unpriced,
    overdue: Type.Array(OverdueAmount, { description: 'Overdue invoices, by currency.' }),
    failedCharges: count('Unpaid invoices with at least one failed payment.'),
    failedMails: count('Emails of the last 30 days that failed permanently.'),
    disabledWebhooks: count(
      'Webhook endpoints that the service disabled, because they only failed or answered 410.',
    ),
    draftsGoingOut: count('Drafts that are finalized and sent automatically within 24 hours.'),
    firstDraftAt: nullable(
      timestamp(),
      'When the first of these drafts is sent, in business time.',
    ),
    unbilledSubscriptions: count(
      'Running or ended subscriptions with time ranges that are not billed automatically.',
    ),
    unbilledTime: Type.Array(UnbilledSubscriptionTime, {
      description: 'Unbilled time ranges of up to 20 of these subscriptions.',
    }),
  },
  {
    title: 'Attention',
    description: 'Items that currently need attention.',
    examples: [
      {
        uncostedEvents: 412,
        eventsWithoutTokens: 0,
        unpriced: { quantity: 12, eventCount: 3, cost: 0.0225 },
        overdue: [{ currency: 'USD', count: 2, amount: 119.5 }],
        failedCharges: 1,
        failedMails: 0,
        disabledWebhooks: 0,
        draftsGoingOut: 12,
        firstDraftAt: '2026-04-02T00:00:00.000Z',
        unbilledSubscriptions: 1,
        unbilledTime: [
          {
            start: '2026-02-01T00:00:00.000Z',
            end: '2026-03-01T00:00:00.000Z',
            reason: 'voided',
            invoiceId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a12',
            invoiceNumber: 'INV-000012',
            subscriptionId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a11',
            subscriptionName: 'Acme Pro',
            customerId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
            customerExternalId: 'acme',
          },
        ],
      },
    ],
  },
)
export type Attention = Static<typeof Attention>
