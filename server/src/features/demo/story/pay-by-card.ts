/** The sandbox card that always succeeds. */
const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123', name: 'Accounts' }

/**
 * Pays an invoice like its recipient: follows the link in the email and submits the payment form.
 */
export async function payByCard(origin: string, payUrl: string): Promise<void> {
  const link = await fetch(origin + new URL(payUrl).pathname, { redirect: 'manual' })
  const page = link.headers.get('location')
  if (page === null) throw new Error(`The payment link answered ${link.status}`)
  const answer = await fetch(new URL(new URL(page, origin).pathname, origin), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(CARD).toString(),
  })
  if (answer.status !== 303) throw new Error(`The page for the card answered ${answer.status}`)
}
