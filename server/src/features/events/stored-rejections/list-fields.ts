import { type Static, Type } from 'typebox'
import { TEXT_LENGTH_MAX, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { TEXT } from '../../../platform/http/text-patterns.ts'
import { namedCustomer } from '../../customers/fields.ts'
import { Rejection, RejectionState } from './fields.ts'

export const RejectionListQuery = Type.Object({
  ...pageParameters,
  ...namedCustomer(),
  agentId: Type.Optional(uuid()),
  signalId: Type.Optional(uuid()),
  eventId: Type.Optional(uuid('Only rejections of this event.')),
  runId: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      pattern: TEXT,
      description: 'Only rejections of events of this run.',
    }),
  ),
  state: Type.Optional(RejectionState),
})
export type RejectionListQuery = Static<typeof RejectionListQuery>

export const RejectionList = listOf('RejectionList', Rejection)
export type RejectionList = Static<typeof RejectionList>
