import { type Static, Type } from 'typebox'
import { listOf, pageParameters } from '../../platform/http/list.ts'
import { ONE_LINE_NAME } from '../../platform/http/text-patterns.ts'
import { CostDataBody } from '../usage/schemas.ts'

const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description ? { description } : {}) })
const timestamp = Type.String({ format: 'date-time' })

const DATE_LENGTH_MAX = 64
const date = (description: string) => Type.String({ maxLength: DATE_LENGTH_MAX, description })

const windowFields = {
  startDate: Type.Optional(date('ISO 8601; on or after.')),
  endDate: Type.Optional(date('ISO 8601; on or before. A date alone includes that day.')),
}

const EventProcessed = Type.Union(
  [
    Type.Literal('PROCESSED'),
    Type.Literal('NEEDS_COST_BACKFILL'),
    Type.Literal('PENDING'),
    Type.Literal('ERROR'),
  ],
  {
    description:
      'PROCESSED has its cost. NEEDS_COST_BACKFILL waits for a model to be mapped. ERROR lacks a rate.',
  },
)

export const EventListQuery = Type.Object({
  ...pageParameters,
  customerId: Type.Optional(uuid('The id here, not your external id.')),
  agentId: Type.Optional(uuid()),
  signalId: Type.Optional(uuid()),
  eventProcessed: Type.Optional(EventProcessed),
  ...windowFields,
})
export type EventListQuery = Static<typeof EventListQuery>

export const UsageEventBody = Type.Object({
  id: uuid(),
  customerExternalId: Type.Union([Type.String(), Type.Null()]),
  customerId: uuid(),
  subscriptionId: Type.Union([uuid(), Type.Null()]),
  organizationId: uuid(),
  agentId: uuid(),
  signalId: uuid(),
  rawIngestEventId: uuid(),
  runId: Type.Union([Type.String(), Type.Null()]),
  usageDate: timestamp,
  quantity: Type.String({ description: 'A decimal.' }),
  metadata: Type.Object({}, { additionalProperties: true }),
  usageCost: Type.Union([Type.String(), Type.Null()], {
    description: 'USD, exact, with at least 10 decimals; null while the cost is not known.',
  }),
  usageCostData: CostDataBody,
  eventProcessed: EventProcessed,
  eventProcessedAt: timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
  signal: Type.Object({ id: uuid(), name: Type.String(), shortName: Type.String() }),
})
export type UsageEventBody = Static<typeof UsageEventBody>

export const EventListAnswer = listOf(UsageEventBody)
export type EventListAnswer = Static<typeof EventListAnswer>

export const BackfillQuery = Type.Object({
  startDate: Type.Optional(date('ISO 8601; default 30 days ago.')),
  endDate: Type.Optional(date('ISO 8601; default now.')),
})
export type BackfillQuery = Static<typeof BackfillQuery>

export const BackfillAnswer = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        model: Type.String(),
        provider: Type.String(),
        reason: Type.Union([Type.Literal('unknown_model'), Type.Literal('no_rate')], {
          description:
            'unknown_model: not in the catalog. no_rate: known, but without a rate that was needed.',
        }),
        count: Type.Integer({ description: 'Events that wait for this model.' }),
        oldestEventDate: timestamp,
      }),
    ),
    totalEvents: Type.Integer({ description: 'Events without a cost, each counted once.' }),
  },
  { description: 'The events without a cost, by what would give them one.' },
)
export type BackfillAnswer = Static<typeof BackfillAnswer>

const modelName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: ONE_LINE_NAME,
})

export const MapModelBody = Type.Object(
  {
    sourceModel: modelName,
    sourceProvider: modelName,
    targetPricingId: Type.Optional(uuid('A catalog entry; or name it by the next two fields.')),
    targetModel: Type.Optional(modelName),
    targetProvider: Type.Optional(modelName),
  },
  {
    additionalProperties: false,
    examples: [
      {
        sourceModel: 'our-finetune-7',
        sourceProvider: 'openai',
        targetModel: 'gpt-4o',
        targetProvider: 'openai',
      },
    ],
  },
)
export type MapModelBody = Static<typeof MapModelBody>

export const MapModelAnswer = Type.Object(
  {
    backfilled: Type.Integer({ description: 'How many events have their cost now.' }),
    mappingId: uuid(),
  },
  { description: 'The mapping, and how many events have their cost by it.' },
)
export type MapModelAnswer = Static<typeof MapModelAnswer>
