import type { Role } from './permissions.ts'

export type Membership = {
  memberId: string
  organizationId: string
  /** Used in URLs. */
  slug: string
  role: Role
}

export type SignedIn = {
  userId: string
  sessionId: string
  memberships: readonly Membership[]
}

/**
 * Finds the signed-in user of a session cookie; implemented by `features/sessions`. It caches
 * nothing: an ended session, a removed member or a changed role applies from the next request, in
 * every process.
 */
export type PersonFinder = {
  /** Returns the session cookie in a `Cookie` header, valid or not; undefined without one. */
  cookieIn: (header: string | undefined) => string | undefined
  /** Returns undefined when the session does not exist or has ended. */
  find: (cookie: string) => Promise<SignedIn | undefined>
}
