import { expect } from 'vitest'

/** Opens a link several times by HEAD and GET, as mail scanners and link previews do. */
export async function scanLink(link: string): Promise<void> {
  for (const method of ['HEAD', 'GET', 'HEAD', 'GET']) {
    const answer = await fetch(link, { method, headers: { accept: 'text/html' } })
    // Pages answer GET only.
    expect(answer.status).toBe(method === 'GET' ? 200 : 404)
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
}
