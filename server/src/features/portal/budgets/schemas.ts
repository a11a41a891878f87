import { type Static, Type } from 'typebox'
import {
  currency,
  name,
  nullable,
  sentDecimal,
  timestamp,
  uuid,
} from '../../../platform/http/fields.ts'
import { action } from '../../control/budgets/fields.ts'

export const PortalBudgetParams = Type.Object({ budgetId: uuid('Id of the budget.') })

const measure = Type.Enum(['revenue', 'quantity'], {
  title: 'PortalBudgetMeasure',
  description:
    'revenue: what the customer will pay for its current billing periods, after discounts and ' +
    'before tax. quantity: billed units.',
})
const period = Type.Enum(['day', 'month', 'billing_period'], {
  title: 'PortalBudgetPeriod',
  description:
    'day, month: in UTC. billing_period: that of the subscriptions; of a revenue always.',
})
const amount = sentDecimal('The limit, at least 0: money, or units. A number or decimal text.')
const budgetName = name('Named where work is stopped.')

export const PortalBudgetCreate = Type.Object(
  {
    name: budgetName,
    measure,
    amount,
    currency: Type.Optional(
      currency('Of a revenue alone: prices in other currencies do not count.'),
    ),
    period,
    action,
  },
  {
    title: 'PortalBudgetCreate',
    additionalProperties: false,
    examples: [
      {
        ...{ name: 'Our limit', measure: 'revenue', amount: '500', currency: 'USD' },
        ...{ period: 'billing_period', action: 'block' },
      },
    ],
  },
)
export type PortalBudgetCreate = Static<typeof PortalBudgetCreate>

export const PortalBudgetUpdate = Type.Object(
  {
    name: Type.Optional(budgetName),
    amount: Type.Optional(amount),
    action: Type.Optional(action),
    isActive: Type.Optional(Type.Boolean({ description: 'False: it is kept, and stops nothing.' })),
  },
  {
    title: 'PortalBudgetUpdate',
    description: 'Changes the fields that are sent. Measure and period stay.',
    additionalProperties: false,
    examples: [{ amount: '750' }],
  },
)
export type PortalBudgetUpdate = Static<typeof PortalBudgetUpdate>

export const PortalBudget = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    measure,
    amount: Type.String({ description: 'The limit: money, or units. Exact decimal text.' }),
    currency: nullable(Type.String(), 'Null for a quantity.'),
    period,
    action,
    isActive: Type.Boolean(),
    used: nullable(
      Type.Object(
        {
          spent: Type.String({ description: 'Used in the period. Exact decimal text.' }),
          held: Type.String({ description: 'Reserved for work under way.' }),
          remaining: Type.String({ description: 'Left; negative once more was used.' }),
          resetsAt: nullable(timestamp(), 'When the next period begins; null without one.'),
        },
        { title: 'PortalBudgetUse' },
      ),
      'Null if no subscription has prices in the currency.',
    ),
    createdAt: timestamp(),
  },
  { title: 'PortalBudget', description: 'A limit that a customer has set for itself.' },
)
export type PortalBudget = Static<typeof PortalBudget>

export const PortalBudgetList = Type.Object(
  { results: Type.Array(PortalBudget, { description: 'The oldest first.' }) },
  { title: 'PortalBudgetList', description: 'All budgets that a customer has set for itself.' },
)
export type PortalBudgetList = Static<typeof PortalBudgetList>
