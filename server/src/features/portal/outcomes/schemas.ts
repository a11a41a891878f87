import { type Static, Type } from 'typebox'
import { nullable, timestamp } from '../../../platform/http/fields.ts'
import { PortalLineEvent } from '../invoices/explanation-schemas.ts'
import { PortalRejectionRequest } from '../rejection-requests/schemas.ts'

export const PortalOutcome = Type.Object(
  {
    ...PortalLineEvent.properties,
    usageDate: timestamp('When the work was done.'),
    agentName: Type.String(),
    signalName: Type.String(),
    isRejectable: Type.Boolean({ description: 'True: the customer can ask to reject it now.' }),
    rejectableUntil: nullable(
      Type.String({ format: 'date' }),
      'Last day, in the time zone of the customer, on which it can be asked; null: it cannot.',
    ),
    rejectionRequests: Type.Array(PortalRejectionRequest, { description: 'The latest first.' }),
  },
  { title: 'PortalOutcome', description: 'An outcome, with what the customer asked about it.' },
)
export type PortalOutcome = Static<typeof PortalOutcome>
