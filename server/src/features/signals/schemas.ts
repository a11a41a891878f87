import { type Static, Type } from 'typebox'
import {
  name,
  nullable,
  optionalText,
  searchIn,
  sortBy,
  timestamp,
  uuid,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder } from '../../platform/http/list.ts'

const DESCRIPTION_LENGTH_MAX = 2_000
const BULK_MAX = 100

const signalName = name('The unit on the invoice, such as "Resolved ticket"; unique for its agent.')
const SHORT_NAME = 'What usage records send as `signalName`; unique for its agent.'
const isActive = { description: 'False marks the signal as retired; usage is still recorded.' }
const description = optionalText(DESCRIPTION_LENGTH_MAX, 'What counts as one; null takes it away.')

const example = {
  agentId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
  name: 'Resolved ticket',
  shortName: 'ticket-resolved',
}

export const SignalCreate = Type.Object(
  {
    agentId: uuid('The agent whose work it counts; for good.'),
    name: signalName,
    shortName: Type.Optional(name(`${SHORT_NAME} Default: the name.`)),
    description,
    isActive: Type.Optional(Type.Boolean({ ...isActive, default: true })),
  },
  { additionalProperties: false, examples: [example] },
)
export type SignalCreate = Static<typeof SignalCreate>

export const SignalBulkCreate = Type.Object(
  { signals: Type.Array(SignalCreate, { minItems: 1, maxItems: BULK_MAX }) },
  { additionalProperties: false, examples: [{ signals: [example] }] },
)

export const SignalUpdate = Type.Object(
  {
    name: Type.Optional(signalName),
    shortName: Type.Optional(name(SHORT_NAME)),
    description,
    isActive: Type.Optional(Type.Boolean(isActive)),
  },
  { additionalProperties: false, examples: [{ name: 'Ticket resolved' }] },
)
export type SignalUpdate = Static<typeof SignalUpdate>

export const SignalBody = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    shortName: Type.String(),
    agentId: Type.String({ format: 'uuid' }),
    description: nullable(Type.String()),
    isActive: Type.Boolean(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { description: 'A billable outcome of an agent.' },
)
export type SignalBody = Static<typeof SignalBody>

export const SignalBulkAnswer = Type.Object(
  { results: Type.Array(SignalBody, { description: 'In the order of the request.' }) },
  { description: 'The signals that were created.' },
)

export const SignalParams = Type.Object({ signalId: uuid() })

export const SignalListQuery = Type.Object({
  ...pageParameters,
  agentId: Type.Optional(uuid()),
  isActive: Type.Optional(Type.Boolean()),
  search: searchIn('the name or the short name'),
  sortBy: sortBy(['createdAt', 'name', 'shortName']),
  sortOrder,
})
export type SignalListQuery = Static<typeof SignalListQuery>

export const SignalListAnswer = listOf(SignalBody)
export type SignalListAnswer = Static<typeof SignalListAnswer>
