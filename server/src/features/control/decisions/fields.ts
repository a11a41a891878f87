import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { BLOCK_REASONS } from '../budgets/budget.ts'
import { measure, useFields } from '../budgets/fields.ts'

export const decision = (description: string) => Type.Enum(['warn', 'block'], { description })

export const PastDecision = Type.Object(
  {
    id: uuid(),
    decision: decision('block: the run did not start, or was stopped. warn: it went on.'),
    reason: Type.Enum([...BLOCK_REASONS], {
      description:
        'budget_exceeded: the run did not fit. unknown_cost: the window had an event whose cost was ' +
        'not known. negative_credit: the credit of the customer was below zero, as after a chargeback.',
    }),
    message: Type.String({ description: 'The decision in one line, with its figures.' }),
    customerId: uuid(),
    customerExternalId,
    runId: Type.String({ description: 'The id of the run, as it was sent.' }),
    agentId: uuid(),
    signalId: nullable(uuid(), 'Null: the run named no signal.'),
    holdId: nullable(uuid(), 'Null: the run was blocked before it had a hold.'),
    budgetId: nullable(uuid(), 'The budget that decided; null for negative_credit.'),
    budgetName: Type.String({
      description: 'Its name at that time; “Negative credit” without one.',
    }),
    measure,
    ...useFields,
    asked: Type.String({ description: 'What the run asked of the budget. Exact decimal text.' }),
    createdAt: timestamp('When it was decided. All figures are of this instant.'),
  },
  {
    title: 'PastDecision',
    description: 'A decision that blocked a run or warned. It is kept for 30 days.',
  },
)
export type PastDecision = Static<typeof PastDecision>
