import { type Static, Type } from 'typebox'
import { SubscriptionPeriod } from './period-fields.ts'

export const InvoiceDatesUpdate = Type.Object(
  {
    nextInvoiceDate: Type.Optional(
      Type.String({
        format: 'date',
        description:
          'A future day in the time zone of the subscription; later periods count from it.',
      }),
    ),
    billingDay: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31,
        description: 'Day of the month of the next and all later invoices.',
      }),
    ),
  },
  {
    title: 'InvoiceDatesUpdate',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ nextInvoiceDate: '2026-04-15' }],
  },
)
export type InvoiceDatesUpdate = Static<typeof InvoiceDatesUpdate>

export const SubscriptionPeriodList = Type.Object(
  { results: Type.Array(SubscriptionPeriod, { description: 'In chronological order.' }) },
  {
    title: 'SubscriptionPeriodList',
    description:
      'Billing periods of a subscription: the last three, the current one and the next three.',
    examples: [
      {
        results: [
          {
            start: '2026-03-01T00:00:00.000Z',
            end: '2026-04-01T00:00:00.000Z',
            invoiceDate: '2026-04-01',
            state: 'current',
          },
        ],
      },
    ],
  },
)
export type SubscriptionPeriodList = Static<typeof SubscriptionPeriodList>
