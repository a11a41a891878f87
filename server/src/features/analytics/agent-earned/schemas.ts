import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
import {
  agentFilter,
  amount,
  asOf,
  cost,
  count,
  customerFilters,
  DateRangeBody,
  dateFields,
  filtersOf,
  REST,
  tableField,
  uncostedEvents,
} from '../fields.ts'
import { marginFields, ONE_CURRENCY } from '../revenue/schemas.ts'

export const AgentEarnedQuery = Type.Object({
  ...dateFields,
  ...customerFilters,
  agentId: agentFilter,
  table: tableField(['byAgent', 'byCurrency']),
})
export type AgentEarnedQuery = Static<typeof AgentEarnedQuery>
export type AgentEarnedTable = NonNullable<AgentEarnedQuery['table']>

const earned = {
  currency: nullable(Type.String(), `Currency of the figures; ${ONE_CURRENCY}.`),
  agentEarned: nullable(amount(), `Units times the rates of plans, without fees; ${ONE_CURRENCY}.`),
  cost,
  ...marginFields,
}

export const CurrencyEarned = Type.Object(
  { currency: Type.String(), agentEarned: amount(), cost, ...marginFields },
  { title: 'CurrencyEarned' },
)
const byCurrency = Type.Array(CurrencyEarned, {
  description:
    'Currencies are never added together. Work without a subscription is counted in the ' +
    'total cost only.',
})

const AgentEarnedRest = Type.Object(
  {
    eventCount: count(),
    currency: nullable(Type.String(), 'Currency of the total.'),
    agentEarned: nullable(amount(), 'In that currency; null when the total is null.'),
    cost,
    uncostedEvents,
    byCurrency: Type.Array(
      Type.Object(
        { currency: Type.String(), agentEarned: amount(), cost },
        { title: 'CurrencyEarnedRest' },
      ),
    ),
  },
  { title: 'AgentEarnedRest' },
)
const Rest = Type.Object(
  {
    byAgent: AgentEarnedRest,
    byCurrency: Type.Object(
      { cost },
      { title: 'CurrencyCostRest', description: 'Work without a subscription.' },
    ),
  },
  { title: 'AgentEarnedRests', description: REST },
)

export const AgentEarnings = Type.Object(
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
    totalEvents: count(),
    uncostedEvents,
    byCurrency,
    byAgent: Type.Array(AgentEarnings, {
      description: 'Sorted by number of events, highest first.',
    }),
    rest: Rest,
    dateRange: DateRangeBody,
    filters: filtersOf('RevenueFilters', AgentEarnedQuery),
    asOf,
  },
  {
    title: 'AgentEarnedAnalytics',
    description: 'Revenue from the work of agents, without fees.',
    examples: [
      {
        ...example,
        totalEvents: 3,
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
        rest: {
          byAgent: {
            eventCount: 0,
            currency: 'USD',
            agentEarned: 0,
            cost: 0,
            uncostedEvents: 0,
            byCurrency: [{ currency: 'USD', agentEarned: 0, cost: 0 }],
          },
          byCurrency: { cost: 0 },
        },
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
        filters: {},
        asOf: '2026-03-31T09:00:00.000Z',
      },
    ],
  },
)
export type AgentEarnedAnalytics = Static<typeof AgentEarnedAnalytics>
