/** Maximum stored length in characters, many times that of a typical payment notification. */
const LENGTH_MAX = 65_536

/** A client secret could be used to confirm a payment. */
const SECRET = /("client_secret"\s*:\s*)"(?:[^"\\]|\\.)*"/g

/** Returns the body text to store: secrets removed, truncated to the maximum length. */
export function keptBody(rawBody: Buffer): string {
  const text = rawBody.toString('utf8').replace(SECRET, '$1"[removed]"')
  return text.slice(0, LENGTH_MAX).toWellFormed()
}
