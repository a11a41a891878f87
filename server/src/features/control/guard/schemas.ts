import { type Static, Type } from 'typebox'
import {
  nullable,
  sentDecimal,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
} from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { ONE_LINE_NAME, TEXT } from '../../../platform/http/text-patterns.ts'
import { customerExternalId, namedCustomer } from '../../customers/fields.ts'
import { UsedService } from '../../usage/batch/service-fields.ts'
import { BLOCK_REASONS } from '../budgets/budget.ts'
import { measure, period, useFields } from '../budgets/fields.ts'

const TTL_MAX_SECONDS = 86_400
const SERVICES_MAX = 100

const text = (pattern: string, description: string) =>
  Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, pattern, description })
const usd = (description: string) =>
  sentDecimal(`USD, at least 0. ${description} A number or decimal text.`)

const runFields = {
  customerExternalId: text(TEXT, 'Your own id of the customer. It must exist.'),
  agentCode: text(ONE_LINE_NAME, 'The agent, as in usage records.'),
  signalName: Type.Optional(
    text(
      ONE_LINE_NAME,
      'The outcome that the run is to produce. Without it, the run counts in the budgets of every ' +
        'signal of the agent.',
    ),
  ),
  quantity: Type.Optional(
    Type.Integer({ minimum: 0, default: 1, description: 'Units that the run is to produce.' }),
  ),
  estimatedCostUsd: Type.Optional(usd('What the run may cost. This or services is required.')),
  services: Type.Optional(
    Type.Array(UsedService, {
      minItems: 1,
      maxItems: SERVICES_MAX,
      description: 'Instead of estimatedCostUsd: what the run is to use, as in a usage record.',
    }),
  ),
}

const example = {
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  estimatedCostUsd: '0.40',
}

const ttlSeconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: TTL_MAX_SECONDS, default: 900, description }))

export const GuardHoldCreate = Type.Object(
  {
    ...runFields,
    runId: text(TEXT, 'The id of the run, which its usage records have too.'),
    ttlSeconds: ttlSeconds('Seconds until the hold expires, if the run does not end before.'),
  },
  {
    title: 'GuardHoldCreate',
    additionalProperties: false,
    examples: [{ ...example, runId: 'run-4711' }],
  },
)
export type GuardHoldCreate = Static<typeof GuardHoldCreate>

export const GuardCheckCreate = Type.Object(runFields, {
  title: 'GuardCheckCreate',
  additionalProperties: false,
  examples: [example],
})
export type GuardCheckCreate = Static<typeof GuardCheckCreate>

export const GuardHoldExtend = Type.Object(
  {
    costSoFarUsd: usd(
      'What the run has cost so far, by its own count. The largest of this, its records and its ' +
        'spans counts.',
    ),
    nextCostUsd: usd('What its next step may cost.'),
    ttlSeconds: ttlSeconds('Seconds from now until the hold expires; it never becomes less.'),
  },
  {
    title: 'GuardHoldExtend',
    additionalProperties: false,
    examples: [{ costSoFarUsd: '0.38', nextCostUsd: '0.40' }],
  },
)
export type GuardHoldExtend = Static<typeof GuardHoldExtend>

export const HoldParams = Type.Object({ holdId: uuid('Id of the hold.') })

const exact = (description: string) =>
  Type.String({ description: `${description} Exact decimal text.` })

const JudgedBudget = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    measure,
    period: period(),
    action: Type.String({ description: 'alert or block.' }),
    ...useFields,
    asked: exact('What this run asks of the budget.'),
    remaining: exact('What is left with the asked amount; negative if the run does not fit.'),
    decision: Type.Union([Type.Literal('allow'), Type.Literal('warn'), Type.Literal('block')], {
      description: 'The decision by this budget alone.',
    }),
  },
  { title: 'JudgedBudget', description: 'A budget that a run counts in, with its figures.' },
)

export const GuardDecision = Type.Object(
  {
    decision: Type.Union([Type.Literal('allow'), Type.Literal('warn'), Type.Literal('block')], {
      description: 'allow and warn: go on. block: do not start, or stop.',
    }),
    reason: nullable(
      Type.Enum([...BLOCK_REASONS], {
        description:
          'budget_exceeded: the run does not fit. unknown_cost: the window has an event whose cost ' +
          'is not known. negative_credit: the credit of the customer is below zero, as after a chargeback.',
      }),
      'Null if the decision is allow.',
    ),
    message: nullable(
      Type.String(),
      'The decision in one line, with its figures; null if the decision is allow.',
    ),
    budgetId: nullable(
      uuid(),
      'The strictest budget, which decided; null if the decision is allow, and for negative_credit.',
    ),
    holdId: nullable(uuid(), 'Null for a check, and for a blocked run.'),
    expiresAt: nullable(timestamp(), 'When the hold ends by itself; null without a hold.'),
    resetsAt: nullable(
      timestamp(),
      'When the deciding budget may allow more; null for a run and a credit.',
    ),
    topUpUrl: nullable(
      Type.String(),
      'The page of the portal where the customer buys credit; null unless credit decided.',
    ),
    budgets: Type.Array(JudgedBudget, { description: 'The strictest first.' }),
    asOf: timestamp('All figures are of this instant.'),
  },
  { title: 'GuardDecision', description: 'If a run may start or go on.' },
)
export type GuardDecision = Static<typeof GuardDecision>

export const Hold = Type.Object(
  {
    id: uuid(),
    customerId: uuid(),
    customerExternalId,
    runId: Type.String({ description: 'The id of the run, as it was sent.' }),
    agentId: uuid(),
    signalId: nullable(uuid(), 'Null: the run may produce each signal of the agent.'),
    status: Type.Union(
      [
        Type.Literal('open'),
        Type.Literal('expired'),
        Type.Literal('settled'),
        Type.Literal('released'),
      ],
      {
        description:
          'open: the run is under way. expired: it did not end in time. settled: its outcome was ' +
          'recorded. released: it ended without one.',
      },
    ),
    isCounting: Type.Boolean({
      description: 'True while it is held of budgets: open, or with events of unknown cost.',
    }),
    estimatedCostUsd: exact('First estimate, in USD.'),
    authorizedCostUsd: exact('What the run may cost in all, in USD.'),
    usedCostUsd: exact('Cost of the run’s events since the hold was made, in USD.'),
    costSoFarUsd: exact(
      'What the run has cost so far, in USD: usedCostUsd, or more if its spans cost more that are ' +
        'kept and in no event yet.',
    ),
    heldCostUsd: exact('What is held of budgets now, in USD.'),
    quantity: exact('Units that the run is to produce.'),
    uncostedEvents: Type.Integer({ description: 'Events of the run whose cost is not known.' }),
    expiresAt: timestamp(),
    closedAt: nullable(timestamp(), 'When it was settled or released; null before.'),
    createdAt: timestamp(),
  },
  { title: 'Hold', description: 'What a run may cost.' },
)
export type Hold = Static<typeof Hold>

export const HoldListQuery = Type.Object({
  ...pageParameters,
  ...namedCustomer(),
  agentId: Type.Optional(uuid()),
  runId: Type.Optional(
    Type.String({ maxLength: TEXT_LENGTH_MAX, description: 'Only the hold of this run.' }),
  ),
})
export type HoldListQuery = Static<typeof HoldListQuery>

export const HoldList = listOf('HoldList', Hold)
export type HoldList = Static<typeof HoldList>
