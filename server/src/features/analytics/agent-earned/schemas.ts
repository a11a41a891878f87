import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
import { amount, cost, count, DateRangeBody, filtersOf, uncostedEvents } from '../fields.ts'
import { marginFields, ONE_CURRENCY, RevenueQuery } from '../revenue/schemas.ts'

const earned = {
  currency: nullable(Type.String(), `The one that the figures are in; ${ONE_CURRENCY}.`),
  agentEarned: nullable(amount(), `Units times the rates of plans, no fees; ${ONE_CURRENCY}.`),
  cost,
  ...marginFields,
}

const byCurrency = Type.Array(
  Type.Object(
    { currency: Type.String(), agentEarned: amount(), cost, ...marginFields },
    { title: 'CurrencyEarned' },
  ),
  { description: 'Never added up. Work without a subscription is in the total cost only.' },
)

const AgentEarnings = Type.Object(
  {
    agentId: Type.String({ format: 'uuid' }),
    agentName: Type.String(),
    eventCount: count(),
    ...earned,
    uncostedEvents,
    byCurrency,
  },
  { title: 'AgentEarnings' },
)

const example = {
  currency: 'USD',
  agentEarned: 12,
  cost: 0.0225,
  margin: 11.9775,
  marginPercent: 99.8125,
  marginNote: null,
}

export const AgentEarnedAnalytics = Type.Object(
  {
    ...earned,
    uncostedEvents,
    byCurrency,
    byAgent: Type.Array(AgentEarnings, { description: 'The most events first.' }),
    dateRange: DateRangeBody,
    filters: filtersOf('RevenueFilters', RevenueQuery),
  },
  {
    title: 'AgentEarnedAnalytics',
    description: 'What the work of agents earned by itself, without fees.',
    examples: [
      {
        ...example,
        uncostedEvents: 0,
        byCurrency: [example],
        byAgent: [
          {
            agentId: '01890000-0000-7000-8000-000000000002',
            agentName: 'Support',
            eventCount: 3,
            ...example,
            uncostedEvents: 0,
            byCurrency: [example],
          },
        ],
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
        filters: {},
      },
    ],
  },
)
export type AgentEarnedAnalytics = Static<typeof AgentEarnedAnalytics>
