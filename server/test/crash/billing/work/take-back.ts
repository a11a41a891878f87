import type { PaymentsOfInvoice } from '../../../../src/features/payments/schemas.ts'
import { isOpen, type Operation } from '../ledger.ts'
import { pickInvoice } from './invoices.ts'
import type { Work, Worker } from './work.ts'

/** Refunds a payment partly or in full, or voids an invoice. */
export const refundOrVoid: Work = async (worker) => {
  const { client, random, marker } = worker
  if (random.chance(0.75)) return !(await refund(worker)).some(isOpen)
  const status = random.pick(['draft', 'issued', 'overdue', 'pending'])
  const invoice = await pickInvoice(client, random, status)
  if (!invoice) return true
  const operation = await client.perform({
    kind: 'void',
    path: `/v1/invoices/${invoice.id}/void`,
    body: {},
    key: `void ${marker}`,
    marker,
  })
  return !isOpen(operation)
}

async function refund({ client, random, marker }: Worker): Promise<Operation[]> {
  const status = random.pick(['paid', 'paid', 'paid', 'issued', 'refunded'])
  const invoice = await pickInvoice(client, random, status)
  if (!invoice) return []
  const path = `/v1/invoices/${invoice.id}/payments`
  const payments = await client.find<PaymentsOfInvoice>(path)
  if (!payments || payments.results.length === 0) return []
  const payment = random.pick(payments.results)
  const part = Math.floor((payment.amount * random.integer(1, 9)) / 10)
  const requests = Array.from({ length: random.chance(0.3) ? 2 : 1 }, (_, index) => {
    const reason = `${marker}-${index}`
    return client.perform({
      kind: 'refund',
      path: `${path}/${payment.id}/refund`,
      body: { reason, ...(random.chance(0.5) && part > 0 ? { amount: part } : {}) },
      key: `refund ${reason}`,
      marker: reason,
    })
  })
  return Promise.all(requests)
}
