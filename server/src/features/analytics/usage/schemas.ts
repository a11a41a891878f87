import { type Static, Type } from 'typebox'
import {
  agentFilter,
  amount,
  cost,
  count,
  customerFilter,
  DateRangeBody,
  dateFields,
  filtersOf,
  REST,
  signalFilter,
  tableField,
  uncostedEvents,
} from '../fields.ts'
import { DIMENSIONS } from '../sums-queries.ts'
import { GROUPINGS } from '../window.ts'

export const TOP_DEFAULT = 100
export const TOP_MAX = 1_000

export const breakdownTop = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: TOP_MAX,
    description: `How many customers, signals or agents are listed, those with the most events first; ${TOP_DEFAULT} unless you say.`,
  }),
)

export const UsageAnalyticsQuery = Type.Object({
  ...dateFields,
  customerId: customerFilter,
  agentId: agentFilter,
  signalId: signalFilter,
  groupBy: Type.Optional(
    Type.Enum([...GROUPINGS], {
      title: 'Grouping',
      description: 'How long each row of the time series is; daily unless you say.',
    }),
  ),
  breakdownBy: Type.Optional(
    Type.Enum([...DIMENSIONS], {
      title: 'Dimension',
      description: 'Adds `dimensionBreakdown`.',
    }),
  ),
  top: breakdownTop,
  table: tableField(['timeSeriesData', 'breakdownSummary', 'breakdownTimeline']),
})
export type UsageAnalyticsQuery = Static<typeof UsageAnalyticsQuery>

const totals = {
  totalEvents: count(),
  totalQuantity: amount('Units that were recorded, rejected ones too.'),
  totalCost: cost,
  avgCostPerEvent: amount('Of the events whose cost is known; 0 where there are none.'),
  uncostedEvents,
}
const UsageSummary = Type.Object(totals, { title: 'UsageSummary' })
export type UsageSummary = Static<typeof UsageSummary>

const ofBucket = {
  date: Type.String({
    description: 'The first day of the bucket: a Monday of weeks, the first of months.',
  }),
  eventCount: count(),
  totalQuantity: amount(),
  totalCost: cost,
  uncostedEvents,
}
export const UsageBucket = Type.Object(ofBucket, { title: 'UsageBucket' })
export type UsageBucket = Static<typeof UsageBucket>

const dimension = {
  dimensionId: Type.String({ format: 'uuid' }),
  dimensionName: Type.String(),
}

export const DimensionSummary = Type.Object(
  { ...dimension, ...totals },
  { title: 'DimensionSummary' },
)
export const DimensionBucket = Type.Object(
  { ...dimension, ...ofBucket },
  { title: 'DimensionBucket' },
)

const UsageBreakdown = Type.Object(
  {
    dimensionType: Type.Enum([...DIMENSIONS]),
    summary: Type.Array(DimensionSummary, {
      description: 'The most events first.',
    }),
    timeline: Type.Array(DimensionBucket, {
      description: 'Every bucket of each of them, also those without events.',
    }),
    hasMore: Type.Boolean({ description: 'Whether there are more than `top`.' }),
    rest: Type.Array(UsageBucket, {
      description:
        'What all others did, by bucket, and what rounding took: with the timeline it adds up to timeSeriesData.',
    }),
  },
  { title: 'UsageBreakdown' },
)
export type UsageBreakdown = Static<typeof UsageBreakdown>

const ofRest = {
  totalQuantity: amount(),
  totalCost: cost,
  uncostedEvents,
}
const UsageRests = Type.Object(
  {
    timeSeriesData: Type.Object(
      { eventCount: count(), ...ofRest },
      { title: 'UsageTimeRest', description: 'What rounding took from the buckets.' },
    ),
    breakdownSummary: Type.Optional(
      Type.Object(
        { totalEvents: count(), ...ofRest },
        { title: 'UsageBreakdownRest', description: 'With breakdownBy: what all others did.' },
      ),
    ),
  },
  { title: 'UsageRests', description: REST },
)

const names = (description: string) => Type.Record(Type.String(), Type.String(), { description })

export const UsageAnalytics = Type.Object(
  {
    summary: UsageSummary,
    timeSeriesData: Type.Array(UsageBucket, {
      description: 'Every bucket in order, also those without events.',
    }),
    metadata: Type.Object(
      {
        customers: names('Those that the answer names; without any, the first thousand of yours.'),
        agents: names('Those that did the work.'),
        signals: names('Those that it was work of.'),
      },
      { title: 'UsageNames', description: 'Readable names by id.' },
    ),
    dimensionBreakdown: Type.Optional(UsageBreakdown),
    rest: UsageRests,
    dateRange: DateRangeBody,
    filters: filtersOf('UsageAnalyticsFilters', UsageAnalyticsQuery),
  },
  {
    title: 'UsageAnalytics',
    description: 'How much work was done and what it cost.',
    examples: [
      {
        summary: {
          totalEvents: 3,
          totalQuantity: 7,
          totalCost: 0.0225,
          avgCostPerEvent: 0.0075,
          uncostedEvents: 0,
        },
        timeSeriesData: [
          {
            date: '2026-03-01',
            eventCount: 3,
            totalQuantity: 7,
            totalCost: 0.0225,
            uncostedEvents: 0,
          },
          { date: '2026-03-02', eventCount: 0, totalQuantity: 0, totalCost: 0, uncostedEvents: 0 },
        ],
        metadata: {
          customers: { '01890000-0000-7000-8000-000000000001': 'Acme' },
          agents: { '01890000-0000-7000-8000-000000000002': 'Support' },
          signals: { '01890000-0000-7000-8000-000000000003': 'ticket-resolved' },
        },
        rest: {
          timeSeriesData: { eventCount: 0, totalQuantity: 0, totalCost: 0, uncostedEvents: 0 },
        },
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-02' },
        filters: {},
      },
    ],
  },
)
export type UsageAnalytics = Static<typeof UsageAnalytics>
