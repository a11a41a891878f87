const KEY = /pw_[sp]k_(?:test|live)_[\w-]+/g
/**
 * Matches tokens, which are longer than any id and known only to their holder. It also matches next
 * to other text, such as the full stop after a link.
 */
const TOKEN = /[\w-]{40,}/g
/** Percent-encoded forms of the characters of keys and tokens; `%5F` is `_`. */
const ENCODED = /%(?:2d|3\d|[46][1-9a-f]|5[0-9af]|7[0-9a])/gi

let lastUrl = ''
let lastPath = ''

/**
 * Returns the path of a request for logs: without the query, which can contain anything, without an
 * API key put into the URL by mistake, and without the token of a link. Both logs call it, and most
 * requests repeat the previous path, so the last result is cached.
 */
export function loggedPath(url: string): string {
  if (url !== lastUrl) {
    lastPath = withoutSecrets(url)
    lastUrl = url
  }
  return lastPath
}

/** Replaces API keys in a text, such as one that a caller sent as its request id. */
export const withoutKeys = (text: string): string =>
  text.replace(ENCODED, decodeURIComponent).replace(KEY, '[key]')

function withoutSecrets(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return withoutKeys(path).replace(TOKEN, '[token]')
}
