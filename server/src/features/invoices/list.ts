import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import type { Db } from '../../platform/database.ts'
import { parseDateRange } from '../../platform/dates/date-range.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { type CsvFile, csvFile, csvTable } from '../../platform/http/csv/csv-table.ts'
import { mapPages, pagesAfter } from '../../platform/http/csv/pages.ts'
import { PAGE_SIZE_MAX } from '../../platform/http/list.ts'
import { exportForAccounting } from './accounting/table.ts'
import {
  countInvoices,
  type InvoiceFilter,
  type ListedInvoice,
  listInvoicesAfter,
  listInvoices as queryInvoices,
} from './list-queries.ts'
import { type PayLinkConfig, withPayUrl } from './pay-link/pay-link.ts'
import {
  type InvoiceCounts,
  type InvoiceCountsQuery,
  type InvoiceFilterQuery,
  type InvoiceList,
  type InvoiceListQuery,
  InvoiceSummary,
} from './schemas.ts'
import { itemBody } from './view.ts'

const LIMIT = 20
const EXPORTED_AT_ONCE = 500

/** Lists a page of the organization's invoices and whether more follow. */
export async function listInvoices(
  db: Db,
  organizationId: string,
  query: InvoiceListQuery,
): Promise<InvoiceList> {
  const limit = Math.min(query.limit ?? LIMIT, PAGE_SIZE_MAX)
  const { sortBy, sortOrder, offset = 0 } = query
  const page = { limit: limit + 1, offset, sortBy, sortOrder }
  const found = await queryInvoices(db, filterOf(organizationId, query), page)
  return {
    data: found.slice(0, limit).map(({ invoice, customer }) => itemBody(invoice, customer)),
    hasMore: found.length > limit,
  }
}

export const INVOICE_TABLE = csvTable('invoices', InvoiceSummary)

/** Exports all invoices that match the query as the requested table. */
export async function exportInvoices(
  { db, config }: { db: Db; config: PayLinkConfig },
  organizationId: string,
  query: InvoiceFilterQuery,
): Promise<CsvFile> {
  const filter = filterOf(organizationId, query)
  if (query.table === 'accounting') return exportForAccounting(db, filter)
  const invoices = pagesAfter(
    (last?: ListedInvoice) =>
      listInvoicesAfter(db, filter, { id: last?.invoice.id, limit: EXPORTED_AT_ONCE }),
    EXPORTED_AT_ONCE,
  )
  const toRow = ({ invoice, customer }: ListedInvoice) =>
    withPayUrl(config, itemBody(invoice, customer))
  return csvFile(
    INVOICE_TABLE,
    mapPages(invoices, (page) => page.map(toRow)),
  )
}

/** Counts the invoices that match the query, by status. */
export async function countByStatus(
  db: Db,
  organizationId: string,
  query: InvoiceCountsQuery,
): Promise<InvoiceCounts> {
  const found = await countInvoices(db, filterOf(organizationId, query))
  const counts = new Map(found.map(({ status, count }) => [status, Number(count)]))
  const of = (status: InvoiceStatus) => counts.get(status) ?? 0
  return {
    total: found.reduce((total, { count }) => total + Number(count), 0),
    byStatus: {
      draft: of('draft'),
      pending: of('pending'),
      issued: of('issued'),
      paid: of('paid'),
      overdue: of('overdue'),
      void: of('void'),
      refunded: of('refunded'),
    },
  }
}

function filterOf(organizationId: string, query: InvoiceFilterQuery): InvoiceFilter {
  const { customerId, subscriptionId, status } = query
  const search = query.search?.trim()
  const { start, end } = parseDateRange(query)
  return {
    organizationId,
    customerId,
    subscriptionId,
    statuses: status && [...new Set(status)],
    issuedWithoutEmail: query.issuedWithoutEmail,
    search: search === '' ? undefined : search,
    from: start === undefined ? undefined : new Date(start),
    until: end === undefined ? undefined : new Date(end),
    updatedSince: parseSince('updatedSince', query.updatedSince),
  }
}
