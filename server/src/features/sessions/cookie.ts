import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookieSafety, readCookie } from '../../platform/http/cookies.ts'
import { sessionSecret } from './auth-library.ts'

/**
 * Reads the session cookie: a token and its signature. A token without a valid signature is
 * ignored.
 */
export type SessionCookie = {
  /** Returns the cookie as sent, unverified; undefined when there is none. */
  find: (header: string | undefined) => string | undefined
  /** Returns undefined when the signature is invalid. */
  tokenOf: (cookie: string) => string | undefined
  /** Returns the cookie header that the library reads. */
  header: (cookie: string) => string
}

const NAME = 'piecework.session_token'
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/

export function sessionCookie(settings: { publicUrl: string; secret: string }): SessionCookie {
  const name = `${cookieSafety(settings.publicUrl).prefix}${NAME}`
  const secret = sessionSecret(settings.secret)
  return {
    find: (header) => readCookie(header, name),
    tokenOf: (cookie) => {
      const value = decoded(cookie)
      const end = value.lastIndexOf('.')
      const [token, signature] = [value.slice(0, end), value.slice(end + 1)]
      if (end < 1 || !SIGNATURE.test(signature)) return undefined
      const expected = createHmac('sha256', secret).update(token).digest()
      return timingSafeEqual(expected, Buffer.from(signature, 'base64')) ? token : undefined
    },
    header: (cookie) => `${name}=${cookie}`,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
