import type { Email, EmailList } from '../../../src/features/emails/schemas.ts'
import { noteViolation } from '../notes.ts'
import type { Client } from './client.ts'

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  /** Succeeds on the page, and is declined when charged later. */
  declinedLater: '4000000000000341',
} as const

/** Returns the fields of the checkout form for a card. */
export function cardForm(number: string): Record<string, string> {
  return { number, expiry: '12/34', cvc: '123', name: 'Ada Lovelace' }
}

const PAY_LINK = /\/pay\/[\w.~-]+/
const CHECKOUT = /\/checkout\/[\w.~-]+/

/**
 * Follows the link in an invoice's mail to the card form, as the customer does. Returns undefined
 * when there is no such page or no answer.
 */
export async function openCheckout(client: Client, invoiceId: string): Promise<string | undefined> {
  const list = `/v1/emails?kind=invoice&invoiceId=${invoiceId}`
  const mails = await client.find<EmailList>(list)
  const [mail] = mails?.results ?? []
  const content = mail && (await client.find<Email>(`/v1/emails/${mail.id}`))
  if (!content) return undefined
  const [link] = PAY_LINK.exec(content.html) ?? []
  if (link === undefined) {
    // A mail written after the payment contains no payment link.
    const invoice = await client.find<{ payUrl: string | null }>(`/v1/invoices/${invoiceId}`)
    if (!invoice || invoice.payUrl === null) return undefined
    noteViolation(client.ledger, `the mail of invoice ${invoiceId} has no link to pay by`)
    return undefined
  }
  const answer = await client.browse(link)
  const [page] = CHECKOUT.exec(answer?.location ?? '') ?? []
  return page
}
