import { expect, onTestFinished } from 'vitest'
import type { Api } from '../support/app.ts'
import { llm, times } from '../support/usage.ts'

/**
 * Starts writers that record until stopped, or until their test has finished. `stop` returns the
 * keys of all acknowledged records. Writers of one database are numbered from `first`.
 */
export function startWriters(api: Api, count: number, first = 0) {
  const writers = times(count, (n) => startWriter(api, first + n))
  const stop = async () => (await Promise.all(writers.map((writer) => writer.stop()))).flat()
  onTestFinished(async () => {
    await stop()
  })
  return { stop }
}

/**
 * Records batches of ten over forty customers, sequentially, retrying each until it is
 * acknowledged.
 */
function startWriter(api: Api, writer: number) {
  const acknowledged: string[] = []
  let isStopped = false
  const write = async () => {
    for (let batch = 0; !isStopped; batch += 1) {
      let keys = times(10, (n) => `${writer}-${batch}-${n}`)
      while (keys.length > 0) {
        const records = keys.map((idempotencyKey, n) =>
          llm({ idempotencyKey, customerExternalId: `customer-${(batch + n) % 40}` }),
        )
        const { status, body } = await api.record(...records)
        if (status === 503) continue
        expect(status, JSON.stringify(body)).toBe(200)
        const refused = new Set(
          body.results.failed.map(({ index, stored }: { index: number; stored: boolean }) => {
            expect(stored).toBe(false)
            return index
          }),
        )
        acknowledged.push(...keys.filter((_, n) => !refused.has(n)))
        keys = keys.filter((_, n) => refused.has(n))
      }
    }
  }
  const written = write()
  return {
    stop: async () => {
      isStopped = true
      await written
      return acknowledged
    },
  }
}

/** Selects the keys of all stored records, in order. */
export const STORED_KEYS = `select payload::json ->> 'idempotencyKey' as key from usage_events
  where idempotency_hash is not null order by 1`
