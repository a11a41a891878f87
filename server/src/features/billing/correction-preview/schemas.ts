import { type Static, Type } from 'typebox'
import { INVOICE_STATUSES } from '../../../domain/invoice-status.ts'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { summaryFields } from '../../events/corrections/bulk/fields.ts'

export const INVOICES_SHOWN_MAX = 100

export const CorrectedInvoice = Type.Object(
  {
    invoiceId: uuid(),
    invoiceNumber: Type.String(),
    invoiceStatus: Type.Enum([...INVOICE_STATUSES], { title: 'InvoiceStatus' }),
    customerId: uuid(),
    customerExternalId,
    effect: Type.Enum(['recomputed', 'settled'], {
      title: 'CorrectionEffect',
      description:
        'recomputed: a draft, which bills the new quantities. settled: final; the next invoice of the ' +
        'subscription bills or gives back the difference.',
    }),
    quantityChange: Type.String({ description: 'Change of its units. A decimal.' }),
    amountChange: Type.String({
      description: 'Change of the amount of these units, before discounts and taxes. A decimal.',
    }),
    currency: Type.String({ examples: ['USD'] }),
  },
  { title: 'CorrectedInvoice', description: 'An invoice that corrections change.' },
)
export type CorrectedInvoice = Static<typeof CorrectedInvoice>

export const BulkCorrectionPreview = Type.Object(
  {
    ...summaryFields,
    quantityChange: Type.String({ description: 'Change of the units of all events. A decimal.' }),
    costChange: nullable(
      Type.String(),
      'Change of the cost of all events in USD, exact; null if a cost is not known.',
    ),
    invoices: Type.Array(CorrectedInvoice, {
      description: `At most ${INVOICES_SHOWN_MAX} invoices.`,
    }),
    isComplete: Type.Boolean({
      description: 'False: the corrections change more invoices than these.',
    }),
    uninvoicedCount: Type.Integer({
      description: 'Corrected events that no invoice bills yet, of the listed subscriptions.',
    }),
  },
  {
    title: 'BulkCorrectionPreview',
    description: 'What a file of corrections would change. Nothing is changed.',
  },
)
export type BulkCorrectionPreview = Static<typeof BulkCorrectionPreview>
