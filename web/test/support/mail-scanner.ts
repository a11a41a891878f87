import { expect } from 'vitest'

/** Reads a link as mail scanners and previews do before its reader: by HEAD and by GET, several times. */
export async function scanLink(link: string): Promise<void> {
  for (const method of ['HEAD', 'GET', 'HEAD', 'GET']) {
    const answer = await fetch(link, { method, headers: { accept: 'text/html' } })
    // Pages answer GET alone.
    expect(answer.status).toBe(method === 'GET' ? 200 : 404)
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
}
