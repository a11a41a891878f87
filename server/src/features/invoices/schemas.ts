import { type Static, type TInteger, Type } from 'typebox'
import { INVOICE_STATUSES, type InvoiceStatus } from '../../domain/invoice-status.ts'
import { TEXT_LENGTH_MAX, uuid, VALUE_LENGTH_MAX } from '../../platform/http/fields.ts'
import { sortedBy, sortOrder, updatedSince } from '../../platform/http/list.ts'
import { namedCustomer } from '../customers/fields.ts'
import { payUrl, summaryFields } from './invoice-fields.ts'

export const InvoiceSummary = Type.Object(
  { ...summaryFields, payUrl },
  { title: 'InvoiceSummary', description: 'An invoice without its lines.' },
)
/** The summary without `payUrl`, which the route adds. */
export type InvoiceSummary = Omit<Static<typeof InvoiceSummary>, 'payUrl'>

const LIST_LIMIT = 20

const filterParameters = {
  ...namedCustomer(),
  subscriptionId: Type.Optional(uuid()),
  search: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'A part of the invoice number, case-insensitive.',
    }),
  ),
  issuedWithoutEmail: Type.Optional(
    Type.Boolean({
      description:
        'True: invoices issued automatically and not sent, because the customer had no ' +
        'email address.',
    }),
  ),
  startDate: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description: 'Issued on or after; a date or a timestamp, in UTC.',
    }),
  ),
  endDate: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description: 'Issued on or before; a date includes that day.',
    }),
  ),
}

export const InvoiceListQuery = Type.Object({
  ...filterParameters,
  status: Type.Optional(
    Type.Array(Type.Enum([...INVOICE_STATUSES], { title: 'InvoiceStatus' }), {
      minItems: 1,
      maxItems: INVOICE_STATUSES.length,
      description: 'One status, or several: status=issued&status=overdue.',
    }),
  ),
  updatedSince,
  sortBy: sortedBy(
    ['issueDate', 'dueDate', 'total', 'amountDue', 'updatedAt'],
    'Amounts are compared as numbers, whatever their currency. By amountDue, drafts are below all ' +
      'others, because nothing is due on them yet. A CSV export has an order of its own.',
  ),
  sortOrder,
  table: Type.Optional(
    Type.Enum(['invoices', 'accounting'], {
      description:
        'The table to export as CSV. Default: invoices. `accounting` has days in the time zone of each ' +
        'invoice, and for each tax rate of these invoices the columns `taxable NAME PERCENTAGE%` and ' +
        '`tax NAME PERCENTAGE%`, before `creditTotal`.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: LIST_LIMIT,
      description: 'At most 100; a larger value is capped.',
    }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 })),
})
export type InvoiceListQuery = Static<typeof InvoiceListQuery>
export type InvoiceFilterQuery = Omit<InvoiceListQuery, 'sortBy' | 'sortOrder'>

export const InvoiceList = Type.Object(
  {
    data: Type.Array(InvoiceSummary, { description: 'Latest issue date first by default.' }),
    hasMore: Type.Boolean(),
  },
  { title: 'InvoiceList', description: 'One page of results, and whether more follow.' },
)
export type InvoiceList = { data: InvoiceSummary[]; hasMore: boolean }

export const InvoiceCountsQuery = Type.Object(filterParameters)
export type InvoiceCountsQuery = Static<typeof InvoiceCountsQuery>

export const InvoiceCounts = Type.Object(
  {
    total: Type.Integer({ description: 'Number of invoices in any status.' }),
    byStatus: Type.Object(
      Object.fromEntries(INVOICE_STATUSES.map((status) => [status, Type.Integer()])) as Record<
        InvoiceStatus,
        TInteger
      >,
      {
        title: 'InvoiceCountsByStatus',
        description: 'Every status, including those without invoices.',
      },
    ),
  },
  { title: 'InvoiceCounts', description: 'Number of matching invoices by status.' },
)
export type InvoiceCounts = Static<typeof InvoiceCounts>
