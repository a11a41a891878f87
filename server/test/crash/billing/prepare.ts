import type { Invoice } from '../../../src/features/invoices/invoice-fields.ts'
import { CARDS, cardForm, openCheckout } from './checkout.ts'
import type { Client } from './client.ts'
import { type Deal, inParallel, type Organization } from './organization.ts'

/** Pays the first invoice of each collected deal, which saves its card for later charges. */
export async function payFirstInvoices(client: Client, { deals }: Organization): Promise<void> {
  const collected = deals.filter(({ isCollected }) => isCollected)
  await inParallel([...collected.entries()], ([index, deal]) =>
    payFirstInvoice(client, deal, index % 4 === 3 ? CARDS.declinedLater : CARDS.good),
  )
}

async function payFirstInvoice(client: Client, deal: Deal, card: string): Promise<void> {
  const { customerId, subscriptionId } = deal
  const marker = `first ${subscriptionId}`
  const body = { customerId, subscriptionId }
  const path = '/v1/invoices/generate'
  const generated = await client.perform({ kind: 'generate', path, body, marker })
  const [answer] = generated.done
  // A subscription that has not started has no invoice to pay.
  if (!answer) return
  const invoice: Invoice = JSON.parse(answer.text)
  if (invoice.total === 0) return
  const send = `/v1/invoices/${invoice.id}/send`
  await client.perform({ kind: 'send', path: send, body: {}, marker: `${marker} sent` })
  const page = await openCheckout(client, invoice.id)
  if (page === undefined) throw new Error(`Invoice ${invoice.id} cannot be paid`)
  const form = cardForm(card)
  const paid = await client.perform({ kind: 'checkout', path: page, body: form, marker })
  if (paid.done.length === 0) throw new Error(`${page} took no money: ${paid.refused}`)
}
