import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { PAGE_SIZE_MAX } from '../../platform/http/list.ts'
import { isDateOnly, parseUsageDate } from '../usage/usage-date.ts'
import { type InvoiceFilter, listInvoices as queryInvoices } from './list-queries.ts'
import type { InvoiceList, InvoiceListQuery } from './schemas.ts'
import { itemBody } from './view.ts'

const DAY_MS = 86_400_000
const LIMIT = 20

/** A page of the organization's invoices, and whether there are more behind it. */
export async function listInvoices(
  db: Db,
  organizationId: string,
  query: InvoiceListQuery,
): Promise<InvoiceList> {
  const limit = Math.min(query.limit ?? LIMIT, PAGE_SIZE_MAX)
  const page = { limit: limit + 1, offset: query.offset ?? 0 }
  const found = await queryInvoices(db, filterOf(organizationId, query), page)
  return {
    data: found.slice(0, limit).map(({ invoice, customer }) => itemBody(invoice, customer)),
    hasMore: found.length > limit,
  }
}

function filterOf(organizationId: string, query: InvoiceListQuery): InvoiceFilter {
  const { customerExternalId, customerId, subscriptionId, status, startDate, endDate } = query
  const { issuedWithoutEmail } = query
  const start = startDate === undefined ? undefined : instantOf('startDate', startDate)
  const end = endDate === undefined ? undefined : instantOf('endDate', endDate)
  return {
    organizationId,
    customerExternalId,
    customerId,
    subscriptionId,
    status,
    issuedWithoutEmail,
    from: start === undefined ? undefined : new Date(start),
    // "On or before" an instant includes it; a date includes its whole day.
    until: end === undefined ? undefined : new Date(end + (isDateOnly(endDate ?? '') ? DAY_MS : 1)),
  }
}

function instantOf(field: string, text: string): number {
  const instant = parseUsageDate(text)
  if (instant !== undefined) return instant
  throw new AppError('invalid', [`${field} must be an ISO 8601 date such as 2026-03-31`])
}
