type Location = { pathname: string; href: string }

/** Pages that require sign-in. */
const PRIVATE = /^\/(o|account)(\/|$)/

/** Returns the sign-in page with the way back; undefined for pages that need no session. */
export function addressOfSignIn({ pathname, href }: Location) {
  if (!PRIVATE.test(pathname)) return undefined
  return { to: '/sign-in', search: { to: href } } as const
}
