import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import {
  agentFilter,
  amount,
  cost,
  costPercent,
  count,
  customerFilters,
  DateRangeBody,
  dateFields,
  eventsWithoutTokens,
  filtersOf,
  REST,
  signalFilter,
  tableField,
  uncostedEvents,
} from '../fields.ts'
import { breakdownTop } from '../usage/schemas.ts'

export const CostQuery = Type.Object({
  ...dateFields,
  ...customerFilters,
  agentId: agentFilter,
  signalId: signalFilter,
  top: breakdownTop,
  table: tableField(['byDay', 'byCustomer', 'byAgent', 'bySignal', 'byPlan', 'byModel']),
})
export type CostQuery = Static<typeof CostQuery>

const id = Type.String({ format: 'uuid' })
const sums = { totalCost: cost, eventCount: count(), uncostedEvents }

export const CustomerCost = Type.Object(
  { customerId: id, customerName: Type.String(), customerExternalId, ...sums },
  { title: 'CustomerCost' },
)
export type CustomerCost = Static<typeof CustomerCost>
const costOfRejected = amount(
  'What rejected units cost, in USD: the cost of their events × rejected ÷ recorded units. It is ' +
    'part of `totalCost`.',
)
export const AgentCost = Type.Object(
  { agentId: id, agentName: Type.String(), ...sums, costOfRejected },
  { title: 'AgentCost' },
)
export const SignalCost = Type.Object(
  { signalId: id, signalName: Type.String(), ...sums, costOfRejected },
  { title: 'SignalCost' },
)
export const DayCost = Type.Object(
  { date: Type.String(), ...sums, costPercent },
  { title: 'DayCost' },
)
export const PlanCost = Type.Object(
  {
    planId: nullable(id, 'Null for work that belongs to no subscription.'),
    planName: nullable(Type.String()),
    ...sums,
  },
  { title: 'PlanCost' },
)
const customerPaid = {
  customerCost: amount(
    'What customers paid with keys of their own, in USD, where the price is known; no part of ' +
      '`totalCost`.',
  ),
  customerPaidCount: count('Number of uses with a key of the customer.'),
  uncomputedCustomerPaidCount: count(
    'Number of these uses whose price is not known; `customerCost` does not include them.',
  ),
}
export const ModelCost = Type.Object(
  {
    model: Type.String(),
    modelProvider: Type.String(),
    totalCost: cost,
    serviceCount: count('Number of uses; an event can use several models.'),
    inputTokens: amount(),
    outputTokens: amount(),
    cacheReadTokens: amount(),
    cacheWriteTokens: amount(),
    quantity: amount(),
    uncostedEvents: count('Number of events whose cost is not known because of this model.'),
    ...customerPaid,
  },
  { title: 'ModelCost' },
)
export type ModelCost = Static<typeof ModelCost>
export const CostByModel = Type.Object(
  { ...ModelCost.properties, costOfRejected },
  { title: 'CostByModel' },
)

const none = { totalCost: 0, eventCount: 0, uncostedEvents: 0 }
const CostRest = Type.Object(sums, { title: 'CostRest' })
export const ModelCostRest = Type.Object({ totalCost: cost }, { title: 'ModelCostRest' })
const WorkCostRest = Type.Object({ ...sums, costOfRejected }, { title: 'WorkCostRest' })
const CustomerModelCostRest = Type.Object(
  { totalCost: cost, customerCost: customerPaid.customerCost, costOfRejected },
  { title: 'CustomerModelCostRest' },
)
const Rest = Type.Object(
  {
    byAgent: WorkCostRest,
    byCustomer: CostRest,
    bySignal: WorkCostRest,
    byDay: CostRest,
    byPlan: CostRest,
    byModel: CustomerModelCostRest,
  },
  { title: 'CostRests', description: REST },
)

export const CostAnalytics = Type.Object(
  {
    totalCost: cost,
    costOfRejected,
    totalEvents: count(),
    uncostedEvents,
    eventsWithoutTokens,
    ...customerPaid,
    byAgent: Type.Array(AgentCost),
    byCustomer: Type.Array(CustomerCost, {
      description: 'At most `top`, sorted by number of events, highest first.',
    }),
    bySignal: Type.Array(SignalCost),
    byDay: Type.Array(DayCost, {
      description: 'Every day in order, including days without events.',
    }),
    byPlan: Type.Array(PlanCost, {
      description: 'By the plan of the subscription that the work belongs to.',
    }),
    byModel: Type.Array(CostByModel, { description: 'Most expensive first.' }),
    rest: Rest,
    dateRange: DateRangeBody,
    filters: filtersOf('CostFilters', CostQuery),
  },
  {
    title: 'CostAnalytics',
    description: 'Cost of the work in a range of days, in USD, by several dimensions.',
    examples: [
      {
        totalCost: 0.0075,
        costOfRejected: 0.0075,
        totalEvents: 2,
        uncostedEvents: 1,
        eventsWithoutTokens: 0,
        customerCost: 0,
        customerPaidCount: 0,
        uncomputedCustomerPaidCount: 0,
        byAgent: [
          {
            agentId: '01890000-0000-7000-8000-000000000002',
            agentName: 'Support',
            totalCost: 0.0075,
            eventCount: 2,
            uncostedEvents: 1,
            costOfRejected: 0.0075,
          },
        ],
        byCustomer: [
          {
            customerId: '01890000-0000-7000-8000-000000000001',
            customerName: 'Acme',
            customerExternalId: 'acme',
            totalCost: 0.0075,
            eventCount: 2,
            uncostedEvents: 1,
          },
        ],
        bySignal: [
          {
            signalId: '01890000-0000-7000-8000-000000000003',
            signalName: 'ticket-resolved',
            totalCost: 0.0075,
            eventCount: 2,
            uncostedEvents: 1,
            costOfRejected: 0.0075,
          },
        ],
        byDay: [
          {
            date: '2026-03-01',
            totalCost: 0.0075,
            eventCount: 2,
            uncostedEvents: 1,
            costPercent: 100,
          },
        ],
        byPlan: [
          { planId: null, planName: null, totalCost: 0.0075, eventCount: 2, uncostedEvents: 1 },
        ],
        byModel: [
          {
            model: 'gpt-4o',
            modelProvider: 'openai',
            totalCost: 0.0075,
            serviceCount: 1,
            inputTokens: 1000,
            outputTokens: 500,
            cacheReadTokens: 0,
            cacheWriteTokens: 0,
            quantity: 1,
            uncostedEvents: 0,
            costOfRejected: 0.0075,
            customerCost: 0,
            customerPaidCount: 0,
            uncomputedCustomerPaidCount: 0,
          },
        ],
        rest: {
          byAgent: { ...none, costOfRejected: 0 },
          byCustomer: none,
          bySignal: { ...none, costOfRejected: 0 },
          byDay: none,
          byPlan: none,
          byModel: { totalCost: 0, customerCost: 0, costOfRejected: 0 },
        },
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-01' },
        filters: {},
      },
    ],
  },
)
export type CostAnalytics = Static<typeof CostAnalytics>
