import type { Invoice } from '../../../../src/features/invoices/invoice-fields.ts'
import type { InvoiceList, InvoiceSummary } from '../../../../src/features/invoices/schemas.ts'
import type { Random } from '../../random.ts'
import type { Client } from '../client.ts'
import { isOpen } from '../ledger.ts'
import type { Work, Worker } from './work.ts'

const DAY_MS = 86_400_000
const OLDEST_DAYS = 60
const LISTED = 50

/** Generates an invoice of some subscription and perhaps sends it, or sends an existing one. */
export const generateOrSend: Work = async (worker) => {
  const { client, random, marker } = worker
  if (random.chance(0.2)) {
    const status = random.pick(['draft', 'issued', 'overdue', 'paid'])
    const invoice = await pickInvoice(client, random, status)
    return invoice ? sendInvoice(worker, invoice.id) : true
  }
  const operation = await client.perform({
    kind: 'generate',
    path: '/v1/invoices/generate',
    body: windowOf(worker),
    key: `generate ${marker}`,
    marker,
  })
  const [answer] = operation.done
  if (!answer) return !isOpen(operation)
  const invoice: Invoice = JSON.parse(answer.text)
  return random.chance(0.4) ? sendInvoice(worker, invoice.id) : true
}

/** Returns the current period in most cases, and sometimes an earlier one. */
function windowOf({ organization, random }: Worker) {
  const { customerId, subscriptionId } = random.pick(organization.deals)
  if (random.chance(0.7)) return { customerId, subscriptionId }
  const daysAgo = random.integer(1, OLDEST_DAYS)
  const inside = new Date(organization.businessNow.getTime() - daysAgo * DAY_MS)
  const billingPeriodEnd = inside.toISOString().slice(0, 10)
  return { customerId, subscriptionId, billingPeriodEnd }
}

async function sendInvoice({ client, random, marker }: Worker, invoiceId: string) {
  const requests = Array.from({ length: random.chance(0.2) ? 2 : 1 }, (_, index) => {
    const message = `Message ${marker}-${index}.`
    return client.perform({
      kind: 'send',
      path: `/v1/invoices/${invoiceId}/send`,
      body: { message },
      key: `send ${marker} ${index}`,
      marker: message,
    })
  })
  return !(await Promise.all(requests)).some(isOpen)
}

/** Returns one of the latest invoices of a status; undefined when there is none, or no answer. */
export async function pickInvoice(
  client: Client,
  random: Random,
  status: string,
): Promise<InvoiceSummary | undefined> {
  const path = `/v1/invoices?status=${status}&limit=${LISTED}`
  const list = await client.find<InvoiceList>(path)
  return list && list.data.length > 0 ? random.pick(list.data) : undefined
}
