/** What a demo may do to the service: what any integrator may, over HTTP and with a key. */
export type Caller = {
  get: <Answer>(path: string) => Promise<Answer>
  post: <Answer>(path: string, body?: unknown) => Promise<Answer>
  patch: <Answer>(path: string, body: unknown) => Promise<Answer>
  delete: <Answer>(path: string) => Promise<Answer>
}

const TIMEOUT_MS = 60_000

/** Throws with what the service said when it refuses, and at the signal. */
export function createCaller(
  { origin, key }: { origin: string; key: string },
  signal?: AbortSignal,
): Caller {
  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const limit = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text === '' ? 'null' : text)
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
  }
}
