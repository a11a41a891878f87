import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { UsageBatchResult } from './batch/result.ts'

export type UsageMetrics = {
  countAnswer: (answer: UsageBatchResult) => void
  countCommit: (rows: number, seconds: number) => void
}

const UNCOSTED_FOR_MS = 60_000

/**
 * Counters of ingestion. `waiting` and `uncosted` are asked when the metrics are read; `uncosted`,
 * which takes a query, at most once a minute.
 */
export function createUsageMetrics(
  registry: Registry,
  ask: {
    waiting: () => number
    uncosted: () => Promise<number>
    /** From 0 to 1. */
    uncostedShare: () => Promise<number>
    now: () => Date
  },
): UsageMetrics {
  const registers = [registry]
  const records = new Counter({
    name: 'piecework_usage_records_total',
    help: 'Usage records by what became of them',
    labelNames: ['outcome'],
    registers,
  })
  const batchSize = new Histogram({
    name: 'piecework_ingest_commit_rows',
    help: 'Usage events written by one commit',
    buckets: [1, 10, 50, 100, 250, 500, 1_000, 2_000],
    registers,
  })
  const commitSeconds = new Histogram({
    name: 'piecework_ingest_commit_seconds',
    help: 'Time from the start of a transaction to its commit',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  new Gauge({
    name: 'piecework_ingest_waiting_records',
    help: 'Usage records that wait to be written',
    registers,
    collect() {
      this.set(ask.waiting())
    },
  })
  askedGauge(registry, ask.now, {
    name: 'piecework_uncosted_events',
    help: 'Stored usage events whose cost is not known, as of at most a minute ago',
    ask: ask.uncosted,
  })
  askedGauge(registry, ask.now, {
    name: 'piecework_uncosted_share',
    help: 'Their share of the events of the last 30 days, from 0 to 1',
    ask: ask.uncostedShare,
  })
  return {
    countAnswer: ({ results }) => {
      if (results.success.length > 0) records.inc({ outcome: 'success' }, results.success.length)
      for (const { code } of results.failed) records.inc({ outcome: code.toLowerCase() })
    },
    countCommit: (rows, seconds) => {
      batchSize.observe(rows)
      commitSeconds.observe(seconds)
    },
  }
}

type Asked = { name: string; help: string; ask: () => Promise<number> }

/** A figure that takes a query: asked when the metrics are read, and at most once a minute. */
function askedGauge(registry: Registry, now: () => Date, { name, help, ask }: Asked): void {
  let askedAt: number | undefined
  let isKnown = false
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const at = now().getTime()
      if (askedAt !== undefined && at - askedAt < UNCOSTED_FOR_MS) return
      askedAt = at
      const asked = ask().then(
        (value) => {
          isKnown = true
          this.set(value)
        },
        // The last value stays: without its database the other metrics matter all the more.
        () => undefined,
      )
      if (!isKnown) await asked
    },
  })
  gauge.set(Number.NaN)
}
