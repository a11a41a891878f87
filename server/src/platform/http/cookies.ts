/** What a request sends as a cookie of this name, be it a good one; undefined when it sends none. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [key, ...value] = pair.split('=')
    return key?.trim() === name ? [value.join('=').trim()] : []
  })
  // Whoever can plant a second one, as a page on a sibling domain may, must not choose which counts.
  return new Set(values).size > 1 ? AMBIGUOUS : values[0]
}

/** No cookie of ours. */
const AMBIGUOUS = 'two-cookies'

/** Whether browsers send cookies of this address by HTTPS alone, and what the names of such cookies begin with. */
export function cookieSafety(url: string) {
  const isSecure = url.startsWith('https:')
  return { isSecure, prefix: isSecure ? '__Secure-' : '' }
}

type CookieText = { name: string; value: string; path: string; seconds: number; isSecure: boolean }

/** The text of a cookie that no script reads and no other site sends along; 0 seconds take it away. */
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
