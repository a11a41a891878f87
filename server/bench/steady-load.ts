import type { UsageBatchResult } from '../src/features/usage/batch/result-fields.ts'
import { mappingRecord } from './mapping-data.ts'

const RECORDS = 10

/** Latencies in milliseconds. */
type Times = { requests: number; p50: number; p95: number; p99: number; max: number }

/**
 * Sends this many requests per second, whether answered or not, until stopped. Two in ten use
 * models without a price, one of them the model being mapped. `acknowledged` counts records.
 */
export function startSteadyLoad(target: { url: string; apiKey: string; perSecond: number }) {
  const costed: number[] = []
  const unknown: number[] = []
  const underWay = new Set<Promise<void>>()
  let sent = 0
  let refused = 0
  let acknowledged = 0

  async function send(n: number): Promise<void> {
    const isUnknown = n % 5 === 0
    const model = n % 10 === 0 ? 'house-model' : n % 5 === 0 ? 'other-model' : 'gpt-4o'
    const records = Array.from({ length: RECORDS }, (_, index) =>
      mappingRecord(n * RECORDS + index, model),
    )
    const startedAt = performance.now()
    const answer = await fetch(`${target.url}/v1/usage/record`, {
      method: 'POST',
      headers: { 'x-api-key': target.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ records }),
    })
    const text = await answer.text()
    if (answer.status === 200) acknowledged += storedIn(text)
    else refused += 1
    ;(isUnknown ? unknown : costed).push(performance.now() - startedAt)
  }

  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * target.perSecond
    for (; sent < due; sent += 1) {
      const request = send(sent)
        .catch(() => {
          refused += 1
        })
        .finally(() => underWay.delete(request))
      underWay.add(request)
    }
  }, 5)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
      return { costed: timesOf(costed), unknown: timesOf(unknown), refused, acknowledged }
    },
  }
}

/** Counts stored records; uncosted ones are listed as failed, but stored. */
function storedIn(answer: string): number {
  const { success, failed } = (JSON.parse(answer) as UsageBatchResult).results
  return [...success, ...failed].filter(({ stored }) => stored).length
}

function timesOf(times: number[]): Times {
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  return { requests: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}
