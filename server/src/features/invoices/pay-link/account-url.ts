import { linkToken, readLinkToken } from './link-token.ts'

export type AccountUrlConfig = { portalUrl: string; secret: string }

/** Whose account is meant. */
type Account = { organizationId: string; customerId: string }

/**
 * Where a customer can ask for a link to the portal: stable for ever, so it may stand in an e-mail. It
 * opens nothing: what is asked for goes to the address on file.
 */
export function accountUrl(
  { portalUrl, secret }: AccountUrlConfig,
  { organizationId, customerId }: Account,
): string {
  return `${portalUrl}/view-account/${linkToken(secret, 'account', { customerId, id: organizationId })}`
}

/** Undefined for a token that we have not made. */
export function readAccountToken(
  { secret }: Pick<AccountUrlConfig, 'secret'>,
  token: string,
): Account | undefined {
  const named = readLinkToken(secret, 'account', token)
  return named && { organizationId: named.id, customerId: named.customerId }
}
