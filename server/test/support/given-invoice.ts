import { linkToken } from '../../src/features/invoices/pay-link/link-token.ts'
import { newId } from '../../src/platform/id.ts'
import type { Api, TestApp } from './app.ts'
import { type Fields, givenParties, givenSubscription } from './given.ts'
import { partyColumns } from './parties.ts'

type InvoiceRow = {
  customerId: string
  subscriptionId: string
  organizationId?: string
  status?: string
  total?: string
  currency?: string
  periodStart?: string
  periodEnd?: string
}

let count = 0

/** Inserts an invoice row without lines, with any status, period and amount. */
export async function insertInvoice(t: TestApp, row: InvoiceRow) {
  const { status = 'issued', total = '100.00', currency = 'USD' } = row
  const { periodStart = '2026-01-01Z', periodEnd = '2026-02-01Z' } = row
  const { customerId, subscriptionId, organizationId = t.organization.id } = row
  count += 1
  const id = newId()
  const invoiceNumber = `INV-${String(count).padStart(4, '0')}`
  const at = t.dependencies.clock.now(organizationId)
  const { seller, buyer } = partyColumns({ organization: '$3', customer: '$1' })
  await t.database.pool.query(
    `insert into invoices (customer_id, id, organization_id, subscription_id, kind,
       invoice_number, status, currency, total, period_start, period_end, generated_at, issued_at, due_date,
       created_at, updated_at, subtotal, discount_total, tax_total, total_cost, amount_paid,
       amount_refunded, net_terms, seller, buyer)
     select $1, $2::uuid, $3, $4, 'subscription', $5, $6, $7, $8, $9, $10, $11, $11,
       $11::timestamptz + interval '30 days', $11, $11, $8, 0, 0, 0, 0, 0, 30, ${seller}, ${buyer}`,
    [
      ...[customerId, id, organizationId, subscriptionId, invoiceNumber, status, currency, total],
      ...[periodStart, periodEnd, at],
    ],
  )
  const token = linkToken(t.config.secret, 'pay', { customerId, id })
  return { organizationId, customerId, id, invoiceNumber, token, url: `/v1/invoices/${id}` }
}

export type GivenInvoice = Awaited<ReturnType<typeof insertInvoice>>

type InvoiceFields = Pick<InvoiceRow, 'status' | 'total' | 'currency'> & {
  customer?: Fields
  /** Organization of the invoice; the first one by default. */
  of?: { organizationId: string; api: Api }
}

/** Inserts an invoice row for a new customer, which is created through the API. */
export async function givenInvoice(t: TestApp, fields: InvoiceFields = {}): Promise<GivenInvoice> {
  const { customer, of, ...row } = fields
  const { organizationId, api } = of ?? { organizationId: t.organization.id, api: t.api }
  const parties = await givenParties(api, customer)
  const subscription = await givenSubscription(api, { ...parties, startDate: '2026-01-01' })
  const { customerId } = parties
  return insertInvoice(t, { ...row, organizationId, customerId, subscriptionId: subscription.id })
}
