import { linkToken, readLinkToken } from './link-token.ts'

export type AccountUrlConfig = { portalUrl: string; secret: string }

/** The customer that an account link refers to. */
type Account = { organizationId: string; customerId: string }

/**
 * Returns the URL where a customer can request a portal link. It never changes, so emails may
 * contain it. It grants no access: the portal link is sent to the email address on file.
 */
export function accountUrl(
  { portalUrl, secret }: AccountUrlConfig,
  { organizationId, customerId }: Account,
): string {
  return `${portalUrl}/view-account/${linkToken(secret, 'account', { customerId, id: organizationId })}`
}

/** Returns undefined for a token with an invalid signature. */
export function readAccountToken(
  { secret }: Pick<AccountUrlConfig, 'secret'>,
  token: string,
): Account | undefined {
  const named = readLinkToken(secret, 'account', token)
  return named && { organizationId: named.id, customerId: named.customerId }
}
