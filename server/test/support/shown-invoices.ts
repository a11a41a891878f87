import type { Api } from './app.ts'
import { type Invoice, readInvoice } from './invoice.ts'

type Ranged = { periodStart: string; periodEnd: string }

const day = (text: string) => text.slice(5, 10)

/** Returns the months and days of a range, such as `01-01 02-01`. */
export const periodOf = ({ periodStart, periodEnd }: Ranged) =>
  `${day(periodStart)} ${day(periodEnd)}`

/** Reads the invoices of a customer in the order of their numbers. */
export async function invoicesOf(
  api: Api,
  { customerId }: { customerId: string },
): Promise<Invoice[]> {
  const { body } = await api.get(`/v1/invoices?customerId=${customerId}&limit=100`)
  const all = await Promise.all(body.data.map(({ id }: { id: string }) => readInvoice(api, id)))
  return all.toSorted((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1))
}

/** Renders lines as type, quantity, days and amount. */
export const shownLines = ({ lineItems }: Pick<Invoice, 'lineItems'>) =>
  lineItems.map((line) => `${line.type} ${line.quantity} ${periodOf(line)} ${line.amount}`)

/** Renders an invoice as its status, its period and its total, and its lines. */
export const shown = (invoice: Invoice) => [
  `${invoice.status} ${periodOf(invoice)} ${invoice.total}`,
  ...shownLines(invoice),
]
