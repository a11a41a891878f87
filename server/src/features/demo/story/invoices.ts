import type { Caller } from './caller.ts'
import type { Pays } from './customers.ts'
import { payByCard } from './pay-by-card.ts'

type Summary = {
  id: string
  customerId: string
  subscriptionId: string | null
  customerExternalId: string
  status: string
  total: number
  amountDue: number
  payUrl?: string | null
}

/** Lists invoices with a status, oldest first. */
async function listInvoices(caller: Caller, status: string): Promise<Summary[]> {
  const found: Summary[] = []
  for (let offset = 0; ; offset = found.length) {
    const path = `/v1/invoices?status=${status}&limit=100&offset=${offset}`
    const { data } = await caller.get<{ data: Summary[] }>(path)
    found.push(...data)
    if (data.length < 100) return found
  }
}

type Paying = { caller: Caller; origin: string; paysOf: (externalId: string) => Pays }

/**
 * Pays invoices according to each customer's behavior: by transfer, in parts, by card, late or
 * never.
 */
export async function payInvoices({ caller, origin, paysOf }: Paying): Promise<void> {
  const [issued, overdue] = [
    await listInvoices(caller, 'issued'),
    await listInvoices(caller, 'overdue'),
  ]
  const pay = (invoice: Summary, amount: number) =>
    caller.post(`/v1/invoices/${invoice.id}/payments`, {
      amount,
      method: 'bank_transfer',
      reference: `transfer ${invoice.id.slice(-6)}`,
    })
  for (const invoice of issued) {
    if (invoice.amountDue <= 0) continue
    const pays = paysOf(invoice.customerExternalId)
    if (pays === 'soon') await pay(invoice, invoice.amountDue)
    if (pays === 'in parts' && invoice.amountDue === invoice.total) {
      await pay(invoice, Math.floor(invoice.total / 2))
    }
    if (pays === 'by card') {
      const { payUrl } = await caller.get<Summary>(`/v1/invoices/${invoice.id}`)
      if (payUrl) await payByCard(origin, payUrl)
    }
  }
  for (const invoice of overdue) {
    const pays = paysOf(invoice.customerExternalId)
    if (pays === 'late' || pays === 'in parts') await pay(invoice, invoice.amountDue)
  }
}

/** Generates drafts for the current period so far, which are sent manually. */
export async function draftSome(
  caller: Caller,
  days: { from: string; until: string },
): Promise<void> {
  const paid = await listInvoices(caller, 'paid')
  const customers = [...new Map(paid.map((one) => [one.customerId, one])).values()]
  for (const { customerId, subscriptionId } of customers.slice(0, 2)) {
    await caller.post('/v1/invoices/generate', {
      customerId,
      subscriptionId,
      billingPeriodStart: days.from,
      billingPeriodEnd: days.until,
    })
  }
}

/** Simulates typical corrections: a full refund, a partial refund and a voided invoice. */
export async function changeSome(caller: Caller): Promise<void> {
  const paid = await listInvoices(caller, 'paid')
  const [whole, part] = paid.filter(({ total }) => total > 100)
  for (const [invoice, amount] of [
    [whole, whole?.total],
    [part, 25],
  ] as const) {
    if (!invoice || amount === undefined) continue
    const { payments } = await caller.get<{ payments: { id: string }[] }>(
      `/v1/invoices/${invoice.id}`,
    )
    const [payment] = payments
    if (!payment) continue
    const path = `/v1/invoices/${invoice.id}/payments/${payment.id}/refund`
    await caller.post(path, { amount, reason: 'Our agent was down that week' })
  }
  const [unpaid] = await listInvoices(caller, 'overdue')
  if (unpaid) await caller.post(`/v1/invoices/${unpaid.id}/void`, {})
}
