import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId, namedCustomer } from '../../customers/fields.ts'
import { useFields } from '../budgets/fields.ts'

export const BudgetStatusParams = Type.Object({ budgetId: uuid('Id of the budget.') })

export const BudgetStatusQuery = Type.Object(
  namedCustomer('Required, unless the budget is of one customer or all share it.'),
)
export type BudgetStatusQuery = Static<typeof BudgetStatusQuery>

export const BudgetStatus = Type.Object(
  {
    budgetId: uuid('The budget.'),
    customerId: nullable(uuid(), 'Null for a budget that all customers share.'),
    customerExternalId,
    ...useFields,
    remaining: Type.String({
      description:
        'The limit less spent and held; negative once more was used. Exact decimal text.',
    }),
    usedPercent: nullable(
      Type.String(),
      'Spent in percent of the limit, with one decimal; null for a limit of 0.',
    ),
    reachedThresholds: Type.Array(Type.String(), {
      description: 'The thresholds of the budget that spent has reached, in ascending order.',
    }),
    asOf: timestamp('All figures are of this instant.'),
  },
  { title: 'BudgetStatus', description: 'What of a budget a customer has used.' },
)
export type BudgetStatus = Static<typeof BudgetStatus>
