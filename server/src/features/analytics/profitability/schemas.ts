import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
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
  tableField,
  uncostedEvents,
} from '../fields.ts'
import { marginFields } from '../revenue/schemas.ts'
import { breakdownTop } from '../usage/schemas.ts'
import { KINDS } from './entries.ts'

export const GROUPS = ['customer', 'agent', 'signal', 'plan', 'model', 'day'] as const
export type Group = (typeof GROUPS)[number]

export const ProfitabilityQuery = Type.Object({
  ...dateFields,
  customerId: customerFilter,
  agentId: agentFilter,
  groupBy: Type.Optional(
    Type.Enum([...GROUPS], {
      title: 'ProfitabilityGroup',
      description:
        'What each row is of; customer unless you say. A model has its own cost and events. What the work of a signal realised in the window is shared by the units of each model: exact for events that are alone in a quarter of an hour of their customer and signal. In a quarter with several, units are shared by how many events used each model, and by cost where events used several models and all have a cost. What has no units is shared by cost.',
    }),
  ),
  top: breakdownTop,
  table: tableField(['rows', 'totals', 'byKey']),
})
export type ProfitabilityQuery = Static<typeof ProfitabilityQuery>

const amounts = {
  currency: nullable(Type.String(), 'Null: there is no revenue.'),
  revenue: amount('Before tax. Usage has its share of its line by billable quantity.'),
  invoiced: amount('What of the revenue is on finalized invoices.'),
  cost,
  ...marginFields,
  eventCount: count(),
  uncostedEvents,
}

export const Row = Type.Object(
  {
    kind: Type.Enum([...KINDS], {
      title: 'ProfitabilityKind',
      description:
        'What it is made of. `outcomes`: work, with the share of usage lines that it realised. `without_quantity`: usage lines without any unit, as the fee of a pool. `recurring`, `seat_based`, `onetime`, `proration`: other lines of invoices. `discount` and `tax_included` take off. `no_subscription`: work that nothing is earned with. `rounding`: what the rows above lack of the total.',
    }),
    key: nullable(
      Type.String(),
      'The id of the customer, agent, signal or plan; `provider/model`; the day. Null where the row is of none, or of all others.',
    ),
    name: nullable(Type.String()),
    quantity: amount('Units that were billable.'),
    ...amounts,
  },
  { title: 'ProfitabilityRow' },
)
export type Row = Static<typeof Row>

export const KeyRow = Type.Object(
  {
    key: nullable(
      Type.String(),
      'As in `rows`. Null: what belongs to none, and to all that are not listed.',
    ),
    name: nullable(Type.String()),
    quantity: amount('Units that were billable.'),
    ...amounts,
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
      { title: 'ProfitabilityTotalsRest', description: 'Work that nothing is earned with.' },
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
      { title: 'ProfitabilityKeysRest', description: 'What rounding took from the rows.' },
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
        'The most events first. All rows of a currency add up to its total; the rows of time that is invoiced add up to the invoices before tax, to the cent.',
    }),
    byKey: Type.Array(KeyRow, {
      description:
        'The rows of each key and currency as one, the lowest margin first and those without one last. What is earned with nothing counts with the only currency of its key.',
    }),
    totals: Type.Array(Total, { description: 'By currency; never added up.' }),
    rest: Rest,
    totalCost: cost,
    uncostedEvents,
    dateRange: DateRangeBody,
    filters: filtersOf('ProfitabilityFilters', ProfitabilityQuery),
  },
  {
    title: 'Profitability',
    description: 'What work realised and what it cost, by whom or what you ask for.',
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
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
        filters: {},
      },
    ],
  },
)
export type Profitability = Static<typeof Profitability>
