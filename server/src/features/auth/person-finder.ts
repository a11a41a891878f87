import type { Role } from './permissions.ts'

export type Membership = {
  memberId: string
  organizationId: string
  /** In addresses. */
  slug: string
  role: Role
}

export type SignedIn = {
  userId: string
  sessionId: string
  memberships: readonly Membership[]
}

/**
 * Finds out who calls by a cookie; made by `features/sessions`. It remembers nothing: an ended session, a
 * removed member and a changed role count from the next request on, in every process.
 */
export type PersonFinder = {
  /** The cookie of a session in what a browser sends, be it a good one; undefined without one. */
  cookieIn: (header: string | undefined) => string | undefined
  /** Undefined when there is no such session, or no more. */
  find: (cookie: string) => Promise<SignedIn | undefined>
}
