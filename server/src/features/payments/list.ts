import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'
import { parseDateRange } from '../../platform/dates/date-range.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { type CsvFile, csvFile, csvTable } from '../../platform/http/csv/csv-table.ts'
import { mapPages, pagesAfter } from '../../platform/http/csv/pages.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { paymentBody } from './body.ts'
import {
  type ListedPayment,
  listAllPayments,
  listPaymentsAfter,
  listPaymentsByKeys,
  listRefundsOf,
  type PaymentFilter,
} from './list-queries.ts'
import {
  type PaymentWithInvoice as PaymentBody,
  type PaymentFilterQuery,
  type PaymentList,
  type PaymentListQuery,
  PaymentWithInvoice,
} from './schemas.ts'

const EXPORTED_AT_ONCE = 500

/** Lists a page of payments of all invoices, each with its refunds. */
export async function listPaymentsOfAll(
  db: Db,
  organizationId: string,
  query: PaymentListQuery,
): Promise<PaymentList> {
  const page = pageOf(query)
  const filter = filterOf(organizationId, query)
  const { payments, total } = await listAllPayments(db, filter, {
    ...page,
    sortBy: query.sortBy,
    sortOrder: query.sortOrder,
  })
  return listAnswer(page, await withRefunds(db, organizationId, payments), total)
}

export const PAYMENT_TABLE = csvTable('payments', PaymentWithInvoice)

/** Exports all payments that match the query as CSV. */
export function exportPayments(db: Db, organizationId: string, query: PaymentFilterQuery): CsvFile {
  const filter = filterOf(organizationId, query)
  const pages = pagesAfter(
    (last?: ListedPayment) =>
      listPaymentsAfter(db, filter, { id: last?.payment.id, limit: EXPORTED_AT_ONCE }),
    EXPORTED_AT_ONCE,
  )
  return csvFile(
    PAYMENT_TABLE,
    mapPages(pages, (payments) => withRefunds(db, organizationId, payments)),
  )
}

/** Returns a payment as the list does; undefined if it is absent. */
export const findPaymentWithInvoice = batched(
  async (db: Db, keys: readonly CustomerScopedId[]): Promise<(PaymentBody | undefined)[]> => {
    const found: PaymentBody[] = []
    for (const [organizationId, ofOne] of Map.groupBy(keys, (key) => key.organizationId)) {
      const payments = await listPaymentsByKeys(db, organizationId, ofOne)
      found.push(...(await withRefunds(db, organizationId, payments)))
    }
    const byId = new Map(found.map((payment) => [payment.id, payment]))
    return keys.map(({ customerId, id }) => {
      const payment = byId.get(id)
      return payment?.customerId === customerId ? payment : undefined
    })
  },
)

async function withRefunds(db: Db, organizationId: string, listed: readonly ListedPayment[]) {
  const payments = listed.map(({ payment }) => payment)
  const refunds = Map.groupBy(
    await listRefundsOf(db, organizationId, payments),
    ({ paymentId }) => paymentId,
  )
  return listed.map(({ payment, ...named }) => ({
    ...paymentBody(payment, refunds.get(payment.id) ?? []),
    customerId: payment.customerId,
    ...named,
    updatedAt: payment.updatedAt.toISOString(),
  }))
}

function filterOf(organizationId: string, query: PaymentFilterQuery): PaymentFilter {
  const { customerId, invoiceId, status, method, currency } = query
  const { start, end } = parseDateRange(query)
  return {
    organizationId,
    customerId,
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
