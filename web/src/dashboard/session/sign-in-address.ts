type Location = { pathname: string; href: string }

/** Pages that nobody sees without signing in. */
const PRIVATE = /^\/(o|account)(\/|$)/

/** Where to sign in and come back from; undefined on pages that need no session. */
export function addressOfSignIn({ pathname, href }: Location) {
  if (!PRIVATE.test(pathname)) return undefined
  return { to: '/sign-in', search: { to: href } } as const
}
