import { type Static, Type } from 'typebox'
import {
  currency,
  name,
  searchIn,
  sentDecimal,
  sortBy,
  uuid,
} from '../../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder, updatedSince } from '../../../platform/http/list.ts'
import { namedCustomer } from '../../customers/fields.ts'
import { action, Budget, measure, onUnknownCost, period, rollingQuarters } from './fields.ts'

const THRESHOLDS_MAX = 10

const amount = sentDecimal(
  'The limit, at least 0: USD for a cost, units for a quantity, in the currency for a revenue, what ' +
    'must stay available for a credit, and the least percentage for a margin, at most 100. A number ' +
    'or decimal text.',
)
const toleratedLoss = Type.Optional(
  sentDecimal(
    'Required for a margin alone: USD, at least 0, that cost may exceed its share of the revenue by. ' +
      'A period begins without revenue.',
  ),
)
const thresholds = Type.Optional(
  Type.Array(sentDecimal('Above 0, at most 1000.'), {
    maxItems: THRESHOLDS_MAX,
    description:
      'Percent of the amount. The status of the budget lists those that are reached. Default: 80 and 100. ' +
      'A credit has none.',
  }),
)
const budgetName = name('For your team; named in decisions.')
const isActive = Type.Optional(
  Type.Boolean({ description: 'False: it decides nothing.', default: true }),
)

export const BudgetCreate = Type.Object(
  {
    name: budgetName,
    ...namedCustomer('Only this customer; without it, every customer.'),
    agentId: Type.Optional(uuid('Only this agent.')),
    signalId: Type.Optional(uuid('Only this signal.')),
    isPerCustomer: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'False: one budget over all customers together. It never blocks, because a decision locks ' +
          'one customer.',
      }),
    ),
    measure,
    amount,
    currency: Type.Optional(
      currency(
        'Of a revenue or a credit alone: prices and credit in other currencies do not count. Default: USD.',
      ),
    ),
    toleratedLoss,
    period: Type.Optional(period('Required, except for a credit, which has none. ')),
    rollingQuarters: Type.Optional(rollingQuarters(' Required for the period rolling alone.')),
    thresholds,
    action,
    onUnknownCost: Type.Optional(
      Type.Unsafe<'hold' | 'block'>({ ...onUnknownCost, default: 'hold' }),
    ),
    isActive,
  },
  {
    title: 'BudgetCreate',
    additionalProperties: false,
    examples: [
      {
        name: 'Support, 5 USD a day',
        customerExternalId: 'acme',
        measure: 'cost',
        amount: '5.00',
        period: 'day',
        thresholds: [80, 100],
        action: 'block',
      },
    ],
  },
)
export type BudgetCreate = Static<typeof BudgetCreate>

export const BudgetUpdate = Type.Object(
  {
    name: Type.Optional(budgetName),
    amount: Type.Optional(amount),
    toleratedLoss,
    thresholds,
    action: Type.Optional(action),
    onUnknownCost: Type.Optional(onUnknownCost),
    isActive: Type.Optional(Type.Boolean()),
  },
  {
    title: 'BudgetUpdate',
    description:
      'Changes the fields that are sent. Scope, measure and period stay: create another budget.',
    additionalProperties: false,
    examples: [{ amount: '7.50' }],
  },
)
export type BudgetUpdate = Static<typeof BudgetUpdate>

export const BudgetParams = Type.Object({ budgetId: uuid('Id of the budget.') })

export const BudgetListQuery = Type.Object({
  ...pageParameters,
  ...namedCustomer('Only budgets of this customer.'),
  agentId: Type.Optional(uuid('Only budgets of this agent.')),
  isActive: Type.Optional(Type.Boolean()),
  search: searchIn('the name'),
  updatedSince,
  sortBy: sortBy(['createdAt', 'name', 'updatedAt']),
  sortOrder,
})
export type BudgetListQuery = Static<typeof BudgetListQuery>

export const BudgetList = listOf('BudgetList', Budget)
export type BudgetList = Static<typeof BudgetList>
