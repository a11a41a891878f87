import { setTimeout as delay } from 'node:timers/promises'

/** The demo's access to the service: like any integration, over HTTP with an API key. */
export type Caller = {
  get: <Answer>(path: string) => Promise<Answer>
  post: <Answer>(path: string, body?: unknown) => Promise<Answer>
  patch: <Answer>(path: string, body: unknown) => Promise<Answer>
  delete: <Answer>(path: string) => Promise<Answer>
}

const TIMEOUT_MS = 60_000
const ATTEMPTS = 5
/** The service is busy, or its rate limit is exceeded. */
const AGAIN = new Set([429, 503])

type Asked = { method: string; path: string; body?: unknown }

/**
 * Creates a caller that throws the service's error message on refusal. After an abort it begins no
 * request and throws; a request under way is answered first, so that nothing is written later.
 */
export function createCaller(
  { origin, key }: { origin: string; key: string },
  signal?: AbortSignal,
): Caller {
  const stopping = signal ?? new AbortController().signal

  async function call<Answer>({ method, path, body }: Asked): Promise<Answer> {
    // Identical for all attempts, so that a retry has no second effect.
    const attemptKey = crypto.randomUUID()
    for (let attempt = 1; ; attempt += 1) {
      stopping.throwIfAborted()
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: {
          'x-api-key': key,
          ...(method === 'POST' ? { 'idempotency-key': attemptKey } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await answer.text()
      if (answer.ok) return JSON.parse(text === '' ? 'null' : text)
      if (!AGAIN.has(answer.status) || attempt === ATTEMPTS) {
        throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
      }
      const seconds = Number(answer.headers.get('retry-after') ?? 1)
      await delay(seconds * 1_000, undefined, { signal: stopping })
    }
  }
  return {
    get: (path) => call({ method: 'GET', path }),
    post: (path, body) => call({ method: 'POST', path, body }),
    patch: (path, body) => call({ method: 'PATCH', path, body }),
    delete: (path) => call({ method: 'DELETE', path }),
  }
}
