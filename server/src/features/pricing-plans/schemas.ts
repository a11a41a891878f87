import { type Static, Type } from 'typebox'
import {
  currency,
  jsonObject,
  name,
  nullable,
  optionalLines,
  refused,
  searchIn,
  sortBy,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
  version,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder, updatedSince } from '../../platform/http/list.ts'

const planName = name('Must not be blank.')
const description = optionalLines(TEXT_LENGTH_MAX, 'Send null to clear it.')
const featuresList = jsonObject('Your own data: kept and returned as it was sent.')
const isActive = Type.Boolean({
  description: 'False: the plan takes no new subscriptions. Existing ones continue.',
})
const REJECTION_DAYS_MAX = 365
const rejectionDays = Type.Optional(
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: REJECTION_DAYS_MAX,
    description:
      'Days after its usage date in which a customer may ask in the portal to reject an outcome. ' +
      'Null: customers do not ask.',
  }),
)
const autoAcceptRejections = Type.Boolean({
  description: 'True: what a customer asks is accepted at once. False: you accept or decline it.',
})

export const PlanParams = Type.Object({ planId: uuid() })
export const PlanAgentParams = Type.Object({ planId: uuid(), agentId: uuid() })
export const IncludedSignalParams = Type.Object({ planId: uuid(), signalId: uuid() })

export const PricingPlanCreate = Type.Object(
  {
    name: planName,
    description,
    agentId: Type.Optional(uuid('The first agent linked to the plan; link more with linkAgent.')),
    featuresList: Type.Optional(featuresList),
    isActive: Type.Optional(Type.Boolean({ ...isActive, default: true })),
    rejectionDays,
    autoAcceptRejections: Type.Optional({ ...autoAcceptRejections, default: false }),
    currency: Type.Optional(
      currency('ISO 4217. Default: the currency of the organization. It cannot change later.'),
    ),
  },
  {
    title: 'PricingPlanCreate',
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
export type PricingPlanCreate = Static<typeof PricingPlanCreate>

export const PricingPlanUpdate = Type.Object(
  {
    name: Type.Optional(planName),
    description,
    featuresList: Type.Optional(featuresList),
    isActive: Type.Optional(isActive),
    rejectionDays,
    autoAcceptRejections: Type.Optional(autoAcceptRejections),
    currency: refused,
  },
  {
    title: 'PricingPlanUpdate',
    description: 'The currency cannot change: create another plan instead.',
    additionalProperties: false,
    examples: [{ name: 'Support, pay per ticket (2026)' }],
  },
)
export type PricingPlanUpdate = Static<typeof PricingPlanUpdate>

export const PlanListQuery = Type.Object({
  ...pageParameters,
  agentId: Type.Optional(uuid('Only plans that are linked to this agent.')),
  isActive: Type.Optional(Type.Boolean()),
  search: searchIn('the name or the description'),
  sortBy: sortBy(['createdAt', 'name', 'updatedAt']),
  sortOrder,
  updatedSince,
})
export type PlanListQuery = Static<typeof PlanListQuery>

const PlanAgent = Type.Object(
  { id: uuid(), name: Type.String(), agentCode: Type.String() },
  { title: 'PlanAgent' },
)

const IncludedSignal = Type.Object(
  { id: uuid(), name: Type.String(), agentId: uuid() },
  { title: 'IncludedSignal' },
)

export const PricingPlan = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    description: nullable(Type.String()),
    isActive: Type.Boolean(),
    currency: Type.String({ description: 'ISO 4217 currency of all prices of the plan.' }),
    featuresList,
    rejectionDays: nullable(
      Type.Integer(),
      'Days in which a customer may ask in the portal to reject an outcome; null: not at all.',
    ),
    autoAcceptRejections,
    agents: Type.Array(PlanAgent, {
      description: 'Agents linked to the plan, sorted by name.',
    }),
    includedSignals: Type.Array(IncludedSignal, {
      description:
        'Signals that the fees of the plan cover, sorted by name: their work is not unpriced.',
    }),
    version: version(
      'Grows with each change of the plan, its prices, its agents or its included signals.',
    ),
    createdAt: timestamp(),
    updatedAt: timestamp('Latest change, also of its prices, agents or included signals.'),
  },
  {
    title: 'PricingPlan',
    description: 'An offer to customers. Its pricing strategies define its prices.',
  },
)
export type PricingPlan = Static<typeof PricingPlan>

export const PricingPlanList = listOf('PricingPlanList', PricingPlan)
export type PricingPlanList = Static<typeof PricingPlanList>

export const AgentLink = Type.Object(
  { agentId: uuid() },
  {
    title: 'AgentLink',
    additionalProperties: false,
    examples: [{ agentId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10' }],
  },
)

export const IncludedSignalBody = Type.Object(
  { signalId: uuid('A signal of an agent that is linked to the plan.') },
  {
    title: 'IncludedSignalBody',
    additionalProperties: false,
    examples: [{ signalId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a11' }],
  },
)

/** An optional body, which the framework passes as null. */
export const PricingPlanCopy = Type.Unsafe<{ name?: string } | null>({
  ...Type.Object({ name: Type.Optional(planName) }, { additionalProperties: false }),
  title: 'PricingPlanCopy',
  type: ['object', 'null'],
  description: 'Optional. Default name: the name of the plan followed by " (copy)".',
  examples: [{ name: 'Support, 2027' }],
})
