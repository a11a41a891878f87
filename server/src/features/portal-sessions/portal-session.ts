/** Features that a link can be created for. Informational only: the portal shows everything. */
export const FEATURES = ['invoices', 'subscriptions', 'usage', 'profile'] as const

/** Lifetime of a link, including the visit that it opens, in real time: one hour. */
export const LIFETIME_MS = 60 * 60 * 1_000

/** A session with data of its customer. */
export type PortalSession = {
  id: string
  organizationId: string
  customerId: string
  customerExternalId: string | null
  customerName: string
  customerEmail: string | null
  isCustomerDeleted: boolean
  returnUrl: string | null
  features: string[]
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  revokedAt: Date | null
}

/** State of a link. A visit continues after its link was used, so `used` does not end it. */
export type LinkState = 'open' | 'used' | 'expired' | 'revoked'

type Lifetime = Pick<PortalSession, 'expiresAt' | 'usedAt' | 'revokedAt' | 'isCustomerDeleted'>

export function linkStateOf(session: Lifetime, now: Date): LinkState {
  if (isRevoked(session)) return 'revoked'
  if (session.usedAt !== null) return 'used'
  return session.expiresAt <= now ? 'expired' : 'open'
}

/** The portal of a deleted customer cannot be opened. */
export const isRevoked = ({
  revokedAt,
  isCustomerDeleted,
}: Pick<PortalSession, 'revokedAt' | 'isCustomerDeleted'>): boolean =>
  revokedAt !== null || isCustomerDeleted
