import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { shownPrice } from '../../pricing-plans/strategies/shown-fields.ts'
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
import { marginFields, ONE_CURRENCY } from '../revenue/schemas.ts'
import { LINES } from './places.ts'

const TOP_MAX = 1_000
export const TOP_DEFAULT = 100

export const MarginBreakdownQuery = Type.Object({
  ...dateFields,
  ...customerFilters,
  agentId: agentFilter,
  planId: Type.Optional(uuid('Only work and fees of subscriptions on this plan.')),
  top: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: TOP_MAX,
      description: `Maximum number of rows of each table. Default: ${TOP_DEFAULT}.`,
    }),
  ),
  table: tableField(['lines', 'models']),
})
export type MarginBreakdownQuery = Static<typeof MarginBreakdownQuery>

const id = nullable(uuid())
const name = nullable(Type.String())

const Before = Type.Object(
  { revenue: amount(), cost, quantity: amount('Billable units.'), eventCount: count() },
  { title: 'MarginLineBefore', description: 'Figures of the preceding window.' },
)

const Price = Type.Object(shownPrice, { title: 'MarginLinePrice' })

export const MarginLine = Type.Object(
  {
    line: Type.Enum([...LINES], {
      title: 'MarginLineKind',
      description:
        '`signal`: usage of a signal, including the fee of a pool. Others: fees of a plan.',
    }),
    planId: id,
    planName: name,
    agentId: id,
    agentName: name,
    signalId: id,
    signalName: name,
    coverage: Type.Enum(['priced', 'included', 'unpriced', 'no_subscription', 'fee'], {
      title: 'MarginCoverage',
      description:
        'What covers the work now. `priced`: a usage price of the plan. `included`: its fees. ' +
        '`unpriced`: nothing. `no_subscription`: the work belongs to no subscription. `fee`: ' +
        'the row is a fee.',
    }),
    price: nullable(Price, 'Active usage price of the plan for the signal.'),
    currency: nullable(Type.String(), 'Null: the work belongs to no subscription.'),
    quantity: amount('Billable units.'),
    revenue: amount('As in getRevenueAnalytics.'),
    cost,
    ...marginFields,
    eventCount: count(),
    uncostedEvents,
    unpriced: Unpriced,
    before: Before,
    revenueChange: amount('Revenue less that of the preceding window.'),
    costChange: amount('Cost less that of the preceding window.'),
  },
  { title: 'MarginLine' },
)
export type MarginLine = Static<typeof MarginLine>

export const MarginModel = Type.Object(
  {
    provider: Type.String(),
    model: Type.String(),
    agentId: uuid(),
    agentName: Type.String(),
    signalId: uuid(),
    signalName: Type.String(),
    quantity: amount('Share of the billable units of the signal.'),
    cost,
    eventCount: amount('An event with several models is divided among them.'),
    uncostedEvents: amount('Share of the events whose cost is not known yet.'),
    costBefore: amount('Cost of the preceding window.'),
    costChange: amount('Cost less that of the preceding window.'),
  },
  { title: 'MarginModel', description: 'Work of one model for one signal.' },
)
export type MarginModel = Static<typeof MarginModel>

const MarginRevenue = Type.Object(
  { currency: Type.String(), revenue: amount() },
  { title: 'MarginRevenue' },
)

export const MarginFigures = Type.Object(
  {
    currency: nullable(Type.String(), `Currency of the revenue; ${ONE_CURRENCY}.`),
    revenue: nullable(amount(), `As in getRevenueAnalytics; ${ONE_CURRENCY}.`),
    cost,
    ...marginFields,
    eventCount: count(),
    uncostedEvents,
    unpriced: Unpriced,
    byCurrency: Type.Array(MarginRevenue, { description: 'Currencies are never added together.' }),
  },
  { title: 'MarginFigures' },
)
export type MarginFigures = Static<typeof MarginFigures>

const SentencePart = Type.Object(
  {
    cause: Type.Enum(['unpriced', 'units', 'rate', 'recurring', 'seat_based', 'onetime'], {
      title: 'MarginCause',
      description:
        '`unpriced`: unpriced work. `units`: more or fewer units, at the amount of each ' +
        'in the preceding window. `rate`: the rest of the change of a signal, by model where ' +
        'it is known. Others: fees.',
    }),
    planId: id,
    signalId: id,
    model: name,
    quantity: nullable(amount(), 'Units, or their change.'),
    amount: amount(),
    text: Type.String(),
  },
  { title: 'MarginSentencePart' },
)

export const MarginSentence = Type.Object(
  {
    kind: Type.Enum(['unpriced', 'cost', 'revenue'], { title: 'MarginSentenceKind' }),
    text: Type.String({ description: 'English text; its amounts add up as shown.' }),
    currency: Type.String(),
    amount: amount('The unpriced cost, or the change from the preceding window.'),
    parts: Type.Array(SentencePart, { description: 'The largest causes, exact.' }),
  },
  { title: 'MarginSentence' },
)

const SUPPORT = { agentId: '01890000-0000-7000-8000-000000000002', agentName: 'Support' }
const TICKETS = { signalId: '01890000-0000-7000-8000-000000000003', signalName: 'Tickets resolved' }
const LOSS = { margin: -60, marginPercent: null, marginNote: null }
const WORK = { quantity: 8, eventCount: 1, cost: 60 }
const FIGURES = {
  ...{ currency: 'USD', revenue: 0, cost: 60, ...LOSS, eventCount: 1, uncostedEvents: 0 },
  ...{ unpriced: WORK, byCurrency: [{ currency: 'USD', revenue: 0 }] },
}
const BEFORE = { revenue: 0, cost: 10, quantity: 4, eventCount: 1 }
const PLAN = '01890000-0000-7000-8000-000000000001'

const EXAMPLE = {
  current: FIGURES,
  before: { ...FIGURES, cost: 10, margin: -10, unpriced: { ...WORK, quantity: 4, cost: 10 } },
  sentences: [
    {
      kind: 'cost',
      text: 'Cost rose $50.00 from the 30 days before: gpt-4o in Tickets resolved +$40.00, 4 more Tickets resolved +$10.00.',
      currency: 'USD',
      amount: 50,
      parts: [
        {
          ...{ cause: 'rate', planId: null, signalId: TICKETS.signalId, model: 'gpt-4o' },
          ...{ quantity: null, amount: 40, text: 'gpt-4o in Tickets resolved' },
        },
        {
          ...{ cause: 'units', planId: null, signalId: TICKETS.signalId, model: null },
          ...{ quantity: 4, amount: 10, text: '4 more Tickets resolved' },
        },
      ],
    },
  ],
  lines: [
    {
      ...{ line: 'signal', planId: PLAN, planName: 'Seats', ...SUPPORT, ...TICKETS },
      ...{ coverage: 'unpriced', price: null, currency: 'USD', quantity: 8, revenue: 0, cost: 60 },
      ...{ ...LOSS, eventCount: 1, uncostedEvents: 0, unpriced: WORK, before: BEFORE },
      ...{ revenueChange: 0, costChange: 50 },
    },
  ],
  models: [
    {
      ...{ provider: 'openai', model: 'gpt-4o', ...SUPPORT, ...TICKETS, quantity: 8, cost: 60 },
      ...{ eventCount: 1, uncostedEvents: 0, costBefore: 10, costChange: 50 },
    },
  ],
  rest: {
    lines: {
      ...{ cost: 0, eventCount: 0, uncostedEvents: 0 },
      byCurrency: [{ currency: 'USD', revenue: 0 }],
    },
    models: { cost: 0 },
  },
  asOf: '2026-04-10T09:00:00.000Z',
  dateRange: { startDate: '2026-03-11', endDate: '2026-04-09' },
  dateRangeBefore: { startDate: '2026-02-09', endDate: '2026-03-10' },
  filters: {},
}

export const MarginBreakdown = Type.Object(
  {
    current: MarginFigures,
    before: MarginFigures,
    sentences: Type.Array(MarginSentence, {
      description:
        'What is worth knowing: unpriced work, and the causes of a changed cost and revenue. ' +
        'Amounts below one unit of the currency or 5 % of the figure are not mentioned, and ' +
        'neither is a change from zero or revenue in several currencies.',
    }),
    lines: Type.Array(MarginLine, {
      description: 'By plan and signal or fee: unpriced work first, then the lowest margin.',
    }),
    models: nullable(
      Type.Array(MarginModel),
      'By signal and model, highest cost first; null with `planId`, because models are not ' +
        'attributed to plans.',
    ),
    rest: Type.Object(
      {
        lines: Type.Object(
          {
            cost,
            eventCount: count(),
            uncostedEvents,
            byCurrency: Type.Array(MarginRevenue),
          },
          { title: 'MarginLinesRest' },
        ),
        models: nullable(
          Type.Object(
            { cost },
            { title: 'MarginModelsRest', description: 'Includes costs without a model.' },
          ),
        ),
      },
      { title: 'MarginRests', description: REST },
    ),
    asOf,
    dateRange: DateRangeBody,
    dateRangeBefore: DateRangeBody,
    filters: filtersOf('MarginBreakdownFilters', MarginBreakdownQuery),
  },
  {
    title: 'MarginBreakdown',
    description: 'Where the margin of a window goes: revenue and cost by signal, fee and model.',
    examples: [EXAMPLE],
  },
)
export type MarginBreakdown = Static<typeof MarginBreakdown>
