import { type Static, Type } from 'typebox'
import {
  jsonObject,
  nullable,
  TEXT_LENGTH_MAX,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../platform/http/fields.ts'
import { EVIDENCE_LENGTH_MAX } from './batch/evidence.ts'
import { SERVICES_MAX } from './batch/parse-record.ts'
import { index, warnings } from './batch/result-fields.ts'
import { model, modelProvider, serviceFields, UsedService } from './batch/service-fields.ts'
import { RECORDS_MAX } from './batch/shape.ts'
import { CostLines } from './costs/cost-line-fields.ts'

/** The documented usage record; `parseRecord` validates each record separately. */
const UsageRecord = Type.Object(
  {
    customerExternalId: Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'Your own id for the customer.',
    }),
    agentCode: Type.String({ maxLength: TEXT_LENGTH_MAX }),
    signalName: Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'The `shortName` of a signal, or its name; an unknown one is created.',
    }),
    model: Type.Optional(model),
    modelProvider: Type.Optional(modelProvider),
    ...serviceFields,
    usageDate: Type.Optional(
      Type.String({
        maxLength: VALUE_LENGTH_MAX,
        description:
          'ISO 8601. Default: `recordedAt`, or else now. Kept to the millisecond; UTC without an ' +
          'offset.',
      }),
    ),
    recordedAt: Type.Optional(
      Type.String({
        maxLength: VALUE_LENGTH_MAX,
        description:
          'Like `usageDate`, but not compared between records with the same idempotencyKey: a ' +
          'repetition at another time is a duplicate. Clients set it.',
      }),
    ),
    metadata: Type.Optional(jsonObject(undefined, {})),
    evidenceUrl: Type.Optional(
      Type.String({
        maxLength: EVIDENCE_LENGTH_MAX,
        description:
          'An address that starts with `https://`, where the outcome can be checked. Also shown to ' +
          'the customer, as a link; never fetched.',
      }),
    ),
    evidence: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: EVIDENCE_LENGTH_MAX,
        description:
          'What shows that the outcome holds, in words. Also shown to the customer, so it must not ' +
          'contain what the customer may not see.',
      }),
    ),
    services: Type.Optional(
      Type.Array(UsedService, {
        maxItems: SERVICES_MAX,
        description:
          'Instead of model + modelProvider, when several services were used for one job.',
      }),
    ),
    idempotencyKey: Type.Optional(
      Type.String({
        maxLength: TEXT_LENGTH_MAX,
        description:
          'Makes retries permanently safe: a second record of the customer with this key stores ' +
          'nothing. An identical one is a duplicate, a different one is rejected.',
      }),
    ),
    runId: Type.Optional(
      Type.String({
        maxLength: TEXT_LENGTH_MAX,
        description: 'Groups the events of one run, and settles the hold of the run.',
      }),
    ),
    keepHold: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'True: the run goes on, and its hold stays open. Otherwise a quantity above 0 is the ' +
          'outcome of the run and closes its hold; records of quantity 0 only report cost.',
      }),
    ),
  },
  { title: 'UsageRecord', description: 'One piece of work, and the services that it used.' },
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
    revenue: Type.Union([Type.String(), Type.Null()], {
      description:
        'Amount that the record adds to the total of its billing period, after everything ' +
        'recorded so far and the preceding records of this request; exactly 10 decimals. ' +
        'Null when it belongs to no subscription.',
    }),
    currency: Type.Union([Type.String(), Type.Null()], { description: 'Currency of the revenue.' }),
    subscriptionId: nullable(uuid(), 'The subscription that it would belong to.'),
    revenueNote: Type.Optional(Type.String({ description: 'The reason there is no revenue.' })),
    warnings,
  },
  { title: 'UsageEstimate', description: 'Estimated cost and revenue of one record.' },
)
export type UsageEstimate = Static<typeof UsageEstimate>

export const UsageEstimateList = Type.Object(
  {
    results: Type.Array(UsageEstimate),
    totalCostUsd: Type.String({ description: 'Sum of the known costs.' }),
    totalRevenue: Type.Array(
      Type.Object({ currency: Type.String(), amount: Type.String() }, { title: 'CurrencyAmount' }),
      { description: 'Sum of the revenue in each currency; currencies are never added together.' },
    ),
    uncosted: Type.Integer({ description: 'Number of records whose cost is not known.' }),
  },
  {
    title: 'UsageEstimateList',
    description: 'Estimated cost and revenue of each record; nothing is stored.',
    examples: [
      {
        results: [
          {
            index: 0,
            totalCostUsd: '0.0075000000',
            usageCostData: {
              'gpt-4o/input': { cost: 0.0025, units: 1000, costPerUnit: 0.0000025 },
              'gpt-4o/output': { cost: 0.005, units: 500, costPerUnit: 0.00001 },
            },
            revenue: '0.9900000000',
            currency: 'USD',
            subscriptionId: '01890000-0000-7000-8000-000000000004',
          },
        ],
        totalCostUsd: '0.0075000000',
        totalRevenue: [{ currency: 'USD', amount: '0.9900000000' }],
        uncosted: 0,
      },
    ],
  },
)
export type UsageEstimateList = Static<typeof UsageEstimateList>
