import { createHash } from 'node:crypto'

/**
 * Returns the inline scripts of a page as sources of a content security policy. These scripts are
 * constant. A nonce would be weaker: scripts that can read it from the page could allow others.
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
