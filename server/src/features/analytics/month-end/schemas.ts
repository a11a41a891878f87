import { type Static, Type } from 'typebox'
import { timestamp, uuid, VALUE_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import {
  amount,
  asOf,
  cost,
  count,
  customerFilters,
  DateRangeBody,
  dateFields,
  filtersOf,
  tableField,
  uncostedEvents,
} from '../fields.ts'

export const MonthEndQuery = Type.Object({
  ...dateFields,
  cutOff: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description:
        'Events after this UTC day are disregarded, even within the window. Default: the ' +
        'last day. Not before startDate.',
    }),
  ),
  ...customerFilters,
  table: tableField([
    'invoiced',
    'voided',
    'received',
    'refunded',
    'outstanding',
    'revenue',
    'taxes',
    'receivables',
    'breakage',
  ]),
})
export type MonthEndQuery = Static<typeof MonthEndQuery>

const total = { currency: Type.String(), count: count(), amount: amount() }
const Total = Type.Object(total, { title: 'MonthEndTotal' })

const REST_OF_ROWS = 'Amount of `totals` not included in `rows`, by currency.'

const ofInvoice = {
  customerId: uuid(),
  customerName: Type.String({ description: 'As printed on the invoice.' }),
  customerExternalId,
  invoiceId: uuid(),
  invoiceNumber: Type.String(),
  currency: Type.String(),
  amount: amount(),
}
export const RowBody = Type.Object(
  { id: uuid(), date: timestamp(), ...ofInvoice },
  { title: 'MonthEndRow' },
)

const Part = Type.Object(
  {
    totals: Type.Array(Total),
    rows: Type.Array(RowBody, { description: 'The first thousand.' }),
    hasMore: Type.Boolean(),
    rest: Type.Array(Total, { description: REST_OF_ROWS }),
  },
  {
    title: 'MonthEndPart',
    description:
      'Including tax. Invoices count by their issue date and, under `voided`, by the day ' +
      'they were voided; payments by the day they were paid; refunds by their own day.',
  },
)

export const OutstandingRow = Type.Object(
  { ...ofInvoice, dueDate: timestamp(), daysOverdue: count() },
  { title: 'MonthEndOutstanding' },
)
const OutstandingPart = Type.Object(
  {
    totals: Type.Array(
      Type.Object(
        {
          ...total,
          age: Type.Enum(['notDue', 'days1To30', 'days31To60', 'days61To90', 'daysOver90']),
        },
        { title: 'MonthEndAge', description: 'Age in days after the due date.' },
      ),
    ),
    rows: Type.Array(OutstandingRow, { description: 'The first thousand.' }),
    hasMore: Type.Boolean(),
    rest: Type.Array(Total, { description: REST_OF_ROWS }),
  },
  { title: 'MonthEndOutstandingPart' },
)

export const Revenue = Type.Object(
  {
    currency: Type.String(),
    revenue: amount('Revenue in the window, before discounts and tax.'),
    invoiced: amount(
      'Part of the revenue billed by lines of invoices that were final at the cut-off; ' +
        'later invoices do not change it. A window that covers part of a usage line includes ' +
        'its share.',
    ),
    notInvoiced: amount(
      'The remaining revenue, including late usage that none of these invoices bills; negative ' +
        'when the next invoice gives something back. At the prices of a finalized invoice of ' +
        'the same range or period, otherwise at the current prices.',
    ),
    deferred: amount(
      'Not part of the revenue: fees that invoices final at the cut-off billed in advance for the ' +
        'days after the window.',
    ),
  },
  { title: 'MonthEndRevenue' },
)

export const Tax = Type.Object(
  {
    currency: Type.String(),
    name: Type.String(),
    percentage: amount(),
    taxableAmount: amount(),
    amount: amount('Tax of invoices issued in the window.'),
    voidedAmount: amount('Tax of invoices voided in the window, whenever they were issued.'),
  },
  { title: 'MonthEndTax' },
)

export const Receivables = Type.Object(
  {
    currency: Type.String(),
    opening: amount('Outstanding before the window.'),
    invoiced: amount('Plus invoices issued in the window.'),
    voided: amount('Minus invoices voided in the window.'),
    received: amount('Minus payments received in the window.'),
    refunded: amount('Plus refunds of the window.'),
    other: amount(
      'The remainder: refunds of invoices that were paid in full, which are not due again, and ' +
        'payments above the amount due or dated before their invoice was issued.',
    ),
    closing: amount('Outstanding at the end of the window, or at an earlier cut-off.'),
  },
  {
    title: 'MonthEndReceivables',
    description:
      'opening + invoiced - voided - received + refunded + other = closing. Including tax.',
  },
)

export const Breakage = Type.Object(
  {
    currency: Type.String(),
    amount: amount(
      'Paid credit, and credit from corrections, that expired unused in the window. Income that no ' +
        'invoice bills, so it is part of no other figure.',
    ),
    promotional: amount(
      'Promotional credit that expired unused. It was never money, so it is no income.',
    ),
  },
  { title: 'MonthEndBreakage' },
)

const NO_PART = { totals: [], rows: [], hasMore: false, rest: [] }

/** Example without rows. */
const partOf = (count: number, amount: number) => {
  const sums = [{ currency: 'USD', count, amount }]
  return { totals: sums, rows: [], hasMore: true, rest: sums }
}

export const MonthEnd = Type.Object(
  {
    invoiced: Part,
    voided: Part,
    received: Part,
    refunded: Part,
    outstanding: OutstandingPart,
    revenue: Type.Array(Revenue),
    taxes: Type.Array(Tax),
    receivables: Type.Array(Receivables),
    breakage: Type.Array(Breakage, {
      description: 'Credit that expired, by the day on which its expiry was booked.',
    }),
    cost,
    uncostedEvents,
    dateRange: DateRangeBody,
    cutOff: Type.String(),
    filters: filtersOf('MonthEndFilters', MonthEndQuery),
    asOf,
  },
  {
    title: 'MonthEnd',
    description:
      'Amounts invoiced, voided, received and refunded in a window, the amounts outstanding, and ' +
      'credit that expired.',
    examples: [
      {
        invoiced: partOf(2, 168),
        voided: NO_PART,
        received: partOf(1, 49),
        refunded: NO_PART,
        outstanding: {
          ...partOf(1, 119),
          totals: [{ currency: 'USD', count: 1, amount: 119, age: 'notDue' as const }],
        },
        revenue: [{ currency: 'USD', revenue: 160, invoiced: 149, notInvoiced: 11, deferred: 49 }],
        taxes: [
          {
            currency: 'USD',
            name: 'VAT',
            percentage: 19,
            taxableAmount: 100,
            amount: 19,
            voidedAmount: 0,
          },
        ],
        receivables: [
          {
            currency: 'USD',
            opening: 0,
            invoiced: 168,
            voided: 0,
            received: 49,
            refunded: 0,
            other: 0,
            closing: 119,
          },
        ],
        breakage: [{ currency: 'USD', amount: 25, promotional: 5 }],
        cost: 12.5,
        uncostedEvents: 0,
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
        cutOff: '2026-03-31',
        filters: {},
        asOf: '2026-04-02T09:00:00.000Z',
      },
    ],
  },
)
export type MonthEnd = Static<typeof MonthEnd>
