import { createHash } from 'node:crypto'

/**
 * The inline scripts of a page as sources of a content security policy. Such scripts are constant: a nonce that
 * the page can read would allow any script that reads it.
 */
export function scriptHashesOf(html: string): string[] {
  return Array.from(
    html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs),
    ([, script = '']) => {
      const hash = createHash('sha256').update(script).digest('base64')
      return `'sha256-${hash}'`
    },
  )
}
