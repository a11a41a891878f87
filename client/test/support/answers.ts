import type { Fetch, FetchAnswer, FetchInit } from '../../src/fetch.ts'

export type Sent = FetchInit & { url: string }
type Reply = (sent: Sent) => FetchAnswer | Promise<FetchAnswer>

export function answer(
  status: number,
  body?: unknown,
  headers: Record<string, string> = {},
): FetchAnswer {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const values = new Map(Object.entries(headers))
  return {
    status,
    headers: { get: (name) => values.get(name) ?? null },
    text: async () => text,
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  }
}

/** A response whose connection is cut while it is read. */
export const brokenAnswer = (): FetchAnswer => ({
  ...answer(200),
  text: () => Promise.reject(new Error('terminated')),
})

/** A fetch that returns the replies in order and repeats the last one; records what was sent. */
export function repliesOf(...replies: (FetchAnswer | Error | Reply)[]) {
  const sent: Sent[] = []
  const fetch: Fetch = async (url, init) => {
    const reply = replies[Math.min(sent.length, replies.length - 1)]
    sent.push({ url, ...init })
    if (reply instanceof Error) throw reply
    if (reply === undefined) throw new Error('No reply')
    return typeof reply === 'function' ? reply({ url, ...init }) : reply
  }
  return { fetch, sent }
}
