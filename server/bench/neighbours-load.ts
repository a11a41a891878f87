import { setTimeout as sleep } from 'node:timers/promises'
import { benchBodies } from './records.ts'

const RECORDS = 10
/** Timeout of a request that records usage. */
const PATIENCE_MS = 60_000
const PROBE_EVERY_MS = 20

export type Figures = Record<string, number | string>

/** Sends this many requests per second, whether answered or not, until stopped. */
export function startRecording(target: { url: string; apiKey: string; perSecond: number }) {
  const bodies = benchBodies(200, RECORDS)
  const underWay = new Set<Promise<void>>()
  const times: number[] = []
  const counts = new Map<string, number>()
  let sent = 0

  async function send(body: string): Promise<void> {
    const startedAt = performance.now()
    const status = await fetch(`${target.url}/v1/usage/record`, {
      method: 'POST',
      headers: { 'x-api-key': target.apiKey, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(statusOf, () => 'none')
    count(counts, status)
    times.push(performance.now() - startedAt)
  }

  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * target.perSecond
    for (; sent < due; sent += 1) {
      const request = send(bodies[sent % bodies.length] ?? '').finally(() => {
        underWay.delete(request)
      })
      underWay.add(request)
    }
  }, 5)
  return {
    stop: async (): Promise<Figures> => {
      clearInterval(timer)
      const seconds = (performance.now() - startedAt) / 1_000
      const answeredInTime = [...counts.values()].reduce((sum, one) => sum + one, 0)
      await Promise.all(underWay)
      const { p50, p99, max } = timesOf(times)
      return {
        'record p50 ms': p50,
        'p99 ms': p99,
        'max ms': max,
        sent,
        'answers/s': Math.round(answeredInTime / seconds),
        answers: textOf(counts),
      }
    },
  }
}

/** Sends one request at a time, repeatedly, until stopped. */
export function startProbe(url: string) {
  const times: number[] = []
  let isStopped = false
  const asking = (async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await fetch(url).then(statusOf, () => 'none')
      times.push(performance.now() - startedAt)
      await sleep(PROBE_EVERY_MS)
    }
  })()
  return {
    stop: async (): Promise<Figures> => {
      isStopped = true
      await asking
      const { p99, max } = timesOf(times)
      return { 'healthz p99 ms': p99, 'healthz max ms': max }
    },
  }
}

/**
 * Starts callers that repeat a request once it is answered. After a refusal, they wait for the time
 * it names.
 */
export function callersOf(target: { url: string; apiKey: string; count: number }) {
  const counts = new Map<string, number>()
  const stopped = new AbortController()
  const callers = Array.from({ length: target.count }, async () => {
    while (!stopped.signal.aborted) {
      try {
        const answer = await fetch(target.url, {
          headers: { 'x-api-key': target.apiKey },
          signal: stopped.signal,
        })
        const wait = Number(answer.headers.get('retry-after') ?? 0)
        count(counts, await statusOf(answer))
        await sleep(wait * 1_000, undefined, { signal: stopped.signal })
      } catch (error) {
        if (!stopped.signal.aborted) count(counts, error instanceof Error ? error.name : 'none')
      }
    }
  })
  return {
    stop: async (): Promise<string> => {
      stopped.abort()
      await Promise.all(callers)
      return textOf(counts)
    },
  }
}

async function statusOf(answer: Response): Promise<string> {
  await answer.arrayBuffer()
  return String(answer.status)
}

function count(counts: Map<string, number>, status: string): void {
  counts.set(status, (counts.get(status) ?? 0) + 1)
}

/** `200 × 1990, 503 × 8` */
function textOf(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([status, number]) => `${status} × ${number}`).join(', ') || 'none'
}

function timesOf(times: number[]): { p50: number; p99: number; max: number } {
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
