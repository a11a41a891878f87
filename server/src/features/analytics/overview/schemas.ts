import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
import { GROUPINGS } from '../../usage-figures/window.ts'
import { MarginSentence } from '../breakdown/schemas.ts'
import { ModelCost, ModelCostRest } from '../cost/schemas.ts'
import {
  amount,
  asOf,
  cost,
  costPercent,
  count,
  DateRangeBody,
  dateFields,
  REST,
  Unpriced,
  uncostedEvents,
} from '../fields.ts'
import { marginFields, ofBucket } from '../revenue/schemas.ts'
import { LOWEST_MARGINS_EXAMPLE, LowestMargins, topOf } from './margin-schemas.ts'

const groupBy = Type.Enum([...GROUPINGS], {
  title: 'Grouping',
  description: 'Days, weeks starting on Monday, or months, in UTC. Default: daily.',
})

export const OverviewQuery = Type.Object({
  ...dateFields,
  groupBy: Type.Optional(groupBy),
  top: topOf('customers, and of models'),
})
export type OverviewQuery = Static<typeof OverviewQuery>

const ONE = 'null when there are several currencies: see byCurrency'
const CHANGE = 'Change in percent of the preceding window; null when that was zero'

const OverviewAmounts = Type.Object(
  { currency: Type.String(), revenue: amount(), mrr: amount() },
  { title: 'OverviewAmounts' },
)

export const OverviewFigures = Type.Object(
  {
    revenue: nullable(amount(), `As in getRevenueAnalytics; ${ONE}.`),
    cost,
    ...marginFields,
    mrr: nullable(
      amount(),
      `Revenue of the last 30 days of the window without one-time fees, scaled to a month; ${ONE}.`,
    ),
    byCurrency: Type.Array(OverviewAmounts, {
      description: 'Every currency that has figures, sorted by name.',
    }),
    eventCount: count(),
    uncostedEvents,
    unpriced: Unpriced,
  },
  { title: 'OverviewFigures' },
)
export type OverviewFigures = Static<typeof OverviewFigures>

const OverviewChange = Type.Object(
  {
    revenuePercent: nullable(amount(), `${CHANGE}.`),
    costPercent: nullable(amount(), `${CHANGE}.`),
    marginPoints: nullable(
      amount(),
      'Change of marginPercent in percentage points; null when either is null.',
    ),
    mrrPercent: nullable(amount(), `${CHANGE}.`),
  },
  { title: 'OverviewChange' },
)
export type OverviewChange = Static<typeof OverviewChange>

export const OverviewBucket = Type.Object(
  {
    date: Type.String({ description: 'First day of the bucket.' }),
    revenue: nullable(
      amount(),
      'Null when the window has several currencies: getRevenueAnalytics returns each over time.',
    ),
    oneDayFees: nullable(ofBucket.oneDayFees, 'Null when the revenue is null.'),
    revenuePercent: ofBucket.revenuePercent,
    cost,
    costPercent,
    eventCount: count(),
    uncostedEvents,
  },
  { title: 'OverviewBucket' },
)
export type OverviewBucket = Static<typeof OverviewBucket>

const OverviewModels = Type.Object(
  {
    results: Type.Array(ModelCost, { description: 'Most expensive first.' }),
    totalResults: count('Number of models.'),
  },
  { title: 'OverviewModels' },
)

const figures = {
  revenue: 61.5,
  cost: 1.245,
  margin: 60.255,
  marginPercent: 97.9756097561,
  marginNote: null,
  mrr: 62.3541666667,
  byCurrency: [{ currency: 'USD', revenue: 61.5, mrr: 62.3541666667 }],
  eventCount: 150,
  uncostedEvents: 0,
  unpriced: { quantity: 12, eventCount: 3, cost: 0.0225 },
}

export const Overview = Type.Object(
  {
    currency: nullable(
      Type.String(),
      `Currency of the revenue and MRR of the window; ${ONE}. The preceding window has null figures when its currency differs.`,
    ),
    current: OverviewFigures,
    before: OverviewFigures,
    change: OverviewChange,
    buckets: Type.Array(OverviewBucket, {
      description: 'Every bucket in order; they add up to the figures of the window.',
    }),
    sentences: Type.Array(MarginSentence, {
      description: 'Causes of the changes, as in getMarginBreakdown.',
    }),
    customers: LowestMargins,
    models: OverviewModels,
    rest: Type.Object(
      {
        buckets: Type.Object(
          {
            revenue: nullable(amount(), 'Null when the revenue of the buckets is null.'),
            cost,
            eventCount: count(),
            uncostedEvents,
          },
          { title: 'OverviewRest' },
        ),
        models: ModelCostRest,
      },
      { title: 'OverviewRests', description: REST },
    ),
    groupBy,
    dateRange: DateRangeBody,
    dateRangeBefore: DateRangeBody,
    asOf,
  },
  {
    title: 'Overview',
    description: 'Figures of a window and their causes, of the preceding window, and over time.',
    examples: [
      {
        currency: 'USD',
        current: figures,
        before: {
          ...figures,
          revenue: 49,
          margin: 47.755,
          marginPercent: 97.4591836735,
          mrr: 49.6805555556,
          byCurrency: [{ currency: 'USD', revenue: 49, mrr: 49.6805555556 }],
        },
        change: {
          revenuePercent: 25.5102040816,
          costPercent: 0,
          marginPoints: 0.5164260826,
          mrrPercent: 25.5102040816,
        },
        buckets: [
          {
            date: '2026-03-01',
            revenue: 61.5,
            oneDayFees: 49,
            revenuePercent: 100,
            cost: 1.245,
            costPercent: 100,
            eventCount: 150,
            uncostedEvents: 0,
          },
        ],
        sentences: [],
        customers: LOWEST_MARGINS_EXAMPLE,
        models: {
          results: [
            {
              model: 'gpt-4o',
              modelProvider: 'openai',
              totalCost: 1.245,
              serviceCount: 150,
              inputTokens: 150_000,
              outputTokens: 87_000,
              cacheReadTokens: 0,
              cacheWriteTokens: 0,
              quantity: 150,
              uncostedEvents: 0,
              customerCost: 0,
              customerPaidCount: 0,
              uncomputedCustomerPaidCount: 0,
            },
          ],
          totalResults: 1,
        },
        rest: {
          buckets: { revenue: 0, cost: 0, eventCount: 0, uncostedEvents: 0 },
          models: { totalCost: 0 },
        },
        groupBy: 'daily',
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-01' },
        dateRangeBefore: { startDate: '2026-02-28', endDate: '2026-02-28' },
        asOf: '2026-03-02T09:00:00.000Z',
      },
    ],
  },
)
export type Overview = Static<typeof Overview>
