import { type Static, Type } from 'typebox'
import {
  jsonObject,
  metadata,
  name,
  nullable,
  optionalLines,
  searchIn,
  sortBy,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder, updatedSince } from '../../platform/http/list.ts'

const DESCRIPTION_LENGTH_MAX = 2_000

const agentName = name('Shown on invoices and in analytics.')
const agentCode = name(
  'Your own code for the agent, unique in your organization. Usage records refer to ' +
    'the agent by it.',
)
const isActive = {
  description:
    'False marks the agent as retired. Its history stays, and usage is still recorded for it.',
}
const detailFields = {
  description: optionalLines(
    DESCRIPTION_LENGTH_MAX,
    'Description of the work of the agent. Send null to clear it.',
  ),
  context: metadata,
}

export const AgentCreate = Type.Object(
  {
    name: agentName,
    agentCode,
    ...detailFields,
    isActive: Type.Optional(Type.Boolean({ ...isActive, default: true })),
  },
  {
    title: 'AgentCreate',
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
    name: Type.Optional(agentName),
    agentCode: Type.Optional(agentCode),
    ...detailFields,
    isActive: Type.Optional(Type.Boolean(isActive)),
  },
  { title: 'AgentUpdate', additionalProperties: false, examples: [{ isActive: false }] },
)
export type AgentUpdate = Static<typeof AgentUpdate>

export const Agent = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    agentCode: Type.String(),
    description: nullable(Type.String()),
    isActive: Type.Boolean(),
    context: jsonObject(),
    signalCount: Type.Integer({
      description: 'Number of signals of the agent, including retired ones.',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  {
    title: 'Agent',
    description: 'An AI agent, a worker or a service that works for your customers.',
  },
)
export type Agent = Static<typeof Agent>

export const AgentParams = Type.Object({
  agentId: uuid(),
})

export const AgentListQuery = Type.Object({
  ...pageParameters,
  search: searchIn('the name or the code'),
  isActive: Type.Optional(Type.Boolean()),
  agentCode: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'Exact code.',
    }),
  ),
  sortBy: sortBy(['createdAt', 'name', 'agentCode', 'updatedAt']),
  sortOrder,
  updatedSince,
})
export type AgentListQuery = Static<typeof AgentListQuery>

export const AgentList = listOf('AgentList', Agent)
export type AgentList = Static<typeof AgentList>
