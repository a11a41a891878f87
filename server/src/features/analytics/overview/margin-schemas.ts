import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { amount, asOf, cost, count, DateRangeBody, dateFields, uncostedEvents } from '../fields.ts'
import { marginFields } from '../revenue/schemas.ts'

const TOP_MAX = 1_000
export const TOP_DEFAULT = 8

/** Parameter for the maximum number of rows. */
export const topOf = (rows: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: TOP_MAX,
      description: `Maximum number of ${rows}. Default: ${TOP_DEFAULT}.`,
    }),
  )

export const CustomerMarginsQuery = Type.Object({ ...dateFields, top: topOf('customers') })
export type CustomerMarginsQuery = Static<typeof CustomerMarginsQuery>

export const CustomerMargin = Type.Object(
  {
    customerId: Type.String({ format: 'uuid' }),
    customerName: Type.String(),
    customerExternalId,
    currency: nullable(Type.String()),
    revenue: nullable(amount('As in getRevenueAnalytics.')),
    cost,
    ...marginFields,
    uncostedEvents,
  },
  { title: 'CustomerMargin' },
)
export type CustomerMargin = Static<typeof CustomerMargin>

const lowestMargins = {
  results: Type.Array(CustomerMargin, { description: 'Lowest margin first.' }),
  totalResults: count('Number of customers with a margin.'),
  withoutMargin: count(
    'Number of customers without a margin, because their revenue is not in USD as costs are.',
  ),
}

export const LowestMargins = Type.Object(lowestMargins, { title: 'LowestMargins' })
export type LowestMargins = Static<typeof LowestMargins>

const MARGIN_EXAMPLE = {
  customerId: '01890000-0000-7000-8000-000000000001',
  customerName: 'Acme',
  customerExternalId: 'acme',
  currency: 'USD',
  revenue: 10,
  cost: 12.5,
  margin: -2.5,
  marginPercent: -25,
  marginNote: null,
  uncostedEvents: 0,
}
export const LOWEST_MARGINS_EXAMPLE = {
  results: [MARGIN_EXAMPLE],
  totalResults: 1,
  withoutMargin: 0,
}

export const CustomerMargins = Type.Object(
  { ...lowestMargins, dateRange: DateRangeBody, asOf },
  {
    title: 'CustomerMargins',
    description: 'Customers with revenue or work in a window, lowest margin first.',
    examples: [
      {
        ...LOWEST_MARGINS_EXAMPLE,
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
        asOf: '2026-04-01T09:00:00.000Z',
      },
    ],
  },
)
export type CustomerMargins = Static<typeof CustomerMargins>
