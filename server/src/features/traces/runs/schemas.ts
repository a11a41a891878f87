import { type Static, Type } from 'typebox'
import {
  name,
  nullable,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { COUNTED_AFTER } from '../../../platform/http/list-cursor.ts'
import { TEXT } from '../../../platform/http/text-patterns.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { evidenceFields, windowFields } from '../../events/fields.ts'
import { UsageLine } from '../../rating/usage-line-fields.ts'

export const RUN_STATES = ['open', 'unassigned', 'closed'] as const

const RunState = Type.Enum([...RUN_STATES], {
  title: 'RunState',
  description:
    'open: further spans are awaited, or what arrived is not recorded yet. unassigned: recorded ' +
    'without a customer. closed: recorded; spans that arrive later are recorded too.',
})

/** Runs of a list are counted up to this number. */
export const COUNTED_MAX = 10_000

const filterText = (description: string) =>
  Type.Optional(Type.String({ maxLength: TEXT_LENGTH_MAX, pattern: TEXT, description }))

export const RunListQuery = Type.Object({
  ...pageParameters,
  after: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description:
        '`nextAfter` of the answer before: returns the runs after its last one. Send the same ' +
        'filters; `page` must be 1.',
    }),
  ),
  state: Type.Optional(RunState),
  customerExternalId: filterText('Only runs of this customer.'),
  agentCode: filterText('Only runs of this agent.'),
})
export type RunListQuery = Static<typeof RunListQuery>

export const RunParams = Type.Object({
  runId: Type.String({
    minLength: 1,
    maxLength: TEXT_LENGTH_MAX,
    pattern: TEXT,
    description: 'The trace id, or the `runId` of usage records.',
  }),
})

export const RunAssign = Type.Object(
  { customerExternalId: name('Your own id for the customer; a new one is created.') },
  {
    title: 'RunAssign',
    additionalProperties: false,
    examples: [{ customerExternalId: 'acme' }],
  },
)
export type RunAssign = Static<typeof RunAssign>

const usd = (description: string) =>
  nullable(Type.String(), `${description} USD, exact; null while it is not known.`)

const runFields = {
  runId: Type.String({ description: 'The id of the run in usage events.' }),
  state: RunState,
  name: nullable(
    Type.String(),
    'Name of the root span, or of the first one; null: none is recorded yet.',
  ),
  customerExternalId,
  agentCode: nullable(Type.String(), 'Null: no span names the agent.'),
  signalName: nullable(Type.String(), 'The declared outcome; null: none, the run only costs.'),
  quantity: nullable(Type.Integer(), 'Billing units of the outcome; null without an outcome.'),
  isError: Type.Boolean({ description: 'True if the root span ended with an error.' }),
  startedAt: nullable(
    timestamp(),
    'Start of the earliest recorded span; null: none is recorded yet.',
  ),
  endedAt: nullable(timestamp(), 'End of the latest recorded span; null: none is recorded yet.'),
  firstReceivedAt: timestamp('When its first span or event arrived.'),
  lastReceivedAt: timestamp('When its last span or event arrived.'),
  spanCount: Type.Integer({ description: 'Spans and calls that arrived, each counted once.' }),
  eventCount: Type.Integer({ description: 'Its usage events that are not void.' }),
  usageCost: usd('Cost of its usage events.'),
  isAssigning: Type.Boolean({ description: 'True while its events move to the customer.' }),
}

export const Run = Type.Object(runFields, {
  title: 'Run',
  description: 'One run of an agent: the spans and usage events with the same run id.',
})
export type Run = Static<typeof Run>

export const RunList = Type.Object(
  {
    ...listOf('RunList', Run).properties,
    totalResults: Type.Integer({
      description: `Number of results, at most ${COUNTED_MAX}; ${COUNTED_AFTER}`,
    }),
    nextAfter: Type.Optional(
      Type.String({ description: 'Send it as `after` for the next runs; absent if none follow.' }),
    ),
  },
  { title: 'RunList', description: 'One page of runs, or those after a cursor.' },
)

const RunSpan = Type.Object(
  {
    spanId: Type.String({ description: '16 hexadecimal digits.' }),
    parentSpanId: nullable(Type.String(), 'Null: the root, or a call.'),
    depth: Type.Integer({ description: 'Number of its ancestors that are known.' }),
    name: Type.String(),
    startedAt: timestamp('When it started, by the clock of its source.'),
    endedAt: timestamp('When it ended, by the clock of its source.'),
    isError: Type.Boolean({ description: 'True if it ended with an error.' }),
    isCounted: Type.Boolean({
      description:
        'True if its usage counts. A span with usage below it does not count: it repeats the sum.',
    }),
    isRecorded: Type.Boolean({ description: 'True once it is in a usage event.' }),
    model: nullable(Type.String(), 'Null: it used no model.'),
    modelProvider: nullable(
      Type.String(),
      'Null: it used no model, or does not name its provider.',
    ),
    inputTokens: nullable(Type.Integer(), 'Including cached ones; null: it used no model.'),
    outputTokens: nullable(Type.Integer(), 'Null: it used no model.'),
    usageCost: usd('Cost of its usage by the rates in force at its end.'),
  },
  { title: 'RunSpan', description: 'A span or a call of a run.' },
)

const RunEvent = Type.Object(
  {
    eventId: uuid(),
    customerId: uuid(),
    customerExternalId,
    agentCode: Type.String(),
    signalName: Type.String(),
    quantity: Type.String({ description: 'A decimal.' }),
    rejectedQuantity: Type.String({
      description:
        'Units of `quantity` that are not billed, because they were rejected. A decimal.',
    }),
    usageDate: timestamp(),
    usageCost: usd('Its cost.'),
    voidedAt: nullable(timestamp(), 'Null: it is not void.'),
    ...evidenceFields,
    ...windowFields,
  },
  { title: 'RunEvent', description: 'A usage event of a run.' },
)

const Earned = Type.Object(
  {
    amount: nullable(Type.String(), 'Null: the run earns nothing, or not in one currency.'),
    currency: nullable(Type.String(), 'Currency of the amount; null without one.'),
    margin: nullable(
      Type.String(),
      'Revenue less cost; null if the revenue is not in USD, or a cost is not known.',
    ),
    note: nullable(Type.String(), 'The reason for a missing amount; null: there is one.'),
  },
  {
    title: 'RunRevenue',
    description:
      'What the outcome adds to its billing period at the prices in force, as of estimateUsage.',
  },
)

export const SPANS_SHOWN_MAX = 1_000
export const EVENTS_SHOWN_MAX = 100

const SuggestedRule = Type.Object(
  {
    attribute: Type.String({ description: 'Name of the attribute.' }),
    value: Type.String({ description: 'Its value in this run.' }),
  },
  {
    title: 'SuggestedRule',
    description: 'An attribute of the run whose value probably names its customer.',
  },
)

export const RunDetail = Type.Object(
  {
    ...runFields,
    attributes: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Attributes that rules can use. Long values are not kept.',
    }),
    warnings: Type.Array(Type.String(), { description: 'What could not be used as it was sent.' }),
    problems: Type.Array(Type.String(), {
      description: 'Reasons why a part of the run could not be recorded.',
    }),
    suggestedRule: nullable(SuggestedRule, 'Of an unassigned run; null: no attribute fits.'),
    revenue: Earned,
    spans: Type.Array(RunSpan, {
      description: `The tree in preorder; the first ${SPANS_SHOWN_MAX} spans. Empty after seven days.`,
    }),
    events: Type.Array(RunEvent, { description: `The first ${EVENTS_SHOWN_MAX} usage events.` }),
    invoiceLines: Type.Array(UsageLine, {
      description: 'The invoice lines that bill these events, and those that settle them later.',
    }),
  },
  {
    title: 'RunDetail',
    description: 'A run with its spans, usage events, revenue and invoice lines.',
  },
)
export type RunDetail = Static<typeof RunDetail>
