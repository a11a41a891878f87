import { type Static, Type } from 'typebox'
import {
  name,
  nullable,
  optionalLines,
  searchIn,
  sortBy,
  timestamp,
  uuid,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder, updatedSince } from '../../platform/http/list.ts'

const DESCRIPTION_LENGTH_MAX = 2_000
const BULK_MAX = 100

const signalName = name(
  'The unit on the invoice, such as "Resolved ticket"; unique within its agent.',
)
const SHORT_NAME = 'Usage records send it as `signalName`; unique within its agent.'
const isActive = { description: 'False marks the signal as retired; usage is still recorded.' }
const settlementDays = Type.Integer({
  minimum: 0,
  maximum: 30,
  description:
    'Days after the usage date of an outcome in which it is provisional: shown apart, and billed ' +
    'once they have passed. A change applies to records from then on.',
})
const description = optionalLines(
  DESCRIPTION_LENGTH_MAX,
  'Definition of one unit. Send null to clear it.',
)

const example = {
  agentId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
  name: 'Resolved ticket',
  shortName: 'ticket-resolved',
}

export const SignalCreate = Type.Object(
  {
    agentId: uuid('The agent whose work it counts; cannot change.'),
    name: signalName,
    shortName: Type.Optional(name(`${SHORT_NAME} Default: the name.`)),
    description,
    isActive: Type.Optional(Type.Boolean({ ...isActive, default: true })),
    settlementDays: Type.Optional({ ...settlementDays, default: 0 }),
  },
  { title: 'SignalCreate', additionalProperties: false, examples: [example] },
)
export type SignalCreate = Static<typeof SignalCreate>

export const SignalBulkCreate = Type.Object(
  { signals: Type.Array(SignalCreate, { minItems: 1, maxItems: BULK_MAX }) },
  { title: 'SignalBulkCreate', additionalProperties: false, examples: [{ signals: [example] }] },
)

export const SignalUpdate = Type.Object(
  {
    name: Type.Optional(signalName),
    shortName: Type.Optional(name(SHORT_NAME)),
    description,
    isActive: Type.Optional(Type.Boolean(isActive)),
    settlementDays: Type.Optional(settlementDays),
  },
  { title: 'SignalUpdate', additionalProperties: false, examples: [{ name: 'Ticket resolved' }] },
)
export type SignalUpdate = Static<typeof SignalUpdate>

export const Signal = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    shortName: Type.String(),
    agentId: uuid(),
    description: nullable(Type.String()),
    isActive: Type.Boolean(),
    settlementDays: Type.Integer({ description: '0: outcomes are billed at once.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Signal', description: 'A billable outcome of an agent.' },
)
export type Signal = Static<typeof Signal>

export const SignalBulkResult = Type.Object(
  { results: Type.Array(Signal, { description: 'In the order of the request.' }) },
  { title: 'SignalBulkResult', description: 'The signals that were created.' },
)

export const SignalParams = Type.Object({ signalId: uuid() })

export const SignalListQuery = Type.Object({
  ...pageParameters,
  agentId: Type.Optional(uuid()),
  isActive: Type.Optional(Type.Boolean()),
  search: searchIn('the name or the short name'),
  sortBy: sortBy(['createdAt', 'name', 'shortName', 'updatedAt']),
  sortOrder,
  updatedSince,
})
export type SignalListQuery = Static<typeof SignalListQuery>

export const SignalList = listOf('SignalList', Signal)
export type SignalList = Static<typeof SignalList>
