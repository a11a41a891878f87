import { type Static, Type } from 'typebox'
import { BUDGET_PERIODS } from '../../../domain/control/window.ts'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { ACTIONS, MEASURES, ON_UNKNOWN_COST, ORIGINS } from './budget.ts'

export const measure = Type.Enum([...MEASURES], {
  description:
    'cost: what the work costs you, in USD. quantity: billed units of the signals in the scope. ' +
    'revenue: what the customer will pay for its current billing periods, after discounts and before ' +
    'tax. margin: how far cost exceeds its share of that revenue, in USD. credit: what must stay ' +
    'available of the customer’s credit, of which usage that is not invoiced yet is deducted.',
})
export const period = (description = '') =>
  Type.Enum([...BUDGET_PERIODS], {
    description:
      `${description}run: each run by itself. day, month: in UTC. billing_period: that of the ` +
      'customer’s subscriptions, from the earliest start; the month without one. rolling: see ' +
      'rollingQuarters. none: of a credit, which has no period.',
  })
export const rollingQuarters = (description = '') =>
  Type.Integer({
    minimum: 1,
    maximum: 35_040,
    description: `Length of a rolling window in quarters of an hour: 20 is 5 hours, 672 is 7 days.${description}`,
  })
export const action = Type.Enum([...ACTIONS], {
  description:
    'block: no hold is given that would pass the amount. alert: it is given with the decision warn.',
})
export const onUnknownCost = Type.Enum([...ON_UNKNOWN_COST], {
  description:
    'hold: a run with an event of unknown cost keeps its hold until the cost is known. block: ' +
    'additionally, no hold is given while the window has such an event.',
})

export const Budget = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    customerId: nullable(uuid(), 'Null: every customer.'),
    customerExternalId,
    agentId: nullable(uuid(), 'Null: all agents.'),
    signalId: nullable(uuid(), 'Null: all signals.'),
    isPerCustomer: Type.Boolean({
      description:
        'True: each customer has this budget for itself. False: all customers share it; it ' +
        'never blocks, and its status shows what is used.',
    }),
    measure,
    amount: Type.String({
      description:
        'The limit: an amount of money, or units; of a margin its least percentage, of ' +
        'a credit what must stay available. Exact decimal text.',
    }),
    currency: nullable(Type.String(), 'USD for a cost and a margin; null for a quantity.'),
    toleratedLoss: nullable(
      Type.String(),
      'Of a margin: USD that cost may exceed its share of the revenue by. Null for other measures.',
    ),
    period: period(),
    rollingQuarters: nullable(
      rollingQuarters(),
      'Length of a rolling window in quarters of an hour; null for other periods.',
    ),
    thresholds: Type.Array(Type.String(), {
      description: 'Percent of the amount. The status of the budget lists those that are reached.',
    }),
    action,
    onUnknownCost,
    isActive: Type.Boolean({ description: 'False: it is kept, and decides nothing.' }),
    origin: Type.Enum([...ORIGINS], {
      title: 'BudgetOrigin',
      description: 'customer: set by the customer for itself, in the portal.',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  {
    title: 'Budget',
    description: 'A limit of what agents may cost or produce in a period.',
  },
)
export type Budget = Static<typeof Budget>

const amount = (description: string) =>
  Type.String({ description: `${description} Exact decimal text.` })

/** Figures of a budget at one instant. */
export const useFields = {
  currency: nullable(
    Type.String(),
    'Of the amounts of this object: USD for a cost and a margin. Null for a quantity, which is in units.',
  ),
  limit: amount(
    'The amount of the budget; of a margin what may be spent now: the share of the revenue that cost ' +
      'may have, and the tolerated loss; of a credit what is left of it, less what must stay available.',
  ),
  spent: amount(
    'Used in the window, from committed usage; of a margin the cost; of a credit what is not invoiced yet.',
  ),
  held: amount('Held by open runs, the deciding run left out.'),
  available: nullable(
    Type.String(),
    'Of a credit alone: what is available of it, before what open runs hold. Null for other measures.',
  ),
  reserve: nullable(
    Type.String(),
    'Of a credit alone: what must stay available. Null for other measures.',
  ),
  windowStart: nullable(timestamp(), 'First usage date that counts; null for a run and a credit.'),
  resetsAt: nullable(
    timestamp(),
    'When the window changes next; of a rolling window the next quarter of an hour. Null for a run ' +
      'and a credit.',
  ),
  uncostedEvents: Type.Integer({
    description: 'Events of the window whose cost is not known; they count 0 in spent.',
  }),
}
