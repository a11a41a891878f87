import { createHmac, timingSafeEqual } from 'node:crypto'

/** The same for all processes, and at every start, until there is an owner. */
export function setupToken(secret: string): string {
  return createHmac('sha256', secret).update('piecework set-up').digest('base64url')
}

export function isSetupToken(sent: string, secret: string): boolean {
  const [expected, given] = [setupToken(secret), sent].map((text) => digestOf(text, secret))
  return expected !== undefined && given !== undefined && timingSafeEqual(expected, given)
}

/** Of one length, so that they can be compared in one time. */
const digestOf = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest()
