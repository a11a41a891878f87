import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { decimalText, explanationFields, usageFields } from './explanation-fields.ts'

export const InvoiceLineParams = Type.Object({ invoiceId: uuid(), lineId: uuid() })

const LineUsage = Type.Object(
  {
    ...usageFields,
    eventCount: Type.Integer({ description: 'Events in the ranges until now.' }),
    uncostedEventCount: Type.Integer({ description: 'Events whose cost is not known.' }),
    cost: decimalText('Your cost of these events, in USD.'),
  },
  { title: 'ExplainedUsage', description: 'The usage behind a line.' },
)

export const LineExplanation = Type.Object(
  {
    ...explanationFields,
    usage: nullable(LineUsage, 'Null: the line bills no usage.'),
  },
  {
    title: 'InvoiceLineExplanation',
    description: 'The steps that lead to the amount of an invoice line, and the usage behind it.',
  },
)
export type LineExplanation = Static<typeof LineExplanation>
