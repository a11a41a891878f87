import { type Static, Type } from 'typebox'
import {
  asSent,
  jsonObject,
  TEXT_LENGTH_MAX,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../platform/http/fields.ts'
import { RECORDS_MAX } from './batch-shape.ts'
import { SERVICES_MAX } from './parse-record.ts'

const tokens = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }))

const serviceFields = {
  quantity: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: 1,
      description: 'Units. At the top of a record: the billing units of the signal.',
    }),
  ),
  inputTokens: tokens('Prompt tokens, cached ones included. Ignored for non-LLM services.'),
  outputTokens: tokens('Completion tokens. Ignored for non-LLM services.'),
  cacheReadTokens: tokens('The part of inputTokens that was read from a cache.'),
  cacheWriteTokens: tokens('The part of inputTokens that was written to a cache.'),
}

const model = Type.String({
  maxLength: TEXT_LENGTH_MAX,
  description: 'Model id or service SKU; case and surrounding spaces do not matter.',
})
const modelProvider = Type.String({
  maxLength: TEXT_LENGTH_MAX,
  description: 'Provider name as in the catalog.',
})

const UsedService = Type.Object(
  { model, modelProvider, ...serviceFields },
  { title: 'UsedService', description: 'One of the services that did a job.' },
)

/** A usage record as it is documented; `parseRecord` checks each record on its own. */
const UsageRecord = Type.Object(
  {
    customerExternalId: Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'Your own id of the customer.',
    }),
    agentCode: Type.String({ maxLength: TEXT_LENGTH_MAX }),
    signalName: Type.String({ maxLength: TEXT_LENGTH_MAX, description: 'The billable outcome.' }),
    model: Type.Optional(model),
    modelProvider: Type.Optional(modelProvider),
    ...serviceFields,
    usageDate: Type.Optional(
      Type.String({
        maxLength: VALUE_LENGTH_MAX,
        description: 'ISO 8601; default now. Kept to the millisecond; without an offset it is UTC.',
      }),
    ),
    metadata: Type.Optional(jsonObject(undefined, {})),
    services: Type.Optional(
      Type.Array(UsedService, {
        maxItems: SERVICES_MAX,
        description: 'Instead of model + modelProvider, when several services did one job.',
      }),
    ),
    idempotencyKey: Type.Optional(
      Type.String({
        maxLength: TEXT_LENGTH_MAX,
        description: 'Makes a retry safe for ever: a second record with this key stores nothing.',
      }),
    ),
    runId: Type.Optional(
      Type.String({ maxLength: TEXT_LENGTH_MAX, description: 'Groups events of one run.' }),
    ),
  },
  { title: 'UsageRecord', description: 'One piece of work, and what it used.' },
)

const example = {
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  model: 'gpt-4o',
  modelProvider: 'openai',
  inputTokens: 1200,
  outputTokens: 350,
  idempotencyKey: 'ticket-4711',
}

export const UsageBatch = Type.Object(
  { records: Type.Array(UsageRecord, { minItems: 1, maxItems: RECORDS_MAX }) },
  { title: 'UsageBatch', examples: [{ records: [example] }] },
)

const warnings = Type.Optional(
  Type.Array(Type.String(), {
    description: 'Fields that have no effect, probably mistyped or misplaced.',
  }),
)
const duplicate = Type.Optional(
  Type.Literal(true, { description: 'Stored before, under the same idempotencyKey.' }),
)
const index = Type.Integer({ description: "The record's position in the request." })

const UsageSuccess = Type.Object(
  {
    index,
    stored: Type.Literal(true, { description: 'The event exists; never send it again.' }),
    customerExternalId: Type.String(),
    agentCode: Type.String(),
    signalName: Type.String(),
    model: Type.Optional(asSent(Type.String())),
    modelProvider: Type.Optional(asSent(Type.String())),
    inputTokens: Type.Optional(asSent(Type.Integer())),
    outputTokens: Type.Optional(asSent(Type.Integer())),
    services: Type.Optional(asSent(Type.Array(UsedService))),
    quantity: Type.Integer(),
    totalCostUsd: Type.String({ description: 'USD with exactly 10 decimals.' }),
    eventId: uuid(),
    rawEventId: uuid(),
    timestamp: Type.String({ format: 'date-time' }),
    duplicate,
    warnings,
  },
  { title: 'UsageSuccess', description: 'A record that is stored and has its cost.' },
)
export type UsageSuccess = Static<typeof UsageSuccess>

const UsageFailure = Type.Object(
  {
    index,
    record: jsonObject('The record as it was sent.'),
    code: Type.Union([
      Type.Literal('NEEDS_COST_BACKFILL'),
      Type.Literal('INTERNAL_ERROR'),
      Type.Literal('VALIDATION_ERROR'),
    ]),
    stored: Type.Boolean({ description: 'True: the event exists; never send it again.' }),
    eventId: Type.Optional(uuid()),
    rawEventId: Type.Optional(uuid()),
    error: Type.String(),
    duplicate,
    warnings,
  },
  { title: 'UsageFailure', description: 'A record that is refused, or stored without a cost.' },
)
export type UsageFailure = Static<typeof UsageFailure>

const UsageEntries = Type.Object(
  { success: Type.Array(UsageSuccess), failed: Type.Array(UsageFailure) },
  { title: 'UsageEntries' },
)

export const UsageBatchResult = Type.Object(
  {
    processed: Type.Integer(),
    successful: Type.Integer(),
    failed: Type.Integer(),
    results: UsageEntries,
  },
  {
    title: 'UsageBatchResult',
    description: 'What became of each record, in the order of the request; some may have failed.',
  },
)
export type UsageBatchResult = Static<typeof UsageBatchResult>

const CostLine = Type.Object(
  { cost: Type.Number(), units: Type.Number(), costPerUnit: Type.Number() },
  { title: 'CostLine', description: 'One priced component of a cost, in USD.' },
)

export const CostLines = Type.Record(Type.String(), CostLine, {
  title: 'CostLines',
  description: 'What a cost is made of; keys are `<model>/<dimension>`.',
})

const UsageEstimate = Type.Object(
  {
    index,
    totalCostUsd: Type.Union([Type.String(), Type.Null()], {
      description: 'USD with exactly 10 decimals; null when the cost is not known.',
    }),
    usageCostData: CostLines,
    code: Type.Optional(
      Type.Union([Type.Literal('NEEDS_COST_BACKFILL'), Type.Literal('VALIDATION_ERROR')]),
    ),
    error: Type.Optional(Type.String()),
    warnings,
  },
  { title: 'UsageEstimate', description: 'What one record would cost.' },
)
export type UsageEstimate = Static<typeof UsageEstimate>

export const UsageEstimateList = Type.Object(
  {
    results: Type.Array(UsageEstimate),
    totalCostUsd: Type.String({ description: 'The sum of the known costs.' }),
    uncosted: Type.Integer({ description: 'How many records have no known cost.' }),
  },
  { title: 'UsageEstimateList', description: 'What each record would cost; nothing is stored.' },
)
export type UsageEstimateList = Static<typeof UsageEstimateList>
