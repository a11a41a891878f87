import { type Static, Type } from 'typebox'
import { listOf, pageParameters, sortOrder } from '../../platform/http/list.ts'
import { NAME, TEXT } from '../../platform/http/text-patterns.ts'

const TEXT_LENGTH_MAX = 255
const DESCRIPTION_LENGTH_MAX = 2_000

const keyText = { minLength: 1, maxLength: TEXT_LENGTH_MAX, pattern: NAME }
const name = Type.String({ ...keyText, description: 'Shown on invoices and in analytics.' })
const agentCode = Type.String({
  ...keyText,
  description: 'Your own code of the agent, unique in your organization; usage records name it.',
})
const isActive = {
  description:
    'False marks the agent as retired. Its history stays, and usage is still recorded for it.',
}
const detailFields = {
  description: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: DESCRIPTION_LENGTH_MAX,
      pattern: TEXT,
      description: 'What the agent does; null takes it away.',
    }),
  ),
  context: Type.Optional(
    Type.Unsafe<object | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Anything you like: stored, returned as it was sent, never interpreted.',
    }),
  ),
}

export const AgentCreate = Type.Object(
  {
    name,
    agentCode,
    ...detailFields,
    isActive: Type.Optional(Type.Boolean({ ...isActive, default: true })),
  },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'Support agent',
        agentCode: 'support-agent',
        description: 'Answers and resolves tickets',
      },
    ],
  },
)
export type AgentCreate = Static<typeof AgentCreate>

export const AgentUpdate = Type.Object(
  {
    name: Type.Optional(name),
    agentCode: Type.Optional(agentCode),
    ...detailFields,
    isActive: Type.Optional(Type.Boolean(isActive)),
  },
  { additionalProperties: false, examples: [{ isActive: false }] },
)
export type AgentUpdate = Static<typeof AgentUpdate>

export const AgentBody = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    agentCode: Type.String(),
    description: Type.Union([Type.String(), Type.Null()]),
    isActive: Type.Boolean(),
    context: Type.Object({}, { additionalProperties: true }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { description: 'What works for your customers: an AI agent, a worker, a service.' },
)
export type AgentBody = Static<typeof AgentBody>

export const AgentParams = Type.Object({
  // The limit keeps out `urn:uuid:…`, which the format allows and PostgreSQL does not.
  agentId: Type.String({ format: 'uuid', maxLength: 36 }),
})

export const AgentListQuery = Type.Object({
  ...pageParameters,
  search: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'A part of the name or the code, in any case.',
    }),
  ),
  isActive: Type.Optional(Type.Boolean()),
  agentCode: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'Exactly this code.',
    }),
  ),
  sortBy: Type.Optional(
    Type.Enum(['createdAt', 'name', 'agentCode'], {
      default: 'createdAt',
      description: 'Names sort without regard to case.',
    }),
  ),
  sortOrder,
})
export type AgentListQuery = Static<typeof AgentListQuery>

export const AgentListAnswer = listOf(AgentBody)
export type AgentListAnswer = Static<typeof AgentListAnswer>
