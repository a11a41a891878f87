import { cookieSafety, cookieText, readCookie } from '../../../platform/http/cookies.ts'
import { type LinkedRow, linkToken, readLinkToken } from '../../invoices/pay-link/link-token.ts'

const NAME = 'piecework_portal_link'
const PATH = '/v1/portal/link'
const SECONDS = 600

/**
 * Remembers in the browser which link was followed in vain, so that the page that says so can name the
 * company and the way back. It is the id of the session, signed: it opens nothing.
 */
export function followedLink(settings: { portalUrl: string; secret: string }) {
  const { secret, portalUrl } = settings
  const { isSecure, prefix } = cookieSafety(portalUrl)
  const name = `${prefix}${NAME}`
  const text = (value: string, seconds: number) =>
    cookieText({ name, value, path: PATH, seconds, isSecure })
  return {
    set: (session: LinkedRow) => text(linkToken(secret, 'portal', session), SECONDS),
    /** What takes it away: nothing is known of a link that we have not made. */
    end: () => text('', 0),
    read: (header: string | undefined) => {
      const value = readCookie(header, name)
      return value === undefined ? undefined : readLinkToken(secret, 'portal', value)
    },
  }
}
