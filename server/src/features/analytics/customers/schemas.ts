import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { listOf, PAGE_SIZE_MAX, pageParameters } from '../../../platform/http/list.ts'
import { customerExternalId, namedCustomers } from '../../customers/fields.ts'
import {
  amount,
  asOf,
  cost,
  count,
  DateRangeBody,
  dateFields,
  filtersOf,
  Unpriced,
  uncostedEvents,
} from '../fields.ts'
import { marginFields, ONE_CURRENCY } from '../revenue/schemas.ts'

export const CustomerFiguresQuery = Type.Object({
  ...dateFields,
  ...pageParameters,
  ...namedCustomers(PAGE_SIZE_MAX),
})
export type CustomerFiguresQuery = Static<typeof CustomerFiguresQuery>

const OpenBalance = Type.Object(
  {
    currency: Type.String(),
    amount: amount('Amount due on invoices that are pending, issued or overdue.'),
    overdue: amount('The part of it that is overdue.'),
  },
  { title: 'OpenBalance' },
)

const CurrencyMargin = Type.Object(
  { currency: Type.String(), revenue: amount(), cost, ...marginFields },
  { title: 'CurrencyMargin' },
)

export const CustomerFigures = Type.Object(
  {
    customerId: uuid(),
    customerName: Type.String(),
    customerExternalId,
    eventCount: count(),
    currency: nullable(Type.String(), `Currency of the revenue; ${ONE_CURRENCY}.`),
    revenue: nullable(amount(), `As in getCustomerRevenue; ${ONE_CURRENCY}.`),
    cost,
    uncostedEvents,
    unpriced: Unpriced,
    ...marginFields,
    byCurrency: Type.Array(CurrencyMargin, {
      description:
        'Currencies are never added together; those without revenue and work are left out. Work ' +
        'without a subscription is counted in the total cost only.',
    }),
    openBalances: Type.Array(OpenBalance, {
      description:
        'Current open balances, regardless of the window, by currency. Currencies in which ' +
        'nothing is owed are left out.',
    }),
  },
  { title: 'CustomerFigures', description: 'Revenue, cost and open balance of a customer.' },
)
export type CustomerFigures = Static<typeof CustomerFigures>

const { page: _page, limit: _limit, ...named } = CustomerFiguresQuery.properties

const example = {
  currency: 'USD',
  revenue: 61.5,
  cost: 1.245,
  margin: 60.255,
  marginPercent: 97.9756097561,
  marginNote: null,
}

export const CustomerFiguresList = Type.Object(
  {
    ...listOf('', CustomerFigures).properties,
    dateRange: DateRangeBody,
    filters: filtersOf('CustomerFiguresFilters', Type.Object(named)),
    asOf,
  },
  {
    title: 'CustomerFiguresList',
    description: 'One page of customers with their figures, most recently created first.',
    examples: [
      {
        results: [
          {
            customerId: '01890000-0000-7000-8000-000000000001',
            customerName: 'Acme',
            customerExternalId: 'acme',
            eventCount: 3,
            ...example,
            uncostedEvents: 0,
            unpriced: { quantity: 0, eventCount: 0, cost: 0 },
            byCurrency: [example],
            openBalances: [{ currency: 'USD', amount: 49, overdue: 0 }],
          },
        ],
        page: 1,
        limit: 20,
        totalPages: 1,
        totalResults: 1,
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
        filters: {},
        asOf: '2026-04-01T09:00:00.000Z',
      },
    ],
  },
)
export type CustomerFiguresList = Static<typeof CustomerFiguresList>
