import { type Static, Type } from 'typebox'
import { uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { namedCustomer } from '../../customers/fields.ts'
import { RejectionRequest, RejectionRequestState } from './fields.ts'

export const RejectionRequestListQuery = Type.Object({
  ...pageParameters,
  ...namedCustomer(),
  agentId: Type.Optional(uuid()),
  signalId: Type.Optional(uuid()),
  eventId: Type.Optional(uuid('Only requests about this event.')),
  state: Type.Optional(RejectionRequestState),
})
export type RejectionRequestListQuery = Static<typeof RejectionRequestListQuery>

export const RejectionRequestList = listOf('RejectionRequestList', RejectionRequest)
export type RejectionRequestList = Static<typeof RejectionRequestList>
