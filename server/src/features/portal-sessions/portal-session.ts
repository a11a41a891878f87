/** What a link can be made for. It says so, and nothing more: the portal shows everything. */
export const FEATURES = ['invoices', 'subscriptions', 'usage', 'profile'] as const

/** So long a link and the visit that it opens last, by real time, together. */
export const LIFETIME_MS = 60 * 60 * 1_000

/** A session, with what is known of its customer. */
export type PortalSession = {
  id: string
  organizationId: string
  customerId: string
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

/** What came of a link. A visit goes on when its link was used; so `used` is no end of it. */
export type LinkState = 'open' | 'used' | 'expired' | 'revoked'

type Lifetime = Pick<PortalSession, 'expiresAt' | 'usedAt' | 'revokedAt' | 'isCustomerDeleted'>

export function linkStateOf(session: Lifetime, now: Date): LinkState {
  if (isRevoked(session)) return 'revoked'
  if (session.usedAt !== null) return 'used'
  return session.expiresAt <= now ? 'expired' : 'open'
}

/** Nobody looks at what was a deleted customer's. */
export const isRevoked = ({
  revokedAt,
  isCustomerDeleted,
}: Pick<PortalSession, 'revokedAt' | 'isCustomerDeleted'>): boolean =>
  revokedAt !== null || isCustomerDeleted
