import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { REQUEST_STATES } from './request.ts'

export const RejectionRequestState = Type.Enum([...REQUEST_STATES], {
  title: 'RejectionRequestState',
  description:
    'requested: it is open, and the outcome is billed. accepted: its units are rejected. declined: ' +
    'they stay billed. withdrawn: the customer took it back. Further states may be added.',
})

export const RejectionRequest = Type.Object(
  {
    id: uuid(),
    state: RejectionRequestState,
    eventId: uuid(),
    customerId: uuid(),
    customerExternalId,
    runId: nullable(Type.String(), 'The run of the event; null: it names none.'),
    agentId: uuid(),
    agentName: Type.String(),
    signalId: uuid(),
    signalName: Type.String(),
    usageDate: timestamp(),
    quantity: Type.String({
      description: 'Units of the event that should not be billed. A decimal.',
    }),
    reason: Type.String({ description: 'What the customer wrote.' }),
    requestedAt: timestamp('When the customer asked.'),
    decidedAt: nullable(
      timestamp(),
      'When it was accepted, declined or withdrawn; null: it is open.',
    ),
    decidedBy: nullable(
      Type.String(),
      'Who did that: `api_key:<id>`, `user:<id>` or `customer:<id>`; null: it is open, or the plan ' +
        'accepted it automatically.',
    ),
    decidedByName: nullable(
      Type.String(),
      'Name of that key, person or customer; null: not known.',
    ),
    declineReason: nullable(
      Type.String(),
      'Why it was declined, which the customer sees; null: it was not.',
    ),
    rejectionId: nullable(uuid(), 'The rejection of an accepted request; null: there is none.'),
    restoredAt: nullable(
      timestamp(),
      'When that rejection was withdrawn, so that the units are billed again; null: it was not.',
    ),
    version: Type.Integer({ description: 'Raised by the decision; 1 at first.' }),
    createdAt: timestamp(),
  },
  {
    title: 'RejectionRequest',
    description: 'Units of an outcome that a customer asks, in the portal, not to be billed for.',
  },
)
export type RejectionRequest = Static<typeof RejectionRequest>
