import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { GROUPINGS } from '../../usage-figures/window.ts'
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
import { TOP_DEFAULT, TOP_MAX } from '../usage/schemas.ts'

const revenueTables = tableField(['bySubscription', 'byStrategy', 'byCurrency', 'timeSeries'])
const groupBy = Type.Optional(
  Type.Enum([...GROUPINGS], {
    title: 'Grouping',
    description:
      'Adds `timeSeries`; sets the length of its rows. In CSV its rows are daily by default.',
  }),
)

const top = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: TOP_MAX,
    description: `Maximum number of subscriptions listed, latest first; the totals include all of them. Default: ${TOP_DEFAULT}, and all of them for CSV.`,
  }),
)

export const RevenueQuery = Type.Object({
  ...dateFields,
  ...customerFilters,
  agentId: agentFilter,
  groupBy,
  top,
  table: revenueTables,
})
export type RevenueQuery = Static<typeof RevenueQuery>
export type RevenueTable = NonNullable<RevenueQuery['table']>

export const CustomerRevenueQuery = Type.Object({
  ...dateFields,
  groupBy,
  top,
  table: revenueTables,
})
export type CustomerRevenueQuery = Static<typeof CustomerRevenueQuery>
export const CustomerRevenueParams = Type.Object({ customerId: uuid() })

const id = Type.String({ format: 'uuid' })

const Breakdown = Type.Object(
  {
    usage: amount('Equal to agentEarned.'),
    recurring: amount('Recurring fees, spread over days, and the fees of pools.'),
    seat: amount('Seat fees, spread over days.'),
    onetime: amount('Counted on the day the subscription starts.'),
  },
  { title: 'RevenueBreakdown' },
)

export const marginFields = {
  margin: nullable(
    amount(),
    'Revenue less cost; null when the revenue is not in USD, because costs are.',
  ),
  marginPercent: nullable(
    amount(),
    'Margin as a percentage of the revenue; null when there is no revenue.',
  ),
  marginNote: nullable(Type.String(), 'The reason there is no margin; null when there is one.'),
}

const INVOICED =
  'Part of the revenue billed by lines of finalized invoices, including late usage once an invoice bills it. A window that covers part of a usage line includes its share'
const NOT_INVOICED =
  'The remaining revenue, including late usage until an invoice bills it; negative when the next invoice gives something back. At the prices of a finalized invoice of the same period, otherwise at the current prices'

const ofOneCurrency = {
  currency: Type.String(),
  revenue: amount('agentEarned and the fees, before discounts and tax.'),
  agentEarned: amount('Units times the rates of the plan, without fees.'),
  invoiced: amount(`${INVOICED}.`),
  notInvoiced: amount(`${NOT_INVOICED}.`),
  breakdown: Breakdown,
  cost,
  ...marginFields,
}

export const CurrencyRevenue = Type.Object(ofOneCurrency, {
  title: 'CurrencyRevenue',
  description: 'Revenue in one currency, and the cost of the work of its subscriptions.',
})

export const SubscriptionRevenue = Type.Object(
  {
    subscriptionId: id,
    subscriptionName: Type.String(),
    customerId: id,
    customerName: Type.String(),
    customerExternalId,
    agentId: id,
    agentName: Type.String(),
    planId: id,
    planName: Type.String(),
    eventCount: count(),
    ...ofOneCurrency,
    uncostedEvents,
  },
  { title: 'SubscriptionRevenue' },
)

export type SubscriptionRevenue = Static<typeof SubscriptionRevenue>

export const StrategyRevenue = Type.Object(
  {
    strategyId: id,
    strategyName: Type.String(),
    planId: id,
    planName: Type.String(),
    currency: Type.String(),
    chargeType: Type.Enum(['usage', 'recurring', 'seat_based', 'onetime']),
    quantity: amount('Billable units; 0 for fees.'),
    revenue: amount(),
    agentEarned: amount(),
    fees: amount(),
  },
  { title: 'StrategyRevenue' },
)

/** Of the revenue of a bucket. */
export const ofBucket = {
  oneDayFees: amount(
    'Of the revenue: fees that fall on a single day, which are the fees of pools and one-time fees.',
  ),
  revenuePercent: nullable(
    amount(),
    'The revenue as a percentage of that of the window, in its currency; null without revenue.',
  ),
}

export const RevenueBucket = Type.Object(
  {
    date: Type.String({ description: 'First day of the bucket.' }),
    currency: Type.String(),
    revenue: amount(),
    usage: amount(),
    recurring: amount(),
    seat: amount(),
    onetime: amount(),
    ...ofBucket,
  },
  { title: 'RevenueBucket' },
)

const earnedRest = { currency: Type.String(), revenue: amount() }
const kinds = { usage: amount(), recurring: amount(), seat: amount(), onetime: amount() }
const RevenueRests = Type.Object(
  {
    byCurrency: Type.Object(
      { cost },
      { title: 'CurrencyCostRest', description: 'Work without a subscription.' },
    ),
    bySubscription: Type.Array(
      Type.Object(
        {
          ...earnedRest,
          agentEarned: amount(),
          invoiced: amount(),
          notInvoiced: amount(),
          breakdown: Breakdown,
          cost,
        },
        { title: 'SubscriptionRevenueRest' },
      ),
    ),
    byStrategy: Type.Array(
      Type.Object({ ...earnedRest, agentEarned: amount() }, { title: 'StrategyRevenueRest' }),
    ),
    timeSeries: Type.Optional(
      Type.Array(Type.Object({ ...earnedRest, ...kinds }, { title: 'RevenueTimeRest' })),
    ),
  },
  { title: 'RevenueRests', description: `${REST} By currency, as in byCurrency.` },
)

export const ONE_CURRENCY = 'null when several currencies are involved: see byCurrency'

const revenueFields = {
  currency: nullable(Type.String(), `Currency of all figures; ${ONE_CURRENCY}.`),
  revenue: nullable(
    amount(),
    `agentEarned and the fees, before discounts and tax; ${ONE_CURRENCY}.`,
  ),
  cost,
  uncostedEvents,
  ...marginFields,
  agentEarned: nullable(amount(), `Units times rates, without fees; ${ONE_CURRENCY}.`),
  invoiced: nullable(amount(), `${INVOICED}; ${ONE_CURRENCY}.`),
  notInvoiced: nullable(amount(), `${NOT_INVOICED}; ${ONE_CURRENCY}.`),
  breakdown: nullable(Breakdown, `The revenue by kind; ${ONE_CURRENCY}.`),
  byCurrency: Type.Array(CurrencyRevenue, {
    description:
      'Currencies are never added together. Work without a subscription is counted in the ' +
      'total cost only.',
  }),
  bySubscription: Type.Array(SubscriptionRevenue, {
    description:
      'At most `top`: those that run in the window, latest start date first, then those that ' +
      'only an invoice bills there.',
  }),
  hasMoreSubscriptions: Type.Boolean({
    description: 'True if there are more subscriptions. The totals include all of them.',
  }),
  byStrategy: Type.Array(StrategyRevenue, {
    description: 'Strategies with units or revenue in the window, sorted by plan and name.',
  }),
  timeSeries: Type.Optional(
    Type.Array(RevenueBucket, {
      description:
        'With groupBy: every bucket in order, for each currency. The buckets of a currency ' +
        'add up to its revenue.',
    }),
  ),
  rest: RevenueRests,
  dateRange: DateRangeBody,
  asOf,
}

const exampleOfCurrency = {
  currency: 'USD',
  revenue: 61.5,
  agentEarned: 12.5,
  invoiced: 0,
  notInvoiced: 61.5,
  breakdown: { usage: 12.5, recurring: 49, seat: 0, onetime: 0 },
  cost: 1.245,
  margin: 60.255,
  marginPercent: 97.9756097561,
  marginNote: null,
}

/** 150 calls, of which 100 are 0.10 and the others 0.05 each, and a fee of 49 a month. */
const example = {
  ...exampleOfCurrency,
  uncostedEvents: 0,
  byCurrency: [exampleOfCurrency],
  bySubscription: [
    {
      subscriptionId: '01890000-0000-7000-8000-000000000004',
      subscriptionName: 'Main',
      customerId: '01890000-0000-7000-8000-000000000001',
      customerName: 'Acme',
      customerExternalId: 'acme',
      agentId: '01890000-0000-7000-8000-000000000002',
      agentName: 'Support',
      planId: '01890000-0000-7000-8000-000000000005',
      planName: 'Pro',
      eventCount: 150,
      ...exampleOfCurrency,
      uncostedEvents: 0,
    },
  ],
  hasMoreSubscriptions: false,
  byStrategy: [
    {
      strategyId: '01890000-0000-7000-8000-000000000006',
      strategyName: 'Calls',
      planId: '01890000-0000-7000-8000-000000000005',
      planName: 'Pro',
      currency: 'USD',
      chargeType: 'usage',
      quantity: 150,
      revenue: 12.5,
      agentEarned: 12.5,
      fees: 0,
    },
    {
      strategyId: '01890000-0000-7000-8000-000000000008',
      strategyName: 'Base fee',
      planId: '01890000-0000-7000-8000-000000000005',
      planName: 'Pro',
      currency: 'USD',
      chargeType: 'recurring',
      quantity: 0,
      revenue: 49,
      agentEarned: 0,
      fees: 49,
    },
  ],
  rest: {
    byCurrency: { cost: 0 },
    bySubscription: [
      {
        currency: 'USD',
        revenue: 0,
        agentEarned: 0,
        invoiced: 0,
        notInvoiced: 0,
        breakdown: { usage: 0, recurring: 0, seat: 0, onetime: 0 },
        cost: 0,
      },
    ],
    byStrategy: [{ currency: 'USD', revenue: 0, agentEarned: 0 }],
  },
  dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
  asOf: '2026-03-31T09:00:00.000Z',
}

export const RevenueAnalytics = Type.Object(
  { ...revenueFields, filters: filtersOf('RevenueAnalyticsFilters', RevenueQuery) },
  {
    title: 'RevenueAnalytics',
    description: 'Revenue and margin in a range of days.',
    examples: [{ ...example, filters: {} }],
  },
)
export type RevenueAnalytics = Static<typeof RevenueAnalytics>

export const CustomerRevenue = Type.Object(
  {
    customer: Type.Object(
      {
        id,
        name: Type.String(),
        externalId: nullable(Type.String()),
        email: nullable(Type.String()),
        status: Type.String(),
      },
      { title: 'CustomerOfRevenue' },
    ),
    ...revenueFields,
  },
  {
    title: 'CustomerRevenue',
    description: 'A customer and its revenue in a range of days.',
    examples: [
      {
        customer: {
          id: '01890000-0000-7000-8000-000000000001',
          name: 'Acme',
          externalId: 'acme',
          email: 'billing@acme.test',
          status: 'active',
        },
        ...example,
      },
    ],
  },
)
export type CustomerRevenue = Static<typeof CustomerRevenue>
