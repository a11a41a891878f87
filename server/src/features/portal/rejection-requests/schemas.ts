import { type Static, Type } from 'typebox'
import { lines, nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { REQUEST_STATES } from '../../events/rejection-requests/request.ts'

const REASON_LENGTH_MAX = 1_000

export const PortalOutcomeParams = Type.Object({ eventId: uuid('The outcome.') })
export const PortalRequestParams = Type.Object({ rejectionRequestId: uuid('The request.') })

export const PortalRejectionRequestCreate = Type.Object(
  {
    reason: Type.String({
      ...lines(REASON_LENGTH_MAX, 'Why the outcome did not hold.'),
      minLength: 1,
    }),
    quantity: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Units that should not be billed. Default: all units of the outcome.',
      }),
    ),
  },
  {
    title: 'PortalRejectionRequestCreate',
    additionalProperties: false,
    examples: [{ reason: 'We had to solve it ourselves' }],
  },
)

const state = Type.Enum([...REQUEST_STATES], {
  title: 'PortalRejectionRequestState',
  description:
    'requested: it is not decided yet. accepted: its units are not billed. declined: they stay ' +
    'billed. withdrawn: the customer took it back. Further states may be added.',
})

export const PortalRejectionRequest = Type.Object(
  {
    id: uuid(),
    state,
    eventId: uuid(),
    runId: nullable(Type.String(), 'The run of the agent that did it; null: none was sent.'),
    agentName: Type.String(),
    signalName: Type.String(),
    usageDate: timestamp(),
    quantity: Type.String({ description: 'Units that should not be billed. A decimal.' }),
    reason: Type.String({ description: 'What the customer wrote.' }),
    requestedAt: timestamp('When the customer asked.'),
    decidedAt: nullable(
      timestamp(),
      'When it was accepted, declined or withdrawn; null: it is open.',
    ),
    declineReason: nullable(Type.String(), 'Why it was declined; null: it was not.'),
    restoredAt: nullable(
      timestamp(),
      'When the units of an accepted request were billed again; null: they were not.',
    ),
  },
  {
    title: 'PortalRejectionRequest',
    description: 'Units of an outcome that the customer asks not to be billed for.',
  },
)
export type PortalRejectionRequest = Static<typeof PortalRejectionRequest>

export const PortalRejectionRequestQuery = Type.Object({
  ...pageParameters,
  state: Type.Optional(state),
})
export type PortalRejectionRequestQuery = Static<typeof PortalRejectionRequestQuery>

export const PortalRejectionRequestList = listOf(
  'PortalRejectionRequestList',
  PortalRejectionRequest,
)
export type PortalRejectionRequestList = Static<typeof PortalRejectionRequestList>
