const KEY = /pw_[sp]k_(?:test|live)_[\w-]+/g
/**
 * Longer than any id: what only whoever was given it may know. Also with something behind it, such as
 * the full stop of the sentence that the link stood in.
 */
const TOKEN = /(?<=\/)[\w-]{40,}/g

/**
 * The path of a request as logs may keep it: without the query, which can carry anything, without a
 * key that somebody put into the address by mistake, and without the token of a link.
 */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.replace(KEY, '[key]').replace(TOKEN, '[token]')
}
