const KEY = /pw_[sp]k_(?:test|live)_[\w-]+/g
/**
 * Longer than any id: what only whoever was given it may know. Also with something around it, such as
 * the full stop of the sentence that the link stood in.
 */
const TOKEN = /[\w-]{40,}/g
/** `%5F` is another way to write `_`, and so for all that keys and tokens are made of. */
const ENCODED = /%(?:2d|3\d|[46][1-9a-f]|5[0-9af]|7[0-9a])/gi

let lastUrl = ''
let lastPath = ''

/**
 * The path of a request as logs may keep it: without the query, which can carry anything, without a
 * key that somebody put into the address by mistake, and without the token of a link. Both logs ask for
 * it, and most requests go where the one before went, so the last one is kept.
 */
export function loggedPath(url: string): string {
  if (url !== lastUrl) {
    lastPath = withoutSecrets(url)
    lastUrl = url
  }
  return lastPath
}

function withoutSecrets(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const plain = path.replace(ENCODED, decodeURIComponent)
  return plain.replace(KEY, '[key]').replace(TOKEN, '[token]')
}
