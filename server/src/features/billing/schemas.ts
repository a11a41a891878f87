import { type Static, Type } from 'typebox'
import { lines, uuid, VALUE_LENGTH_MAX } from '../../platform/http/fields.ts'
import { requiredCustomer } from '../customers/fields.ts'
import { contentFields, summaryFields } from '../invoices/invoice-fields.ts'
import { provisionalField } from './provisional-fields.ts'

const REASON_LENGTH_MAX = 1_000

const VoidFields = Type.Object(
  {
    reason: Type.Optional(lines(REASON_LENGTH_MAX, 'For your records; not visible to customers.')),
  },
  { title: 'InvoiceVoid', additionalProperties: false, examples: [{ reason: 'Wrong plan' }] },
)

/** The body is optional. */
export const InvoiceVoid = Type.Unsafe<Static<typeof VoidFields> | null>({
  ...VoidFields,
  type: ['object', 'null'],
})

const windowDescription =
  'A timestamp, or a date, which means midnight in the time zone of the subscription.'

export const InvoiceGenerate = Type.Object(
  {
    ...requiredCustomer(),
    subscriptionId: uuid(),
    billingPeriodStart: Type.Optional(
      Type.String({
        maxLength: VALUE_LENGTH_MAX,
        description: `Inclusive start of the billed range. ${windowDescription} Default: the start of the current billing period.`,
      }),
    ),
    billingPeriodEnd: Type.Optional(
      Type.String({
        maxLength: VALUE_LENGTH_MAX,
        description: `Exclusive end of the billed range. ${windowDescription} Default: the end of the current billing period, with the fees of its remaining days.`,
      }),
    ),
  },
  {
    title: 'InvoiceGenerate',
    additionalProperties: false,
    examples: [
      {
        customerId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
        subscriptionId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a11',
      },
    ],
  },
)
export type InvoiceGenerate = Static<typeof InvoiceGenerate>

const {
  id: _id,
  invoiceNumber: _number,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...previewFields
} = summaryFields
export const InvoicePreview = Type.Object(
  {
    ...previewFields,
    ...contentFields,
    ...provisionalField,
  },
  { title: 'InvoicePreview', description: 'Preview of the invoice; nothing is stored.' },
)
export type InvoicePreview = Static<typeof InvoicePreview>
