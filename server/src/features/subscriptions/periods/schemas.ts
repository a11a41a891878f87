import { type Static, Type } from 'typebox'
import { INVOICE_STATUSES } from '../../../domain/invoice-status.ts'
import { nullable, uuid } from '../../../platform/http/fields.ts'
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

const InvoiceOfPeriod = Type.Object(
  {
    id: uuid(),
    invoiceNumber: Type.String(),
    status: Type.Enum([...INVOICE_STATUSES], { title: 'InvoiceStatus' }),
  },
  { title: 'InvoiceOfPeriod' },
)

const ShownPeriod = Type.Object(
  {
    ...SubscriptionPeriod.properties,
    invoice: nullable(
      InvoiceOfPeriod,
      'The invoice of the whole period, which is not invoiced again at its end. Null: none yet.',
    ),
  },
  { title: 'ShownPeriod' },
)

export const SubscriptionPeriodList = Type.Object(
  { results: Type.Array(ShownPeriod, { description: 'In chronological order.' }) },
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
            invoice: null,
          },
        ],
      },
    ],
  },
)
export type SubscriptionPeriodList = Static<typeof SubscriptionPeriodList>
