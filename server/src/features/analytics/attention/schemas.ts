import { type Static, Type } from 'typebox'
import { nullable, timestamp } from '../../../platform/http/fields.ts'
import { amount, count } from '../fields.ts'

const OverdueAmount = Type.Object(
  {
    currency: Type.String(),
    count: count(),
    amount: amount('What is still to be paid.'),
  },
  { title: 'OverdueAmount' },
)

export const Attention = Type.Object(
  {
    uncostedEvents: count('Events whose cost is not known, of all time.'),
    overdue: Type.Array(OverdueAmount, { description: 'Invoices that are overdue, by currency.' }),
    failedCharges: count('Unpaid invoices of which a payment has failed.'),
    failedMails: count('Mails of the last 30 days that were given up.'),
    draftsGoingOut: count('Drafts that are finalized and sent by themselves within 24 hours.'),
    firstDraftAt: nullable(timestamp(), 'When the first of them goes out, in business time.'),
  },
  {
    title: 'Attention',
    description: 'What somebody should look at, as it is now.',
    examples: [
      {
        uncostedEvents: 412,
        overdue: [{ currency: 'USD', count: 2, amount: 119.5 }],
        failedCharges: 1,
        failedMails: 0,
        draftsGoingOut: 12,
        firstDraftAt: '2026-04-02T00:00:00.000Z',
      },
    ],
  },
)
export type Attention = Static<typeof Attention>
