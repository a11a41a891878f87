import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
import { amount, customerFilters, DateRangeBody, filtersOf } from '../fields.ts'
import { ONE_CURRENCY } from '../revenue/schemas.ts'

export const VARIANTS = ['canonical', 'runRate', 'committed'] as const
export type Variant = (typeof VARIANTS)[number]

export const MrrQuery = Type.Object({
  ...customerFilters,
  variant: Type.Optional(
    Type.Enum([...VARIANTS, 'all'], {
      title: 'MrrVariant',
      description: 'The figure to compute. Default: canonical.',
    }),
  ),
})
export type MrrQuery = Static<typeof MrrQuery>

const figures = {
  currency: nullable(Type.String(), `Currency of the figure; ${ONE_CURRENCY}.`),
  mrr: nullable(amount(), `Monthly recurring revenue; ${ONE_CURRENCY}.`),
  byCurrency: Type.Array(
    Type.Object({ currency: Type.String(), mrr: amount() }, { title: 'CurrencyMrr' }),
  ),
}

const ofDays = Type.Object({ ...figures, dateRange: DateRangeBody }, { title: 'MrrOfDays' })
const ofToday = Type.Object({ ...figures, asOf: Type.String() }, { title: 'MrrOfToday' })

const optional = {
  dateRange: Type.Optional(DateRangeBody),
  asOf: Type.Optional(Type.String({ description: 'Subscriptions count as of this instant.' })),
}

export const MrrAnalytics = Type.Object(
  {
    variant: Type.Enum([...VARIANTS, 'all']),
    currency: Type.Optional(figures.currency),
    mrr: Type.Optional(figures.mrr),
    byCurrency: Type.Optional(figures.byCurrency),
    ...optional,
    canonical: Type.Optional(ofDays),
    runRate: Type.Optional(ofDays),
    committed: Type.Optional(ofToday),
    filters: filtersOf('MrrFilters', MrrQuery),
  },
  {
    title: 'MrrAnalytics',
    description:
      'Monthly recurring revenue. `canonical`: the invoices dated in the last complete ' +
      'month, in UTC, including those paid since, less refunds, before paid credit. ' +
      '`runRate`: the revenue of ' +
      'the last 30 whole days without one-time fees, scaled to a month (× 365/360). ' +
      '`committed`: the recurring, seat and pool fees of active subscriptions per month. ' +
      'With `variant=all`, each of them is returned under its name.',
    examples: [
      {
        variant: 'canonical',
        currency: 'USD',
        mrr: 1200,
        byCurrency: [{ currency: 'USD', mrr: 1200 }],
        dateRange: { startDate: '2026-02-01', endDate: '2026-02-28' },
        filters: {},
      },
    ],
  },
)
export type MrrAnalytics = Static<typeof MrrAnalytics>

/** A figure in one currency: of a window, or of an instant. */
export const MrrRow = Type.Object({
  variant: Type.Enum([...VARIANTS]),
  currency: Type.String(),
  mrr: Type.Number(),
  startDate: Type.Optional(Type.String()),
  endDate: Type.Optional(Type.String()),
  asOf: Type.Optional(Type.String()),
})
export type MrrRow = Static<typeof MrrRow>
