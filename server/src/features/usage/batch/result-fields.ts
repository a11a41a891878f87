import { type Static, Type } from 'typebox'
import { asSent, jsonObject, uuid } from '../../../platform/http/fields.ts'
import { RecordedService } from './service-fields.ts'

export const warnings = Type.Optional(
  Type.Array(Type.String(), {
    description:
      'What is stored and probably a mistake: fields without effect, which may be misspelled or ' +
      'misplaced; dates more than a day ahead or five years ago; LLMs without any token, which ' +
      'cost 0; and tiers of service without rates.',
  }),
)
const duplicate = Type.Optional(
  Type.Literal(true, { description: 'Already stored under the same idempotencyKey.' }),
)
export const index = Type.Integer({ description: 'Index of the record in the request.' })

const UsageSuccess = Type.Object(
  {
    index,
    stored: Type.Literal(true, { description: 'The event exists; do not send it again.' }),
    customerExternalId: Type.String(),
    agentCode: Type.String(),
    signalName: Type.String(),
    model: Type.Optional(asSent(Type.String())),
    modelProvider: Type.Optional(asSent(Type.String())),
    inputTokens: Type.Optional(asSent(Type.Integer())),
    outputTokens: Type.Optional(asSent(Type.Integer())),
    services: Type.Optional(asSent(Type.Array(RecordedService))),
    quantity: Type.Integer(),
    totalCostUsd: Type.String({ description: 'USD with exactly 10 decimals.' }),
    eventId: uuid(),
    rawEventId: uuid(),
    timestamp: Type.String({ format: 'date-time' }),
    hold: Type.Optional(
      Type.Object(
        {
          remaining: Type.String({
            description:
              'USD that the run may still cost, with exactly 10 decimals; negative once it cost more.',
          }),
          decision: Type.Union([Type.Literal('allow'), Type.Literal('block')], {
            description: 'block: nothing is left; extend the hold, or stop the run.',
          }),
        },
        {
          title: 'RecordedHold',
          description:
            'The hold of the run after this record. Absent for runs without a hold, and for repeats.',
        },
      ),
    ),
    duplicate,
    warnings,
  },
  { title: 'UsageSuccess', description: 'A record that was stored with its cost.' },
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
    stored: Type.Boolean({ description: 'True: the event exists; do not send it again.' }),
    eventId: Type.Optional(uuid()),
    rawEventId: Type.Optional(uuid()),
    error: Type.String(),
    conflictingEventId: Type.Optional(
      uuid('Only if the idempotencyKey was used before for a different record: its event.'),
    ),
    duplicate,
    warnings,
  },
  { title: 'UsageFailure', description: 'A record that was rejected, or stored without a cost.' },
)
export type UsageFailure = Static<typeof UsageFailure>

const UsageEntries = Type.Object(
  {
    success: Type.Array(UsageSuccess, { description: 'The records that are stored with a cost.' }),
    failed: Type.Array(UsageFailure, {
      description:
        'The records that are refused (`stored: false`), and those that are stored without a cost ' +
        '(`stored: true`, code NEEDS_COST_BACKFILL). Resend only the former.',
    }),
  },
  { title: 'UsageEntries', description: 'The result of each record, in two lists.' },
)

export const UsageBatchResult = Type.Object(
  {
    processed: Type.Integer({ description: 'Number of records of the request.' }),
    successful: Type.Integer({ description: 'Number of records that are stored with a cost.' }),
    failed: Type.Integer({
      description:
        'Number of entries in `results.failed`. It includes records that are stored, but whose ' +
        'cost is not known yet: see `stored` of each.',
    }),
    results: UsageEntries,
  },
  {
    title: 'UsageBatchResult',
    description: 'Result of each record, in the order of the request; some may have failed.',
  },
)
export type UsageBatchResult = Static<typeof UsageBatchResult>
