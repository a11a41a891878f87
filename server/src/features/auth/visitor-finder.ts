/** A customer who views the customer's own portal. */
export type PortalVisitor = { organizationId: string; customerId: string; sessionId: string }

/**
 * Finds the customer of a portal cookie; implemented by `features/portal-sessions`. It caches
 * nothing: a revocation applies from the next request, in every process.
 */
export type VisitorFinder = {
  /** Returns the portal cookie in a `Cookie` header, valid or not; undefined without one. */
  cookieIn: (header: string | undefined) => string | undefined
  find: (cookie: string) => Promise<PortalVisitor | 'unknown' | 'expired' | 'revoked'>
}
