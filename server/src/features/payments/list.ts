import type { Db } from '../../platform/database.ts'
import { parseDateRange } from '../../platform/dates/date-range.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { paymentBody } from './body.ts'
import { listAllPayments, listRefundsOf, type PaymentFilter } from './list-queries.ts'
import type { PaymentList, PaymentListQuery } from './schemas.ts'

/** A page of the payments of all invoices, each with its refunds. */
export async function listPaymentsOfAll(
  db: Db,
  organizationId: string,
  query: PaymentListQuery,
): Promise<PaymentList> {
  const page = pageOf(query)
  const filter = filterOf(organizationId, query)
  const { payments: listed, total } = await listAllPayments(db, filter, page)
  const payments = listed.map(({ payment }) => payment)
  const refunds = Map.groupBy(
    await listRefundsOf(db, organizationId, payments),
    ({ paymentId }) => paymentId,
  )
  const results = listed.map(({ payment, invoiceNumber, customerName }) => ({
    ...paymentBody(payment, refunds.get(payment.id) ?? []),
    customerId: payment.customerId,
    customerName,
    invoiceNumber,
    updatedAt: payment.updatedAt.toISOString(),
  }))
  return listAnswer(page, results, total)
}

function filterOf(organizationId: string, query: PaymentListQuery): PaymentFilter {
  const { customerId, customerExternalId, invoiceId, status, method, currency } = query
  const { start, end } = parseDateRange(query)
  return {
    organizationId,
    customerId,
    customerExternalId,
    invoiceId,
    statuses: status && [...new Set(status)],
    methods: method && [...new Set(method)],
    currency,
    isRefunded: query.isRefunded,
    from: start === undefined ? undefined : new Date(start),
    until: end === undefined ? undefined : new Date(end),
    updatedSince: parseSince('updatedSince', query.updatedSince),
  }
}
