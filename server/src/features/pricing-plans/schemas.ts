import { type Static, Type } from 'typebox'
import {
  currency,
  name,
  nullable,
  optionalText,
  searchIn,
  sortBy,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder } from '../../platform/http/list.ts'

const planName = name('Not only spaces.')
const description = optionalText(TEXT_LENGTH_MAX, 'Null takes it away.')
const featuresList = Type.Object(
  {},
  { additionalProperties: true, description: 'Yours: kept and returned as it was sent.' },
)
const isActive = Type.Boolean({
  description: 'False: no new subscriptions. Those there are go on as before.',
})

export const PlanParams = Type.Object({ planId: uuid() })
export const PlanAgentParams = Type.Object({ planId: uuid(), agentId: uuid() })

export const PlanCreate = Type.Object(
  {
    name: planName,
    description,
    agentId: Type.Optional(uuid('The first agent the plan is linked to; more by linkAgent.')),
    featuresList: Type.Optional(featuresList),
    isActive: Type.Optional(Type.Boolean({ ...isActive, default: true })),
    currency: Type.Optional(
      currency("ISO 4217; default the organization's. It cannot change later."),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'Support, pay per ticket',
        description: 'For teams of up to 50',
        agentId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
        featuresList: { sla: '4h', channels: ['email', 'chat'] },
        currency: 'EUR',
      },
    ],
  },
)
export type PlanCreate = Static<typeof PlanCreate>

export const PlanUpdate = Type.Object(
  {
    name: Type.Optional(planName),
    description,
    featuresList: Type.Optional(featuresList),
    isActive: Type.Optional(isActive),
  },
  { additionalProperties: false, examples: [{ name: 'Support, pay per ticket (2026)' }] },
)
export type PlanUpdate = Static<typeof PlanUpdate>

export const PlanListQuery = Type.Object({
  ...pageParameters,
  agentId: Type.Optional(uuid('Only plans that are linked to this agent.')),
  isActive: Type.Optional(Type.Boolean()),
  search: searchIn('the name or the description'),
  sortBy: sortBy(['createdAt', 'name']),
  sortOrder,
})
export type PlanListQuery = Static<typeof PlanListQuery>

export const PlanBody = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    description: nullable(Type.String()),
    isActive: Type.Boolean(),
    currency: Type.String({ description: 'ISO 4217; every price of the plan is in it.' }),
    featuresList,
    agents: Type.Array(Type.Object({ id: uuid(), name: Type.String(), agentCode: Type.String() }), {
      description: 'The agents the plan is linked to, by name.',
    }),
    createdAt: timestamp(),
  },
  { description: 'An offer. Its prices are its pricing strategies.' },
)
export type PlanBody = Static<typeof PlanBody>

export const PlanList = listOf('PricingPlanList', PlanBody)
export type PlanList = Static<typeof PlanList>

export const LinkAgent = Type.Object(
  { agentId: uuid() },
  {
    additionalProperties: false,
    examples: [{ agentId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10' }],
  },
)

/** The body may be left out altogether, which the framework hands on as null. */
export const PlanCopy = Type.Unsafe<{ name?: string } | null>({
  ...Type.Object({ name: Type.Optional(planName) }, { additionalProperties: false }),
  type: ['object', 'null'],
  description: 'May be left out. Default name: the name of the plan and " (copy)".',
  examples: [{ name: 'Support, 2027' }],
})
