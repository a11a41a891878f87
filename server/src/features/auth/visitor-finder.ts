/** A customer who looks at their own portal. */
export type PortalVisitor = { organizationId: string; customerId: string; sessionId: string }

/**
 * Finds out who visits the portal by a cookie; made by `features/portal-sessions`. It remembers nothing:
 * what was revoked counts from the next request on, in every process.
 */
export type VisitorFinder = {
  /** The cookie of a visit in what a browser sends, be it a good one; undefined without one. */
  cookieIn: (header: string | undefined) => string | undefined
  find: (cookie: string) => Promise<PortalVisitor | 'unknown' | 'expired' | 'revoked'>
}
