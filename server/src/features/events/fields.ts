import { type Static, Type } from 'typebox'
import { jsonObject, nullable, timestamp, uuid } from '../../platform/http/fields.ts'
import { customerExternalId } from '../customers/fields.ts'
import { CostLines } from '../usage/costs/cost-line-fields.ts'

export const EventProcessed = Type.Union(
  [
    Type.Literal('PROCESSED'),
    Type.Literal('NEEDS_COST_BACKFILL'),
    Type.Literal('PENDING'),
    Type.Literal('ERROR'),
  ],
  {
    title: 'EventProcessed',
    description:
      'PROCESSED: the cost is known. NEEDS_COST_BACKFILL: waits for a model to be mapped, or for ' +
      'rates of your own. ' +
      'ERROR: a rate is missing.',
  },
)

const EventSignal = Type.Object(
  { id: uuid(), name: Type.String(), shortName: Type.String() },
  { title: 'EventSignal' },
)

export const evidenceFields = {
  evidenceUrl: nullable(
    Type.String(),
    'Address where the outcome can be checked; it starts with `https://`. Null: none was sent.',
  ),
  evidence: nullable(Type.String(), 'What shows that the outcome holds. Null: none was sent.'),
}

export const windowFields = {
  provisionalQuantity: Type.Optional(
    Type.String({
      description:
        'Units of `quantity` that are neither rejected nor billed, because the settlement window of ' +
        'the outcome has not passed. A decimal. Absent without an open window.',
    }),
  ),
  settlesAt: Type.Optional(
    timestamp('When the settlement window passes. Absent without an open window.'),
  ),
}

export const usageEventFields = {
  id: uuid(),
  customerExternalId,
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
  idempotencyKey: nullable(Type.String(), 'The idempotencyKey of the record.'),
  usageDate: timestamp(),
  quantity: Type.String({ description: 'A decimal.' }),
  metadata: jsonObject(),
  ...evidenceFields,
  models: Type.Array(Type.String(), { description: 'Each model or service that was used, once.' }),
  usageCost: Type.Union([Type.String(), Type.Null()], {
    description: 'USD, exact, with at least 10 decimals; null while the cost is not known.',
  }),
  customerCost: nullable(
    Type.String(),
    'What the customer paid its providers for it with keys of its own, in USD, exact, with at ' +
      'least 10 decimals. It is no part of `usageCost`. Null: the customer paid nothing, or a ' +
      'price is not known.',
  ),
  usageCostData: CostLines,
  eventProcessed: EventProcessed,
  eventProcessedAt: timestamp(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  correctedAt: nullable(
    Type.String({ format: 'date-time' }),
    'When it was last amended or voided; null if it never was.',
  ),
  voidedAt: nullable(
    Type.String({ format: 'date-time' }),
    'When it was voided: its quantity and cost are 0. Null: it is not void.',
  ),
  rejectedQuantity: Type.String({
    description: 'Units of `quantity` that are not billed, because they were rejected. A decimal.',
  }),
  signal: EventSignal,
  ...windowFields,
}

export const UsageEvent = Type.Object(usageEventFields, {
  title: 'UsageEvent',
  description: 'A stored usage record, with its cost.',
})
export type UsageEvent = Static<typeof UsageEvent>
