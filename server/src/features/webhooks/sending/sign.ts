import { Webhook } from 'standardwebhooks'
import { VERSION } from '../../../platform/program/version.ts'

export type SignedDelivery = { id: string; secrets: readonly string[]; at: Date; body: string }

/** Returns the headers of a delivery, with a signature of each secret, as Standard Webhooks says. */
export function signedHeaders({ id, secrets, at, body }: SignedDelivery): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
  return {
    'content-type': 'application/json',
    'user-agent': `Piecework/${VERSION}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  }
}
