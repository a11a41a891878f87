import type { Reader } from './search-readers.ts'

const ORIGIN = 'http://here'

/**
 * Accepts a path of this site, such as the target after sign-in, and rejects URLs of other sites.
 */
export const localPath: Reader<string> = (value) => {
  if (!value.startsWith('/')) return undefined
  const url = URL.parse(value, ORIGIN)
  return url?.origin === ORIGIN ? `${url.pathname}${url.search}${url.hash}` : undefined
}
