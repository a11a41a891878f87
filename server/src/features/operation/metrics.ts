import { Gauge, type Registry } from 'prom-client'
import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Db } from '../../platform/database.ts'
import { CONSUMERS } from '../outbox/consumers.ts'
import * as queries from './queries.ts'

type Deps = {
  db: Db
  mailBreaker: CircuitBreaker
  /** Names of the scheduled jobs. */
  periodicJobs: readonly string[]
  now: () => Date
}

/** Minimum interval between cheap queries, regardless of how often metrics are read. */
const QUICK_MS = 10_000
/** Minimum interval between queries that count whole tables. */
const SLOW_MS = 60_000
const FAILED_MAILS_SINCE_MS = 86_400_000

/** Adds metrics of jobs, mails, invoices, payments and the catalog, read from the database. */
export function addOperationMetrics(
  registry: Registry,
  { db, mailBreaker, periodicJobs, now }: Deps,
): void {
  const registers = [registry]
  const reading = <T>(everyMs: number, ask: () => Promise<T>) => createReading(everyMs, now, ask)
  const ageOf = (instant: Date | null) =>
    instant === null ? 0 : Math.max(0, (now().getTime() - instant.getTime()) / 1_000)

  const jobs = reading(QUICK_MS, () => queries.countJobs(db, now()))
  new Gauge({
    name: 'piecework_jobs',
    help: 'Background jobs by name and state; failed ones are not tried again',
    labelNames: ['task', 'state'],
    registers,
    async collect() {
      for (const { task, waiting, running, failed } of (await jobs()) ?? []) {
        this.set({ task, state: 'waiting' }, waiting)
        this.set({ task, state: 'running' }, running)
        this.set({ task, state: 'failed' }, failed)
      }
    },
  })
  new Gauge({
    name: 'piecework_job_oldest_seconds',
    help: 'For how long the oldest job of this name has waited to be run',
    labelNames: ['task'],
    registers,
    async collect() {
      for (const { task, oldest } of (await jobs()) ?? []) this.set({ task }, ageOf(oldest))
    },
  })

  const finishes = reading(QUICK_MS, () => queries.listJobFinishes(db))
  const startedAt = now()
  new Gauge({
    name: 'piecework_job_since_finished_seconds',
    help: 'Since each periodic job last finished without an error in any process; since the start of this process where it never has',
    labelNames: ['task'],
    registers,
    async collect() {
      const known = await finishes()
      if (!known) return
      for (const task of periodicJobs) {
        const finish = known.find((one) => one.task === task)
        this.set({ task }, ageOf(finish?.finishedAt ?? startedAt))
      }
    },
  })

  const mails = reading(QUICK_MS, () =>
    queries.countEmails(db, new Date(now().getTime() - FAILED_MAILS_SINCE_MS)),
  )
  new Gauge({
    name: 'piecework_emails',
    help: 'Emails that wait to be sent, and those of the last day that failed permanently',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await mails()
      if (!counts) return
      this.set({ state: 'queued' }, counts.queued)
      this.set({ state: 'failed' }, counts.failed)
    },
  })
  new Gauge({
    name: 'piecework_email_oldest_seconds',
    help: 'For how long the oldest email has waited to be sent',
    registers,
    async collect() {
      const counts = await mails()
      if (counts) this.set(ageOf(counts.oldest))
    },
  })
  new Gauge({
    name: 'piecework_mail_server_down',
    help: '1 while this process holds mails back, because the mail server does not answer',
    registers,
    collect() {
      this.set(mailBreaker.isOpen() ? 1 : 0)
    },
  })

  const tasks = reading(QUICK_MS, () => queries.countOutboxTasks(db))
  const perConsumer = async (set: (consumer: string, count: number, age: number) => void) => {
    const counts = await tasks()
    if (!counts) return
    for (const consumer of CONSUMERS) {
      const found = counts.find((one) => one.consumer === consumer)
      set(consumer, found?.count ?? 0, ageOf(found?.oldest ?? null))
    }
  }
  new Gauge({
    name: 'piecework_outbox_tasks',
    help: 'Pending tasks of events by consumer',
    labelNames: ['consumer'],
    registers,
    collect() {
      return perConsumer((consumer, count) => this.set({ consumer }, count))
    },
  })
  new Gauge({
    name: 'piecework_outbox_oldest_seconds',
    help: 'How long the oldest pending task has waited',
    labelNames: ['consumer'],
    registers,
    collect() {
      return perConsumer((consumer, _count, age) => this.set({ consumer }, age))
    },
  })

  const deliveries = reading(QUICK_MS, () => queries.countDueDeliveries(db, now()))
  new Gauge({
    name: 'piecework_webhook_deliveries_due',
    help: 'Deliveries to webhook endpoints that are due and were not attempted yet',
    registers,
    async collect() {
      const due = await deliveries()
      if (due) this.set(due.count)
    },
  })
  new Gauge({
    name: 'piecework_webhook_delivery_oldest_seconds',
    help: 'For how long the oldest of these deliveries has been due',
    registers,
    async collect() {
      const due = await deliveries()
      if (due) this.set(ageOf(due.oldest))
    },
  })

  const traces = reading(QUICK_MS, () => queries.countDueTraces(db, now()))
  new Gauge({
    name: 'piecework_traces_due',
    help: 'Runs from traces, logs and gateways that are due, and their records that are not events yet',
    registers,
    async collect() {
      const due = await traces()
      if (due) this.set(due.count)
    },
  })
  new Gauge({
    name: 'piecework_traces_oldest_seconds',
    help: 'For how long the oldest of these has waited',
    registers,
    async collect() {
      const due = await traces()
      if (due) this.set(ageOf(due.oldest))
    },
  })
  const refused = reading(SLOW_MS, () => queries.countRefusedTraces(db))
  new Gauge({
    name: 'piecework_trace_records_refused',
    help: 'Records of runs that cannot be events; their runs name the problem',
    registers,
    async collect() {
      const count = await refused()
      if (count !== undefined) this.set(count)
    },
  })

  const stale = reading(SLOW_MS, () => queries.countStaleEarnings(db))
  new Gauge({
    name: 'piecework_stale_earnings_changes',
    help: 'Changes that the figures of earnings do not include yet, as of at most a minute ago',
    registers,
    async collect() {
      const changes = await stale()
      if (changes) this.set(changes.count)
    },
  })
  new Gauge({
    name: 'piecework_stale_earnings_oldest_seconds',
    help: 'For how long the oldest of these changes has waited',
    registers,
    async collect() {
      const changes = await stale()
      if (changes) this.set(ageOf(changes.oldest))
    },
  })

  const invoices = reading(SLOW_MS, () => queries.countInvoices(db))
  new Gauge({
    name: 'piecework_invoices',
    help: 'Invoices by state, as of at most a minute ago',
    labelNames: ['status'],
    registers,
    async collect() {
      const counts = await invoices()
      if (!counts) return
      this.reset()
      for (const { status, count } of counts) this.set({ status }, count)
    },
  })
  const payments = reading(SLOW_MS, () => queries.countPayments(db))
  new Gauge({
    name: 'piecework_payments',
    help: 'Payments and refunds by state, as of at most a minute ago',
    labelNames: ['kind', 'status'],
    registers,
    async collect() {
      const counts = await payments()
      if (!counts) return
      this.reset()
      for (const { kind, status, count } of counts) this.set({ kind, status }, count)
    },
  })
  const pending = reading(SLOW_MS, () => queries.findOldestPending(db))
  new Gauge({
    name: 'piecework_payment_pending_oldest_seconds',
    help: 'For how long the oldest payment or refund has had no outcome; 0 when none is pending',
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const { kind, oldest } of (await pending()) ?? []) this.set({ kind }, ageOf(oldest))
    },
  })
  const latestPrice = reading(SLOW_MS, () => queries.findLatestPrice(db))
  new Gauge({
    name: 'piecework_catalog_age_seconds',
    help: 'Since the latest price came into the catalog',
    registers,
    async collect() {
      const at = await latestPrice()
      if (at) this.set(ageOf(at))
    },
  })
}

/**
 * Limits how often `ask` runs. Only the first reader waits for its answer; later ones get the
 * previous one. If the database fails the last values stay, because the other metrics matter most
 * then.
 */
function createReading<T>(
  everyMs: number,
  now: () => Date,
  ask: () => Promise<T>,
): () => Promise<T | undefined> {
  let known: T | undefined
  let askedAt: number | undefined
  let asking: Promise<void> | undefined
  return async () => {
    const at = now().getTime()
    if (askedAt === undefined || at - askedAt >= everyMs) {
      askedAt = at
      asking = ask().then(
        (answer) => {
          known = answer
        },
        () => undefined,
      )
    }
    if (known === undefined) await asking
    return known
  }
}
