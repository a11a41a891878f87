import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { UsageBatchResult } from './batch/result-fields.ts'

export type UsageMetrics = {
  countAnswer: (answer: UsageBatchResult) => void
  countCommit: (rows: number, seconds: number) => void
}

const ASKED_FOR_MS = 60_000

/**
 * Metrics of ingestion. Gauges are evaluated when the metrics are read; those that need a query, at
 * most once a minute.
 */
export function createUsageMetrics(
  registry: Registry,
  ask: {
    waiting: () => number
    uncosted: () => Promise<number>
    /** Share from 0 to 1. */
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
    name: 'piecework_ingest_commit_duration_seconds',
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
  const count = askedGauge(registers, ask.now)
  count({
    name: 'piecework_uncosted_events',
    help: 'Stored usage events whose cost is not known, as of at most a minute ago',
    ask: ask.uncosted,
  })
  count({
    name: 'piecework_uncosted_ratio',
    help: 'Ratio of events without a cost among those of the last 30 days, from 0 to 1',
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

/** Creates gauges whose value requires a query. */
function askedGauge(registers: Registry[], time: () => Date) {
  return ({ name, help, ask }: Asked): void => {
    let askedAt: number | undefined
    let isKnown = false
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        const now = time().getTime()
        if (askedAt !== undefined && now - askedAt < ASKED_FOR_MS) return
        askedAt = now
        const asked = ask().then(
          (count) => {
            isKnown = true
            this.set(count)
          },
          // The last value remains: without the database, the other metrics matter even more.
          () => undefined,
        )
        if (!isKnown) await asked
      },
    })
    gauge.set(Number.NaN)
  }
}
