import { type Static, Type } from 'typebox'
import { jsonObject, TEXT_LENGTH_MAX, VALUE_LENGTH_MAX } from '../../platform/http/fields.ts'
import { SERVICES_MAX } from './batch/parse-record.ts'
import { index, warnings } from './batch/result.ts'
import { RECORDS_MAX } from './batch/shape.ts'
import { model, modelProvider, serviceFields, UsedService } from './batch/used-service.ts'
import { CostLines } from './cost-lines.ts'

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
