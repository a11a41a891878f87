import { type Static, Type } from 'typebox'
import { nullable, TEXT_LENGTH_MAX } from '../../../platform/http/fields.ts'
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
  Unpriced,
  uncostedEvents,
} from '../fields.ts'
import { marginFields } from '../revenue/schemas.ts'
import { breakdownTop } from '../usage/schemas.ts'
import { KINDS } from './entries.ts'

export const GROUPS = ['customer', 'agent', 'signal', 'plan', 'model', 'day'] as const
export type Group = (typeof GROUPS)[number]

export const ProfitabilityQuery = Type.Object({
  ...dateFields,
  ...customerFilters,
  agentId: agentFilter,
  groupBy: Type.Optional(
    Type.Enum([...GROUPS], {
      title: 'ProfitabilityGroup',
      description:
        'Dimension of the rows. Default: customer. A model has its own cost and events. The ' +
        'revenue of a signal in the window is shared between models by units: exactly for ' +
        'events that are the only one of their customer and signal in a quarter of an hour. In ' +
        'a quarter of an hour with several events, units are shared by the number of events ' +
        'that used each model. If events used several models and all have a cost, units are ' +
        'shared by cost. Revenue without units is shared by cost. A model that the customer paid for ' +
        'has the cost 0, so beside others it gets no share.',
    }),
  ),
  model: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2 * TEXT_LENGTH_MAX + 1,
      description:
        'Only the share of this model, as `provider/model`, such as openai/gpt-4o: with ' +
        '`groupBy` agent, signal or model. The rows add up to the row of the model.',
    }),
  ),
  compare: Type.Optional(
    Type.Enum(['before'], {
      title: 'ProfitabilityComparison',
      description: 'Adds the figures of the preceding window to `byKey`; not by day.',
    }),
  ),
  top: breakdownTop,
  table: tableField(['rows', 'totals', 'byKey']),
})
export type ProfitabilityQuery = Static<typeof ProfitabilityQuery>

const amounts = {
  currency: nullable(Type.String(), 'Null: there is no revenue.'),
  revenue: amount('Before tax. Usage receives its share of its line by billable quantity.'),
  invoiced: amount('Part of the revenue on finalized invoices.'),
  cost,
  ...marginFields,
  eventCount: count(
    'Number of usage events. By model, an event with several models is divided between them by ' +
      'cost, and rounded so that the models add up to the events: no model has the number of events ' +
      'that used it.',
  ),
  uncostedEvents,
}

export const Row = Type.Object(
  {
    kind: Type.Enum([...KINDS], {
      title: 'ProfitabilityKind',
      description:
        'Kind of amount. `outcomes`: work; its revenue is its share of usage lines. ' +
        '`without_quantity`: usage lines without any unit, such as the fee of a pool. ' +
        '`recurring`, `seat_based`, `onetime`, `proration`: other lines of invoices. `discount` ' +
        'and `tax_included` are deducted. `no_subscription`: work without revenue. `rounding`: ' +
        'the difference between the total and the rows above.',
    }),
    key: nullable(
      Type.String(),
      'The id of the customer, agent, signal or plan; `provider/model`; the day. Null when the ' +
        'row has no key, or combines all others.',
    ),
    name: nullable(Type.String()),
    quantity: amount('Billable units.'),
    ...amounts,
  },
  { title: 'ProfitabilityRow' },
)
export type Row = Static<typeof Row>

export const KeyRow = Type.Object(
  {
    key: nullable(
      Type.String(),
      'As in `rows`. Null: the row has no key, or combines all that are not listed.',
    ),
    name: nullable(Type.String()),
    quantity: amount('Billable units.'),
    ...amounts,
    revenuePercent: nullable(
      amount(),
      'The revenue of a day as a percentage of that of the window, in its currency; null when ' +
        'that is zero, and without `groupBy=day`.',
    ),
    costPercent: nullable(
      amount(),
      'The cost of a day as a percentage of that of the window; null when that is zero, and ' +
        'without `groupBy=day`.',
    ),
    before: nullable(
      Type.Object(
        { revenue: amount(), cost, margin: nullable(amount()), marginChange: nullable(amount()) },
        { title: 'ProfitabilityBefore' },
      ),
      'The same key in the preceding window, and the change of the margin since. Null without ' +
        '`compare`, and on the row that combines all others.',
    ),
  },
  { title: 'ProfitabilityKeyRow' },
)
export type KeyRow = Static<typeof KeyRow>

export const Total = Type.Object(
  { currency: Type.String(), revenue: amount(), invoiced: amount(), cost, ...marginFields },
  { title: 'ProfitabilityTotal' },
)

const CostRest = Type.Object({ cost }, { title: 'ProfitabilityCostRest' })
const Rest = Type.Object(
  {
    rows: CostRest,
    totals: Type.Object(
      { cost },
      { title: 'ProfitabilityTotalsRest', description: 'Work without revenue.' },
    ),
    byKey: Type.Object(
      {
        cost,
        byCurrency: Type.Array(
          Type.Object(
            { currency: Type.String(), revenue: amount(), invoiced: amount() },
            { title: 'ProfitabilityKeyRest' },
          ),
        ),
      },
      { title: 'ProfitabilityKeysRest', description: 'Difference to the rows due to rounding.' },
    ),
  },
  { title: 'ProfitabilityRests', description: REST },
)

const none = { margin: 0, marginPercent: null, marginNote: null }

export const Profitability = Type.Object(
  {
    groupBy: Type.Enum([...GROUPS]),
    rows: Type.Array(Row, {
      description:
        'Sorted by number of events, highest first. All rows of a currency add up to its total; ' +
        'the rows of invoiced periods add up to the invoices before tax, to the cent.',
    }),
    byKey: Type.Array(KeyRow, {
      description:
        'The rows merged by key and currency, lowest margin first and rows without a margin ' +
        'last. Work without revenue is added to the row of its key if the key has only one ' +
        'currency.',
    }),
    totals: Type.Array(Total, { description: 'By currency; currencies are never added together.' }),
    rest: Rest,
    totalCost: cost,
    uncostedEvents,
    unpriced: Unpriced,
    asOf,
    dateRange: DateRangeBody,
    filters: filtersOf('ProfitabilityFilters', ProfitabilityQuery),
  },
  {
    title: 'Profitability',
    description: 'Revenue and cost of work, by the requested dimension.',
    examples: [
      {
        groupBy: 'customer',
        rows: [
          {
            kind: 'outcomes',
            key: '01890000-0000-7000-8000-000000000001',
            name: 'Acme',
            quantity: 12,
            currency: 'USD',
            revenue: 12,
            invoiced: 12,
            cost: 0.09,
            margin: 11.91,
            marginPercent: 99.25,
            marginNote: null,
            eventCount: 12,
            uncostedEvents: 0,
          },
          {
            kind: 'discount',
            key: '01890000-0000-7000-8000-000000000001',
            name: 'Acme',
            quantity: 0,
            currency: 'USD',
            revenue: -1.2,
            invoiced: -1.2,
            cost: 0,
            ...none,
            margin: -1.2,
            marginPercent: 100,
            eventCount: 0,
            uncostedEvents: 0,
          },
        ],
        byKey: [
          {
            key: '01890000-0000-7000-8000-000000000001',
            name: 'Acme',
            quantity: 12,
            currency: 'USD',
            revenue: 10.8,
            invoiced: 10.8,
            cost: 0.09,
            margin: 10.71,
            marginPercent: 99.1666666667,
            marginNote: null,
            eventCount: 12,
            uncostedEvents: 0,
            revenuePercent: null,
            costPercent: null,
            before: null,
          },
        ],
        totals: [
          {
            currency: 'USD',
            revenue: 10.8,
            invoiced: 10.8,
            cost: 0.09,
            margin: 10.71,
            marginPercent: 99.1666666667,
            marginNote: null,
          },
        ],
        rest: {
          rows: { cost: 0 },
          totals: { cost: 0 },
          byKey: { cost: 0, byCurrency: [{ currency: 'USD', revenue: 0, invoiced: 0 }] },
        },
        totalCost: 0.09,
        uncostedEvents: 0,
        unpriced: { quantity: 0, eventCount: 0, cost: 0 },
        asOf: '2026-04-01T09:00:00.000Z',
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
        filters: {},
      },
    ],
  },
)
export type Profitability = Static<typeof Profitability>
