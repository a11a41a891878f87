import { type Static, Type } from 'typebox'
import { listOf, pageParameters, sortOrder } from '../../platform/http/list.ts'
import { NAME, TEXT } from '../../platform/http/text-patterns.ts'

const TEXT_LENGTH_MAX = 255
const DESCRIPTION_LENGTH_MAX = 2_000
const BULK_MAX = 100

/** The limit keeps out `urn:uuid:…`, which the format allows and PostgreSQL does not. */
const uuid = { format: 'uuid', maxLength: 36 }
const keyText = { minLength: 1, maxLength: TEXT_LENGTH_MAX, pattern: NAME }
const name = Type.String({
  ...keyText,
  description: 'The unit on the invoice, such as "Resolved ticket"; unique for its agent.',
})
const shortName = {
  ...keyText,
  description: 'What usage records send as `signalName`; unique for its agent.',
}
const isActive = { description: 'False marks the signal as retired; usage is still recorded.' }
const description = Type.Optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: DESCRIPTION_LENGTH_MAX,
    pattern: TEXT,
    description: 'What counts as one; null takes it away.',
  }),
)

const example = {
  agentId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
  name: 'Resolved ticket',
  shortName: 'ticket-resolved',
}

export const SignalCreate = Type.Object(
  {
    agentId: Type.String({ ...uuid, description: 'The agent whose work it counts; for good.' }),
    name,
    shortName: Type.Optional(
      Type.String({ ...shortName, description: `${shortName.description} Default: the name.` }),
    ),
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
    name: Type.Optional(name),
    shortName: Type.Optional(Type.String(shortName)),
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
    description: Type.Union([Type.String(), Type.Null()]),
    isActive: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { description: 'A billable outcome of an agent.' },
)
export type SignalBody = Static<typeof SignalBody>

export const SignalBulkAnswer = Type.Object(
  { results: Type.Array(SignalBody, { description: 'In the order of the request.' }) },
  { description: 'The signals that were created.' },
)

export const SignalParams = Type.Object({ signalId: Type.String(uuid) })

export const SignalListQuery = Type.Object({
  ...pageParameters,
  agentId: Type.Optional(Type.String(uuid)),
  isActive: Type.Optional(Type.Boolean()),
  search: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'A part of the name or the short name, in any case.',
    }),
  ),
  sortBy: Type.Optional(
    Type.Enum(['createdAt', 'name', 'shortName'], {
      default: 'createdAt',
      description: 'Names sort without regard to case.',
    }),
  ),
  sortOrder,
})
export type SignalListQuery = Static<typeof SignalListQuery>

export const SignalListAnswer = listOf(SignalBody)
export type SignalListAnswer = Static<typeof SignalListAnswer>
