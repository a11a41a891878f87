import type { Reader } from './search-readers.ts'

const ORIGIN = 'http://here'

/** An address of this site, such as where to go after signing in. None of another site gets through. */
export const localPath: Reader<string> = (value) => {
  if (!value.startsWith('/')) return undefined
  const url = URL.parse(value, ORIGIN)
  return url?.origin === ORIGIN ? `${url.pathname}${url.search}${url.hash}` : undefined
}
