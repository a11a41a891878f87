import { type Static, Type } from 'typebox'
import {
  jsonObject,
  nullable,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../platform/http/list.ts'
import { ONE_LINE_NAME, TEXT } from '../../platform/http/text-patterns.ts'
import { CostLines } from '../usage/cost-lines.ts'

const date = (description: string) => Type.String({ maxLength: VALUE_LENGTH_MAX, description })

const windowFields = {
  startDate: Type.Optional(date('ISO 8601; on or after.')),
  endDate: Type.Optional(date('ISO 8601; on or before. A date alone includes that day.')),
}

const UncostedReason = Type.Union([Type.Literal('unknown_model'), Type.Literal('no_rate')], {
  title: 'UncostedReason',
  description:
    'unknown_model: not in the catalog. no_rate: known, but without a rate that was needed.',
})

const EventProcessed = Type.Union(
  [
    Type.Literal('PROCESSED'),
    Type.Literal('NEEDS_COST_BACKFILL'),
    Type.Literal('PENDING'),
    Type.Literal('ERROR'),
  ],
  {
    title: 'EventProcessed',
    description:
      'PROCESSED has its cost. NEEDS_COST_BACKFILL waits for a model to be mapped. ERROR lacks a rate.',
  },
)

/** What a list can be asked for: a state, or all of them that have no cost. */
const EventState = Type.Union([...EventProcessed.anyOf, Type.Literal('UNCOSTED')], {
  title: 'EventState',
  description: 'UNCOSTED: every event without a cost, for whatever reason.',
})

export const EventListQuery = Type.Object({
  ...pageParameters,
  customerId: Type.Optional(uuid('The id here, not your external id.')),
  agentId: Type.Optional(uuid()),
  signalId: Type.Optional(uuid()),
  runId: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      pattern: TEXT,
      description: 'The events of one run.',
    }),
  ),
  eventProcessed: Type.Optional(EventState),
  ...windowFields,
})
export type EventListQuery = Static<typeof EventListQuery>

export const EventParams = Type.Object({ eventId: uuid() })

const EventSignal = Type.Object(
  { id: uuid(), name: Type.String(), shortName: Type.String() },
  { title: 'EventSignal' },
)

const usageEventFields = {
  id: uuid(),
  customerExternalId: nullable(Type.String()),
  customerId: uuid(),
  customerName: Type.String(),
  subscriptionId: nullable(uuid()),
  organizationId: uuid(),
  agentId: uuid(),
  agentName: Type.String(),
  agentCode: Type.String(),
  signalId: uuid(),
  rawIngestEventId: uuid(),
  runId: nullable(Type.String()),
  idempotencyKey: nullable(Type.String(), 'The key that it was recorded with.'),
  usageDate: timestamp(),
  quantity: Type.String({ description: 'A decimal.' }),
  metadata: jsonObject(),
  models: Type.Array(Type.String(), { description: 'Each that did the work, once.' }),
  usageCost: Type.Union([Type.String(), Type.Null()], {
    description: 'USD, exact, with at least 10 decimals; null while the cost is not known.',
  }),
  usageCostData: CostLines,
  eventProcessed: EventProcessed,
  eventProcessedAt: timestamp(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  signal: EventSignal,
}

export const UsageEvent = Type.Object(usageEventFields, {
  title: 'UsageEvent',
  description: 'A usage record as it is stored, with its cost.',
})
export type UsageEvent = Static<typeof UsageEvent>

const UsedPrice = Type.Object(
  {
    serviceId: uuid(),
    model: Type.String(),
    provider: Type.String(),
    effectiveFrom: nullable(Type.String({ format: 'date-time' }), 'Null: always.'),
  },
  { title: 'UsedPrice', description: 'The price of the catalog that was used.' },
)

const MissingPrice = Type.Object(
  {
    reason: UncostedReason,
    explanation: Type.String(),
  },
  { title: 'MissingPrice', description: 'Why the cost of a service is not known.' },
)

const EventService = Type.Object(
  {
    model: Type.String(),
    modelProvider: Type.String(),
    quantity: Type.Integer(),
    inputTokens: Type.Integer({ description: 'With those of the cache.' }),
    outputTokens: Type.Integer(),
    cacheReadTokens: Type.Integer(),
    cacheWriteTokens: Type.Integer(),
    price: nullable(UsedPrice, 'Null while the cost of the event is not known.'),
    missing: nullable(MissingPrice),
  },
  { title: 'EventService', description: 'A model or service that did some of the work.' },
)

export const UsageEventDetail = Type.Object(
  { ...usageEventFields, services: Type.Array(EventService) },
  {
    title: 'UsageEventDetail',
    description: 'A usage record with the prices that made its cost, or with what it lacks.',
  },
)
export type UsageEventDetail = Static<typeof UsageEventDetail>

export const UsageEventList = listOf('UsageEventList', UsageEvent)
export type UsageEventList = Static<typeof UsageEventList>

export const BackfillQuery = Type.Object({
  startDate: Type.Optional(date('ISO 8601; default 30 days ago.')),
  endDate: Type.Optional(date('ISO 8601; default now.')),
})
export type BackfillQuery = Static<typeof BackfillQuery>

const entryRates = {
  inputCost: nullable(Type.String(), 'USD per `costUnit`, in force now; null: none is published.'),
  outputCost: nullable(Type.String(), 'USD per `costUnit` for output tokens.'),
  costUnit: Type.String(),
}

const SuggestedEntry = Type.Object(
  {
    serviceId: uuid('To send as targetPricingId.'),
    model: Type.String(),
    provider: Type.String(),
    reason: Type.Enum(['same_name', 'same_provider', 'similar_name'], {
      description:
        'same_name: another provider has it under this name. same_provider: a similar name of this provider. similar_name: one of another provider.',
    }),
    estimatedCost: Type.Number({ description: 'What the work would cost by it, in USD.' }),
    ...entryRates,
  },
  {
    title: 'SuggestedEntry',
    description: 'An entry of the catalog with its rates, and why it is near.',
  },
)

const UncostedModel = Type.Object(
  {
    model: Type.String(),
    provider: Type.String(),
    reason: UncostedReason,
    count: Type.Integer({ description: 'Events that wait for this model.' }),
    customerCount: Type.Integer({ description: 'Customers whose events they are.' }),
    oldestEventDate: timestamp(),
    suggestions: Type.Array(SuggestedEntry, {
      description: 'The nearest entries of the catalog, the best first; map the model to one.',
    }),
    estimatedCost: nullable(
      Type.Object({ low: Type.Number(), high: Type.Number() }, { title: 'CostRange' }),
      'What the work would cost by the suggestions, in USD, at the prices of now; null without any.',
    ),
  },
  { title: 'UncostedModel', description: 'A model whose events have no cost, and why.' },
)

const EventWithoutTokens = Type.Object(
  {
    eventId: uuid(),
    customerId: uuid(),
    usageDate: timestamp(),
    models: Type.Array(Type.String(), { description: 'The LLMs without any token.' }),
  },
  { title: 'EventWithoutTokens' },
)

const WithoutTokens = Type.Object(
  {
    totalEvents: Type.Integer(),
    latest: Type.Array(EventWithoutTokens, { description: 'At most 20, the latest first.' }),
  },
  {
    title: 'EventsWithoutTokens',
    description:
      'Events that have a cost, but of an LLM without any token, which costs 0; a streamed answer may lack its usage.',
  },
)

export const UncostedUsage = Type.Object(
  {
    groups: Type.Array(UncostedModel),
    totalEvents: Type.Integer({ description: 'Events without a cost, each counted once.' }),
    withoutTokens: WithoutTokens,
  },
  {
    title: 'UncostedUsage',
    description: 'The events without a cost, by what would give them one.',
  },
)
export type UncostedUsage = Static<typeof UncostedUsage>

const modelName = Type.String({
  minLength: 1,
  maxLength: TEXT_LENGTH_MAX,
  pattern: ONE_LINE_NAME,
})

export const ModelMappingCreate = Type.Object(
  {
    sourceModel: modelName,
    sourceProvider: modelName,
    targetPricingId: Type.Optional(uuid('A catalog entry; or name it by the next two fields.')),
    targetModel: Type.Optional(modelName),
    targetProvider: Type.Optional(modelName),
  },
  {
    title: 'ModelMappingCreate',
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
export type ModelMappingCreate = Static<typeof ModelMappingCreate>

export const MappingEstimateQuery = Type.Object({
  sourceModel: modelName,
  sourceProvider: modelName,
  targetPricingId: uuid('A catalog entry.'),
})
export type MappingEstimateQuery = Static<typeof MappingEstimateQuery>

export const MappingEstimate = Type.Object(
  {
    estimatedCost: nullable(
      Type.Number(),
      'What the waiting work would cost by the entry, in USD; null when a rate is missing.',
    ),
    explanation: nullable(Type.String(), 'Which rate is missing.'),
    ...entryRates,
  },
  { title: 'MappingEstimate', description: 'What a mapping would do; nothing is changed.' },
)
export type MappingEstimate = Static<typeof MappingEstimate>

export const ModelMapping = Type.Object(
  {
    backfilled: Type.Integer({ description: 'How many events have their cost now.' }),
    mappingId: uuid(),
  },
  {
    title: 'ModelMapping',
    description: 'The mapping, and how many events have their cost by it.',
  },
)
export type ModelMapping = Static<typeof ModelMapping>
