import { type Static, Type } from 'typebox'
import {
  nullable,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortedBy, sortOrder } from '../../platform/http/list.ts'
import { COUNTED_AFTER } from '../../platform/http/list-cursor.ts'
import { ONE_LINE_NAME, TEXT } from '../../platform/http/text-patterns.ts'
import { customerExternalId, namedCustomer } from '../customers/fields.ts'
import { UsageLine } from '../rating/usage-line-fields.ts'
import { PAID_BY } from '../usage/batch/parse-record.ts'
import { EventProcessed, UsageEvent, usageEventFields } from './fields.ts'
import { Rejection } from './stored-rejections/fields.ts'

const date = (description: string) => Type.String({ maxLength: VALUE_LENGTH_MAX, description })

const windowFields = {
  startDate: Type.Optional(date('ISO 8601; on or after.')),
  endDate: Type.Optional(date('ISO 8601; on or before. A date alone includes that day.')),
}

const UncostedReason = Type.Union([Type.Literal('unknown_model'), Type.Literal('no_rate')], {
  title: 'UncostedReason',
  description:
    'unknown_model: not in the catalog. no_rate: in the catalog, but without a required rate.',
})

/** The status filter of a list: one status, or all without a cost. */
const EventState = Type.Union([...EventProcessed.anyOf, Type.Literal('UNCOSTED')], {
  title: 'EventState',
  description: 'UNCOSTED: every event without a cost, for any reason.',
})

/** Maximum number of events that one request sorts by their cost, which no index orders. */
export const SORTED_BY_COST_MAX = 100_000

export const EventListQuery = Type.Object({
  ...pageParameters,
  ...namedCustomer(),
  after: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description:
        '`nextAfter` of the answer before: returns the events after its last one, as fast at the ' +
        'millionth event as at the first, and neither twice nor left out when others are recorded. ' +
        'Send the same filters and the same order, by usage date. `page` must be 1, and ' +
        '`totalResults` counts at most one result after these.',
    }),
  ),
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
  sortBy: sortedBy(
    ['usageDate', 'usageCost'],
    'Cost: events without a cost come last, and at most ' +
      `${SORTED_BY_COST_MAX} events may match. A CSV export has an order of its own.`,
  ),
  sortOrder,
  ...windowFields,
})
export type EventListQuery = Static<typeof EventListQuery>
export type EventFilterQuery = Omit<EventListQuery, 'sortBy' | 'sortOrder' | 'after'>

export const EventParams = Type.Object({ eventId: uuid() })

const UsedPrice = Type.Object(
  {
    serviceId: uuid(),
    model: Type.String(),
    provider: Type.String(),
    effectiveFrom: nullable(Type.String({ format: 'date-time' }), 'Null: always valid.'),
  },
  { title: 'UsedPrice', description: 'The catalog price that was used.' },
)

const MissingPrice = Type.Object(
  {
    reason: UncostedReason,
    explanation: Type.String(),
  },
  { title: 'MissingPrice', description: 'The reason that the cost of a service is not known.' },
)

const usedServiceFields = {
  model: Type.String(),
  modelProvider: Type.String(),
  quantity: Type.Integer(),
  inputTokens: Type.Integer({ description: 'Including cache tokens.' }),
  outputTokens: Type.Integer(),
  cacheReadTokens: Type.Integer(),
  cacheWriteTokens: Type.Integer(),
  cacheWrite1hTokens: Type.Integer(),
  serviceTier: nullable(Type.String(), 'Tier of service, such as `batch`; null: standard.'),
  paidBy: Type.Enum(PAID_BY, {
    description: '`customer`: with a key of the customer; it costs you 0.',
  }),
  reportedCostUsd: nullable(
    Type.String(),
    'Cost in USD as reported by a gateway, exact, with at least 10 decimals; null: none was.',
  ),
}
const ServiceBefore = Type.Object(usedServiceFields, { title: 'ServiceBefore' })
export type ServiceBefore = Static<typeof ServiceBefore>

const EventService = Type.Object(
  {
    ...usedServiceFields,
    price: nullable(
      UsedPrice,
      'Null while the cost of the event is not known, if an own rate priced it, and if the customer ' +
        'pays for a service without a price.',
    ),
    costRateId: nullable(
      uuid(),
      'The own rate that priced it; null: the price of the catalog, or the cost is not known.',
    ),
    missing: nullable(MissingPrice),
  },
  { title: 'EventService', description: 'A model or service that was used for the work.' },
)

const EventCorrection = Type.Object(
  {
    id: uuid(),
    kind: Type.Union([Type.Literal('void'), Type.Literal('amend'), Type.Literal('recost')], {
      description: 'recost: a repricing run changed the cost. Further kinds may be added.',
    }),
    quantityBefore: Type.String({ description: 'A decimal.' }),
    quantityAfter: Type.String(),
    costBefore: nullable(Type.String(), 'USD; null if the cost was not known.'),
    costAfter: nullable(Type.String(), 'USD; null if the cost was not known then.'),
    servicesBefore: Type.Array(ServiceBefore),
    repricingRunId: nullable(uuid(), 'The run of a recost; null for other kinds.'),
    reason: nullable(Type.String()),
    actor: Type.String({ description: '`api_key:<id>` or `user:<id>`.' }),
    actorName: nullable(Type.String()),
    correctedAt: timestamp(),
  },
  {
    title: 'EventCorrection',
    description: 'An amendment of an event, its voiding, or another cost by a repricing run.',
  },
)

export const UsageEventDetail = Type.Object(
  {
    ...usageEventFields,
    services: Type.Array(EventService),
    corrections: Type.Array(EventCorrection, { description: 'The earliest first.' }),
    rejections: Type.Array(Rejection, { description: 'Also withdrawn ones; the earliest first.' }),
    invoiceLines: Type.Array(UsageLine, {
      description:
        'The invoice line whose time contains the event, then the lines that settle it later. A ' +
        'draft counts until a finalized invoice bills that time; void invoices do not.',
    }),
  },
  {
    title: 'UsageEventDetail',
    description:
      'A stored usage record, with the prices that its cost was computed from, or with the ' +
      'missing ones, with its corrections and rejections, and with the invoice lines that bill it.',
  },
)
export type UsageEventDetail = Static<typeof UsageEventDetail>

export const UsageEventList = Type.Object(
  {
    ...listOf('UsageEventList', UsageEvent).properties,
    totalResults: Type.Integer({ description: `Exact; ${COUNTED_AFTER}` }),
    nextAfter: Type.Optional(
      Type.String({
        description:
          'Send it as `after` for the next events; absent if none follow, or by cost. It does not wait ' +
          'for new events.',
      }),
    ),
  },
  { title: 'UsageEventList', description: 'One page of events, or those after a cursor.' },
)
export type UsageEventList = Static<typeof UsageEventList>

export const BackfillQuery = Type.Object({
  startDate: Type.Optional(date('ISO 8601. Default: 30 days ago.')),
  endDate: Type.Optional(date('ISO 8601. Default: now.')),
})
export type BackfillQuery = Static<typeof BackfillQuery>

const entryRates = {
  inputCost: nullable(
    Type.String(),
    'Current rate in USD per `costUnit`; null: none is published.',
  ),
  outputCost: nullable(Type.String(), 'USD per `costUnit` for output tokens.'),
  costUnit: Type.String(),
}

const SuggestedEntry = Type.Object(
  {
    serviceId: uuid('Send it as targetPricingId.'),
    model: Type.String(),
    provider: Type.String(),
    reason: Type.Enum(['same_name', 'same_provider', 'similar_name'], {
      description:
        'same_name: the same name at another provider. same_provider: a similar name at this ' +
        'provider. similar_name: a similar name at another provider.',
    }),
    estimatedCost: Type.Number({ description: 'Estimated cost of the work at its rates, in USD.' }),
    ...entryRates,
  },
  {
    title: 'SuggestedEntry',
    description: 'A similar catalog entry with its rates, and the reason for the suggestion.',
  },
)

const UncostedModel = Type.Object(
  {
    model: Type.String(),
    provider: Type.String(),
    reason: UncostedReason,
    count: Type.Integer({ description: 'Number of events that wait for this model.' }),
    customerCount: Type.Integer({ description: 'Number of customers with such events.' }),
    oldestEventDate: timestamp(),
    suggestions: Type.Array(SuggestedEntry, {
      description:
        'The most similar catalog entries, best match first; map the model to one of them.',
    }),
    estimatedCost: nullable(
      Type.Object({ low: Type.Number(), high: Type.Number() }, { title: 'CostRange' }),
      'Estimated cost of the work by the suggestions, in USD, at current prices; null ' +
        'without suggestions.',
    ),
  },
  { title: 'UncostedModel', description: 'A model whose events have no cost, and the reason.' },
)

const EventWithoutTokens = Type.Object(
  {
    eventId: uuid(),
    customerId: uuid(),
    customerExternalId,
    usageDate: timestamp(),
    models: Type.Array(Type.String(), { description: 'LLMs without any token.' }),
  },
  { title: 'EventWithoutTokens' },
)

const WithoutTokens = Type.Object(
  {
    totalEvents: Type.Integer(),
    latest: Type.Array(EventWithoutTokens, { description: 'At most 20, latest first.' }),
  },
  {
    title: 'EventsWithoutTokens',
    description:
      'Events that have a cost, but name an LLM without any token, which costs 0; a ' +
      'streamed response may lack its usage.',
  },
)

export const UncostedUsage = Type.Object(
  {
    groups: Type.Array(UncostedModel),
    totalEvents: Type.Integer({
      description: 'Number of events without a cost, each counted once.',
    }),
    withoutTokens: WithoutTokens,
  },
  {
    title: 'UncostedUsage',
    description: 'Events without a cost, by what is missing.',
  },
)
export type UncostedUsage = Static<typeof UncostedUsage>

const modelName = Type.String({
  minLength: 1,
  maxLength: TEXT_LENGTH_MAX,
  pattern: ONE_LINE_NAME,
})

const CATALOG_ENTRY = 'A catalog entry: `serviceId` of a suggestion, or `id` of `GET /v1/services`'

export const ModelMappingCreate = Type.Object(
  {
    sourceModel: modelName,
    sourceProvider: modelName,
    targetPricingId: Type.Optional(uuid(`${CATALOG_ENTRY}; or name it by the next two fields.`)),
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
  targetPricingId: uuid(`${CATALOG_ENTRY}.`),
})
export type MappingEstimateQuery = Static<typeof MappingEstimateQuery>

export const MappingEstimate = Type.Object(
  {
    estimatedCost: nullable(
      Type.Number(),
      'Estimated cost of the waiting work at the rates of the entry, in USD; null when a ' +
        'rate is missing.',
    ),
    explanation: nullable(Type.String(), 'The missing rate.'),
    ...entryRates,
  },
  { title: 'MappingEstimate', description: 'Preview of a mapping; nothing is changed.' },
)
export type MappingEstimate = Static<typeof MappingEstimate>

export const ModelMapping = Type.Object(
  {
    backfilled: Type.Integer({ description: 'Number of events that now have a cost.' }),
    mappingId: uuid(),
  },
  {
    title: 'ModelMapping',
    description: 'The mapping and the number of events that it costed.',
  },
)
export type ModelMapping = Static<typeof ModelMapping>
