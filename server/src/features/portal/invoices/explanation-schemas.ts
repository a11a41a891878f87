import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import {
  decimalText,
  explanationFields,
  usageFields,
} from '../../billing/explanation/explanation-fields.ts'
import { lineEventsOf } from '../../billing/explanation/line-event-fields.ts'
import { evidenceFields, windowFields } from '../../events/fields.ts'

const PortalExplainedUsage = Type.Object(usageFields, {
  title: 'PortalExplainedUsage',
  description: 'The usage behind a line.',
})

export const PortalLineExplanation = Type.Object(
  {
    ...explanationFields,
    usage: nullable(PortalExplainedUsage, 'Null: the line bills no usage.'),
  },
  {
    title: 'PortalInvoiceLineExplanation',
    description: 'The steps that lead to the amount of an invoice line, and the usage behind it.',
  },
)
export type PortalLineExplanation = Static<typeof PortalLineExplanation>

export const PortalLineEvent = Type.Object(
  {
    id: uuid(),
    runId: nullable(Type.String(), 'The run of the agent that did it; null: none was sent.'),
    usageDate: timestamp(),
    quantity: decimalText('Units.'),
    rejectedQuantity: decimalText('Units among them that were rejected and are not billed.'),
    ...evidenceFields,
    correctedAt: nullable(timestamp(), 'When it was last corrected; null: it never was.'),
    voidedAt: nullable(timestamp(), 'When it was voided: it counts as 0. Null: it is not void.'),
    ...windowFields,
  },
  { title: 'PortalLineEvent', description: 'Work that an invoice line bills.' },
)
export type PortalLineEvent = Static<typeof PortalLineEvent>

export const PortalLineEventList = lineEventsOf('PortalLineEventList', PortalLineEvent)
export type PortalLineEventList = Static<typeof PortalLineEventList>
