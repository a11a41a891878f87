import { cookieSafety, cookieText, readCookie } from '../../platform/http/cookies.ts'

/** The cookie of a portal visit. Browsers send it to the portal's API routes only. */
export type PortalCookie = {
  find: (header: string | undefined) => string | undefined
  set: (value: string) => string
  /** Returns the Set-Cookie value that deletes it. */
  end: () => string
}

const NAME = 'piecework_portal'
const PATH = '/v1/portal'
/** Longer than a visit, so that a late request is answered with "expired" instead of "unknown". */
const KEPT_SECONDS = 24 * 60 * 60

export function portalCookie({ portalUrl }: { portalUrl: string }): PortalCookie {
  const { isSecure, prefix } = cookieSafety(portalUrl)
  const name = `${prefix}${NAME}`
  const text = (value: string, seconds: number) =>
    cookieText({ name, value, path: PATH, seconds, isSecure })
  return {
    find: (header) => readCookie(header, name),
    set: (value) => text(value, KEPT_SECONDS),
    end: () => text('', 0),
  }
}
