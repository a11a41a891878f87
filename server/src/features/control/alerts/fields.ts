import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { measure, useFields } from '../budgets/fields.ts'

export const BudgetAlert = Type.Object(
  {
    id: uuid(),
    budgetId: uuid('The budget.'),
    budgetName: Type.String({ description: 'Its name at that time.' }),
    customerId: nullable(uuid(), 'Null: a budget that all customers share.'),
    customerExternalId,
    measure,
    threshold: Type.String({ description: 'Percent of the limit that was reached.' }),
    ...useFields,
    createdAt: timestamp('When it was noticed. All figures are of this instant.'),
  },
  { title: 'BudgetAlert', description: 'What was spent of a budget when it reached a threshold.' },
)
export type BudgetAlert = Static<typeof BudgetAlert>
