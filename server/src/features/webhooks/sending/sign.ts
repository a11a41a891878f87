import { Webhook } from 'standardwebhooks'
import { VERSION } from '../../../platform/program/version.ts'

/** Returns the headers of a delivery. */
export type Signer = (delivery: { id: string; at: Date; body: string }) => Record<string, string>

/** Creates a signer with a signature of each secret, as Standard Webhooks says. */
export function createSigner(secrets: readonly string[]): Signer {
  const webhooks = secrets.map((secret) => new Webhook(secret))
  return ({ id, at, body }) => ({
    'content-type': 'application/json',
    'user-agent': `Piecework/${VERSION}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': webhooks.map((webhook) => webhook.sign(id, at, body)).join(' '),
  })
}
