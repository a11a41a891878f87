import { type Static, Type } from 'typebox'
import { INVOICE_STATUSES } from '../../../domain/invoice-status.ts'
import { nullable } from '../../../platform/http/fields.ts'
import {
  amount,
  cost,
  count,
  customerFilter,
  DateRangeBody,
  dateFields,
  filtersOf,
  tableField,
  uncostedEvents,
} from '../fields.ts'
import { ONE_CURRENCY } from '../revenue/schemas.ts'

export const InvoiceTotalsQuery = Type.Object({
  ...dateFields,
  customerId: customerFilter,
  table: tableField(['byCurrency', 'byStatus']),
})
export type InvoiceTotalsQuery = Static<typeof InvoiceTotalsQuery>
export type InvoiceTotalsTable = NonNullable<InvoiceTotalsQuery['table']>

const BILLED = 'The totals of invoices dated in the window that are issued or overdue'
const COLLECTED = 'What was paid of those that are paid, less refunds'

export const StatusCount = Type.Object(
  {
    status: Type.Enum([...INVOICE_STATUSES], { title: 'InvoiceStatus' }),
    currency: Type.String(),
    count: count(),
    total: amount('With tax.'),
  },
  { title: 'InvoiceStatusTotal' },
)

const note = nullable(Type.String(), 'Why there is no margin; null where there is one.')

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
    currency: nullable(Type.String(), `The one that the figures are in; ${ONE_CURRENCY}.`),
    billed: nullable(amount(), `${BILLED}; ${ONE_CURRENCY}. It moves when they are paid.`),
    collected: nullable(amount(), `${COLLECTED}; ${ONE_CURRENCY}.`),
    cost,
    uncostedEvents,
    billedMargin: nullable(amount(), 'Billed less the cost of the work of the window.'),
    collectedMargin: nullable(amount(), 'Collected less that cost.'),
    marginNote: note,
    byCurrency: Type.Array(CurrencyInvoiceTotals),
    byStatus: Type.Array(StatusCount, {
      description: 'Invoices of every state; drafts are no claims.',
    }),
    dateRange: DateRangeBody,
    filters: filtersOf('InvoiceTotalsFilters', InvoiceTotalsQuery),
  },
  {
    title: 'InvoiceTotals',
    description: 'What was billed and what was collected of the invoices of a window.',
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
