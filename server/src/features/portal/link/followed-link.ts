import { cookieSafety, cookieText, readCookie } from '../../../platform/http/cookies.ts'
import { type LinkedRow, linkToken, readLinkToken } from '../../invoices/pay-link/link-token.ts'

const NAME = 'piecework_portal_link'
const PATH = '/v1/portal/link'
const SECONDS = 600

/**
 * Stores in a cookie which link could not be opened. The error page then shows the company and the
 * return URL. The cookie holds the signed session id, which opens nothing.
 */
export function followedLink(settings: { portalUrl: string; secret: string }) {
  const { secret, portalUrl } = settings
  const { isSecure, prefix } = cookieSafety(portalUrl)
  const name = `${prefix}${NAME}`
  const text = (value: string, seconds: number) =>
    cookieText({ name, value, path: PATH, seconds, isSecure })
  return {
    set: (session: LinkedRow) => text(linkToken(secret, 'portal', session), SECONDS),
    /** Deletes the cookie: an unknown link has no session. */
    end: () => text('', 0),
    read: (header: string | undefined) => {
      const value = readCookie(header, name)
      return value === undefined ? undefined : readLinkToken(secret, 'portal', value)
    },
  }
}
