import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { REJECTION_STATES } from './rejection.ts'

export const RejectionState = Type.Enum([...REJECTION_STATES], {
  title: 'RejectionState',
  description:
    'accepted: the units are not billed. withdrawn: they are billed again. Further states may be added.',
})

export const Rejection = Type.Object(
  {
    id: uuid(),
    state: RejectionState,
    eventId: uuid(),
    customerId: uuid(),
    customerExternalId,
    runId: nullable(Type.String(), 'The run of the event; null: it names none.'),
    agentId: uuid(),
    agentName: Type.String(),
    signalId: uuid(),
    signalName: Type.String(),
    usageDate: timestamp(),
    quantity: Type.String({ description: 'Units of the event that are not billed. A decimal.' }),
    reason: Type.String({ description: 'Why the outcome did not hold.' }),
    actor: Type.String({ description: 'Who rejected it: `api_key:<id>` or `user:<id>`.' }),
    actorName: nullable(Type.String(), 'Name of that key or person; null: not known.'),
    rejectedAt: timestamp('When it was rejected.'),
    withdrawnAt: nullable(timestamp(), 'When it was withdrawn; null: it is in force.'),
    withdrawReason: nullable(Type.String(), 'Why it was withdrawn; null: no reason was given.'),
    withdrawnBy: nullable(Type.String(), 'Who withdrew it; null: it is in force.'),
    withdrawnByName: nullable(Type.String(), 'Name of that key or person; null: not known.'),
    version: Type.Integer({ description: 'Raised by each change of the rejection; 1 at first.' }),
    createdAt: timestamp(),
  },
  {
    title: 'Rejection',
    description:
      'Units of an outcome that are not billed, because the work did not hold. Their cost stays.',
  },
)
export type Rejection = Static<typeof Rejection>
