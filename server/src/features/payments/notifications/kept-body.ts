/** As much of a notification as is kept: many times what one about a payment has. */
const LENGTH_MAX = 65_536

/** With it a payment could be confirmed by whoever reads it here. */
const SECRET = /("client_secret"\s*:\s*)"(?:[^"\\]|\\.)*"/g

/** What is kept of the body that came: its text without secrets, cut where it is very long. */
export function keptBody(rawBody: Buffer): string {
  const text = rawBody.toString('utf8').replace(SECRET, '$1"[removed]"')
  return text.slice(0, LENGTH_MAX).toWellFormed()
}
