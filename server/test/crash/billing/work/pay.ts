import { CARDS, cardForm, openCheckout } from '../checkout.ts'
import { isOpen, type Operation } from '../ledger.ts'
import { pickInvoice } from './invoices.ts'
import type { Work, Worker } from './work.ts'

/** Pays some invoice: on the checkout page, manually, or in both ways concurrently. */
export const pay: Work = async (worker) => {
  const { client, random } = worker
  const status = random.pick(['issued', 'issued', 'overdue', 'pending', 'paid'])
  const invoice = await pickInvoice(client, random, status)
  if (!invoice) return false
  const way = random.next()
  const operations = await Promise.all([
    ...(way < 0.65 ? [payOnPage(worker, invoice.id)] : []),
    ...(way > 0.5 ? [payByHand(worker, invoice)] : []),
  ])
  return !operations.flat().some(isOpen)
}

/** Submits the form once, or several times concurrently, like an impatient customer. */
async function payOnPage({ client, random, marker }: Worker, invoiceId: string) {
  const page = await openCheckout(client, invoiceId)
  if (page === undefined) return []
  const clicks = random.chance(0.3) ? random.integer(2, 4) : 1
  const form = (click: number) => {
    const card = random.chance(0.15)
      ? CARDS.declined
      : random.pick([CARDS.good, CARDS.declinedLater])
    const body = cardForm(card)
    return client.perform({ kind: 'checkout', path: page, body, marker: `${marker}-${click}` })
  }
  const operations = await Promise.all(Array.from({ length: clicks }, (_, click) => form(click)))
  // The provider may repeat its notification.
  const isRepeated = operations.some(({ done }) => done.length > 0) && random.chance(0.3)
  return isRepeated ? [...operations, await form(clicks)] : operations
}

async function payByHand(
  { client, random, marker }: Worker,
  { id, amountDue }: { id: string; amountDue: number },
): Promise<Operation[]> {
  const isPart = random.chance(0.4)
  const part = Math.floor((amountDue * random.integer(1, 9)) / 10)
  // A paid invoice has no amount due; paying it again must be refused.
  const amount = (isPart ? part : amountDue) || 1
  const operation = await client.perform({
    kind: 'payment',
    path: `/v1/invoices/${id}/payments`,
    body: { method: 'bank_transfer', reference: marker, amount },
    key: `pay ${marker}`,
    marker,
  })
  return [operation]
}
