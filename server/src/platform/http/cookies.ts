/**
 * Returns the value of a request cookie; undefined when it is absent. Returns an invalid value when
 * the cookie is sent with two different values.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [key, ...value] = pair.split('=')
    return key?.trim() === name ? [value.join('=').trim()] : []
  })
  // A page on a sibling domain can set a second cookie of the same name, and must not choose the
  // one that counts.
  return new Set(values).size > 1 ? AMBIGUOUS : values[0]
}

/** A value that no cookie of the service has. */
const AMBIGUOUS = 'two-cookies'

/**
 * Returns whether cookies for this URL must be restricted to HTTPS, and the required prefix of
 * their names.
 */
export function cookieSafety(url: string) {
  const isSecure = url.startsWith('https:')
  return { isSecure, prefix: isSecure ? '__Secure-' : '' }
}

type CookieText = { name: string; value: string; path: string; seconds: number; isSecure: boolean }

/**
 * Returns the Set-Cookie text of a cookie that is hidden from scripts and not sent with cross-site
 * subrequests. 0 seconds delete it.
 */
export function cookieText({ name, value, path, seconds, isSecure }: CookieText): string {
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
  ]
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}
