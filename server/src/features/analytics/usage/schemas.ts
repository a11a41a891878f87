import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
import { DIMENSIONS } from '../../usage-figures/sums.ts'
import { GROUPINGS } from '../../usage-figures/window.ts'
import {
  agentFilter,
  amount,
  cost,
  count,
  customerFilters,
  DateRangeBody,
  dateFields,
  filtersOf,
  REST,
  signalFilter,
  tableField,
  uncostedEvents,
} from '../fields.ts'

export const TOP_DEFAULT = 100
export const TOP_MAX = 1_000

export const breakdownTop = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: TOP_MAX,
    description: `Maximum number of customers, signals or agents listed, those with the most events first. Default: ${TOP_DEFAULT}.`,
  }),
)

export const UsageAnalyticsQuery = Type.Object({
  ...dateFields,
  ...customerFilters,
  agentId: agentFilter,
  signalId: signalFilter,
  groupBy: Type.Optional(
    Type.Enum([...GROUPINGS], {
      title: 'Grouping',
      description: 'Length of each row of the time series. Default: daily.',
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
  totalQuantity: amount('Units recorded, including rejected ones.'),
  totalCost: cost,
  avgCostPerEvent: amount('Average over the events whose cost is known; 0 when there are none.'),
  uncostedEvents,
}
const UsageSummary = Type.Object(totals, { title: 'UsageSummary' })
export type UsageSummary = Static<typeof UsageSummary>

const ofBucket = {
  date: Type.String({
    description: 'First day of the bucket: a Monday for weeks, the first of the month for months.',
  }),
  eventCount: count(),
  totalQuantity: amount(),
  totalCost: cost,
  uncostedEvents,
}
export const UsageBucket = Type.Object(ofBucket, { title: 'UsageBucket' })
export type UsageBucket = Static<typeof UsageBucket>

export const UsageTimeBucket = Type.Object(
  {
    ...ofBucket,
    eventPercent: nullable(
      amount(),
      'The events as a percentage of those of the window; null without events.',
    ),
    quantityPercent: nullable(
      amount(),
      'The quantity as a percentage of that of the window; null when that is zero.',
    ),
  },
  { title: 'UsageTimeBucket' },
)
export type UsageTimeBucket = Static<typeof UsageTimeBucket>

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
      description: 'Sorted by number of events, highest first.',
    }),
    timeline: Type.Array(DimensionBucket, {
      description: 'Every bucket of each of them, including those without events.',
    }),
    hasMore: Type.Boolean({ description: 'True if there are more than `top`.' }),
    rest: Type.Array(UsageBucket, {
      description:
        'All others, by bucket, with rounding differences; together with the timeline they add ' +
        'up to timeSeriesData.',
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
      { title: 'UsageTimeRest', description: 'Difference to the buckets due to rounding.' },
    ),
    breakdownSummary: Type.Optional(
      Type.Object(
        { totalEvents: count(), ...ofRest },
        { title: 'UsageBreakdownRest', description: 'With breakdownBy: all others.' },
      ),
    ),
  },
  { title: 'UsageRests', description: REST },
)

const names = (description: string) => Type.Record(Type.String(), Type.String(), { description })

export const UsageAnalytics = Type.Object(
  {
    summary: UsageSummary,
    timeSeriesData: Type.Array(UsageTimeBucket, {
      description: 'Every bucket in order, including those without events.',
    }),
    metadata: Type.Object(
      {
        customers: names(
          'The customers in the response, if it is filtered or broken down by customer; ' +
            'otherwise your first thousand customers.',
        ),
        agents: names('Agents that did the work.'),
        signals: names('Signals that the work belongs to.'),
        signalAgents: names('Ids of the agents of these signals, which may share a name.'),
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
    description: 'Amount and cost of work.',
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
            eventPercent: 100,
            quantityPercent: 100,
          },
          {
            date: '2026-03-02',
            eventCount: 0,
            totalQuantity: 0,
            totalCost: 0,
            uncostedEvents: 0,
            eventPercent: 0,
            quantityPercent: 0,
          },
        ],
        metadata: {
          customers: { '01890000-0000-7000-8000-000000000001': 'Acme' },
          agents: { '01890000-0000-7000-8000-000000000002': 'Support' },
          signals: { '01890000-0000-7000-8000-000000000003': 'ticket-resolved' },
          signalAgents: {
            '01890000-0000-7000-8000-000000000003': '01890000-0000-7000-8000-000000000002',
          },
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
