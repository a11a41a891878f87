import { type Static, Type } from 'typebox'
import { INVOICE_STATUSES } from '../../../domain/invoice-status.ts'
import { nullable } from '../../../platform/http/fields.ts'
import {
  amount,
  cost,
  count,
  customerFilters,
  DateRangeBody,
  dateFields,
  filtersOf,
  tableField,
  uncostedEvents,
} from '../fields.ts'
import { ONE_CURRENCY } from '../revenue/schemas.ts'

export const InvoiceTotalsQuery = Type.Object({
  ...dateFields,
  ...customerFilters,
  table: tableField(['byCurrency', 'byStatus']),
})
export type InvoiceTotalsQuery = Static<typeof InvoiceTotalsQuery>
export type InvoiceTotalsTable = NonNullable<InvoiceTotalsQuery['table']>

const BILLED = 'Totals of invoices dated in the window that are issued or overdue'
const COLLECTED = 'Payments for invoices dated in the window that are paid, less refunds'

export const StatusCount = Type.Object(
  {
    status: Type.Enum([...INVOICE_STATUSES], { title: 'InvoiceStatus' }),
    currency: Type.String(),
    count: count(),
    total: amount('Including tax.'),
  },
  { title: 'InvoiceStatusTotal' },
)

const note = nullable(Type.String(), 'The reason there is no margin; null when there is one.')

export const CurrencyInvoiceTotals = Type.Object(
  {
    currency: Type.String(),
    billed: amount(`${BILLED}.`),
    collected: amount(`${COLLECTED}.`),
  },
  { title: 'CurrencyInvoiceTotals' },
)

export const InvoiceTotals = Type.Object(
  {
    currency: nullable(Type.String(), `Currency of the figures; ${ONE_CURRENCY}.`),
    billed: nullable(amount(), `${BILLED}; ${ONE_CURRENCY}. Changes as invoices are paid.`),
    collected: nullable(amount(), `${COLLECTED}; ${ONE_CURRENCY}.`),
    cost,
    uncostedEvents,
    billedMargin: nullable(amount(), 'Billed amount less the cost of the work in the window.'),
    collectedMargin: nullable(
      amount(),
      'Collected amount less the cost of the work in the window.',
    ),
    marginNote: note,
    byCurrency: Type.Array(CurrencyInvoiceTotals),
    byStatus: Type.Array(StatusCount, {
      description: 'Invoices of every status. Drafts are not receivables.',
    }),
    dateRange: DateRangeBody,
    filters: filtersOf('CustomerFilters', InvoiceTotalsQuery),
  },
  {
    title: 'InvoiceTotals',
    description: 'Billed and collected amounts of the invoices in a window.',
    examples: [
      {
        currency: 'USD',
        billed: 119,
        collected: 49,
        cost: 12.5,
        uncostedEvents: 0,
        billedMargin: 106.5,
        collectedMargin: 36.5,
        marginNote: null,
        byCurrency: [{ currency: 'USD', billed: 119, collected: 49 }],
        byStatus: [
          { status: 'issued', currency: 'USD', count: 1, total: 119 },
          { status: 'paid', currency: 'USD', count: 1, total: 49 },
        ],
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
        filters: {},
      },
    ],
  },
)
export type InvoiceTotals = Static<typeof InvoiceTotals>
