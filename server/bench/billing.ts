import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runBilling } from '../src/clock-round/run-billing.ts'
import { parseConfig } from '../src/config.ts'
import { outboxHandlers } from '../src/consumers.ts'
import { createDependencies } from '../src/dependencies.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { generateInvoice } from '../src/features/billing/generate.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { consumeAll } from '../src/features/outbox/consume.ts'
import { runOutboxLanes } from '../src/features/outbox/lanes.ts'
import { createEndpoint } from '../src/features/webhooks/endpoints/service.ts'
import { runWebhookLane } from '../src/features/webhooks/sending/lane.ts'
import { migrate } from '../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { createLargeCustomer, createSubscriptions, MONTH } from './billing-data.ts'
import { giveCredit } from './credit-data.ts'
import { compareInTurn } from './in-turn.ts'
import { postgresTime, sitePostgresTime } from './processor-time.ts'
import { isComparison, withSites } from './sites.ts'
import type { LoadAnswer, LoadRequest } from './webhook-load.ts'

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const SUBSCRIPTIONS = Number(process.env.BENCH_SUBSCRIPTIONS ?? 10_000)
const TURNS = Number(process.env.BENCH_TURNS ?? 2)
const INVOICES = 50
/** Sends everything that happens to one endpoint during the sweep. */
const HAS_ENDPOINT = process.env.BENCH_ENDPOINT === '1'
/** Gives each customer paid credit, which pays a part of the invoice. */
const HAS_CREDIT = process.env.BENCH_CREDIT === '1'
/** After the month and its grace period, so that everything is due. */
const SWEEP_AT = new Date('2026-04-03T00:00:00Z')
const DRAFTS_AT = new Date('2026-04-01T00:00:01Z')

const parsed = parseConfig({ LOG_LEVEL: 'error', PORT: '0' })
if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
const { config } = parsed
const log = createLog(config.logLevel)

if (isComparison) await compareBilling()
else await measureBilling()

async function measureBilling(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
  cleanUpOnExit({ dataDir }, { folder: dataDir })
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  try {
    await withDependencies(postgres.url, async (dependencies) => {
      const organizationId = await createOrganization(dependencies.db, 'Benchmark', SWEEP_AT)
      const large = await benchLargeInvoice(dependencies, organizationId)
      const timeOf = () => postgresTime(dependencies.pool)
      const sweep = await benchSweep(dependencies, organizationId, timeOf)
      console.table({ 'one invoice': large })
      console.table({ sweep })
      console.log(JSON.stringify({ large, sweep }))
    })
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Compares billing on a cluster, in turns, each time for a new organization. */
async function compareBilling(): Promise<void> {
  await withSites((sites) =>
    compareInTurn(sites, TURNS, async (site) => {
      const figures: Record<string, number> = {}
      await withDependencies(site.url, async (dependencies) => {
        const organizationId = await createOrganization(dependencies.db, 'Benchmark', SWEEP_AT)
        const large = await benchLargeInvoice(dependencies, organizationId)
        const timeOf = () => sitePostgresTime(site)
        const sweep = await benchSweep(dependencies, organizationId, timeOf)
        figures['one invoice, p50 ms'] = large['p50 ms']
        figures['one invoice, p95 ms'] = large['p95 ms']
        figures['summing its events, ms'] = large['summing the events ms']
        figures['sweep, invoices/s'] = sweep['invoices/s']
        figures['sweep with mails, invoices/s'] = sweep['invoices/s with mails']
        figures['sweep with mails, ms of Node each'] = sweep['ms of Node each']
        figures['sweep with mails, ms of PostgreSQL each'] = sweep['ms of PostgreSQL each']
      })
      return figures
    }),
  )
}

async function withDependencies(
  url: string,
  work: (dependencies: Dependencies) => Promise<void>,
): Promise<void> {
  const prepared = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  await migrate(prepared.db)
  await prepared.close()
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
  const dependencies = await createDependencies({
    config: { ...config, dataDir },
    url,
    log,
    now: () => SWEEP_AT,
  })
  try {
    await work(dependencies)
  } finally {
    await dependencies.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Dependencies = Awaited<ReturnType<typeof createDependencies>>

/** Measures the invoice of a month of many events, and a plain sum of the events for comparison. */
async function benchLargeInvoice({ db, pool }: Dependencies, organizationId: string) {
  const { customerId, subscriptionId } = await createLargeCustomer(pool, organizationId, EVENTS)
  const moment = { now: SWEEP_AT, businessNow: SWEEP_AT }
  const asked = { billingPeriodStart: MONTH.start, billingPeriodEnd: MONTH.end }
  const request = { organizationId, customerId, subscriptionId, asked }
  const times: number[] = []
  for (let n = 0; n < INVOICES; n += 1) {
    const startedAt = performance.now()
    const { lineItems } = await generateInvoice(db, request, moment)
    times.push(performance.now() - startedAt)
    const billed = lineItems.reduce((count, line) => count + line.eventCount, 0)
    if (billed !== EVENTS) throw new Error(`billed ${billed} of ${EVENTS} events`)
  }
  const startedAt = performance.now()
  await pool.query(
    `select signal_id, sum(quantity), sum(usage_cost), count(*) from usage_events
     where customer_id = $1 and usage_date >= $2 and usage_date < $3 group by signal_id`,
    [customerId, MONTH.start, MONTH.end],
  )
  const summing = performance.now() - startedAt
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  return {
    events: EVENTS,
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'summing the events ms': Math.round(summing),
  }
}

/** Measures one sweep when very many subscriptions are due at the same time. */
async function benchSweep(
  dependencies: Dependencies,
  organizationId: string,
  timeOfPostgres: () => Promise<number>,
) {
  const customerIds = await createSubscriptions(dependencies.pool, organizationId, SUBSCRIPTIONS)
  if (HAS_CREDIT) await giveCredit(dependencies.pool, { organizationId, customerIds, amount: 20 })
  const endpoint = HAS_ENDPOINT ? await openEndpoint(dependencies, organizationId) : undefined
  const memory = trackMemory()
  const before = { node: process.cpuUsage(), postgres: await timeOfPostgres() }
  const startedAt = performance.now()
  // The first pass creates the drafts; the second finalizes them after the grace period.
  const { drafts } = await runBilling(dependencies, { now: DRAFTS_AT, only: organizationId })
  const scope = { now: SWEEP_AT, only: organizationId }
  const { finalized, issued } = await runBilling(dependencies, scope)
  const secondsSince = (start: number) => (performance.now() - start) / 1_000
  const seconds = secondsSince(startedAt)
  // Mails are written afterwards; the service writes them concurrently with the sweep.
  await consumeAll(dependencies, outboxHandlers(dependencies), {
    now: SWEEP_AT,
    organizationId,
  })
  await endpoint?.close()
  const withMails = secondsSince(startedAt)
  const { user, system } = process.cpuUsage(before.node)
  const postgres = (await timeOfPostgres()) - before.postgres
  if (issued !== SUBSCRIPTIONS) throw new Error(`issued ${issued} of ${SUBSCRIPTIONS} invoices`)
  const each = (ms: number) => Math.round((ms / issued) * 100) / 100
  return {
    subscriptions: SUBSCRIPTIONS,
    drafts,
    finalized,
    issued,
    seconds: Math.round(seconds * 10) / 10,
    'invoices/s': Math.round(issued / seconds),
    'seconds with mails': Math.round(withMails * 10) / 10,
    'invoices/s with mails': Math.round(issued / withMails),
    'ms of Node each': each((user + system) / 1_000),
    'ms of PostgreSQL each': each(postgres),
    ...memory.stop(),
  }
}

/** Starts an instant receiver in a process of its own, and sends everything to it as a worker does. */
async function openEndpoint(dependencies: Dependencies, organizationId: string) {
  const receiver = fork(join(import.meta.dirname, 'webhook-load.ts'))
  receiver.send({ kind: 'open' } satisfies LoadRequest)
  const [answer] = (await once(receiver, 'message')) as [LoadAnswer]
  if (!('port' in answer)) throw new Error('the receiver did not start')
  const input = { url: `http://127.0.0.1:${answer.port}/` }
  await createEndpoint(dependencies, { organizationId, input }, SWEEP_AT)
  const stopping = new AbortController()
  const lanes = [
    runOutboxLanes(dependencies, outboxHandlers(dependencies), stopping.signal),
    runWebhookLane({ ...dependencies, random: Math.random }, stopping.signal),
  ]
  const waiting = `select count(*)::int as count from webhook_deliveries where status = 'pending'`
  return {
    close: async () => {
      while ((await dependencies.pool.query(waiting)).rows[0].count > 0) await sleep(50)
      stopping.abort()
      await Promise.all(lanes)
      receiver.kill()
    },
  }
}

/** Tracks the memory of this process in megabytes: at the start, and the peak. */
function trackMemory() {
  const megabytes = () => Math.round(process.memoryUsage.rss() / 1_048_576)
  const before = megabytes()
  let highest = before
  const timer = setInterval(() => {
    highest = Math.max(highest, megabytes())
  }, 100)
  return {
    stop: () => {
      clearInterval(timer)
      return { 'memory before MB': before, 'memory at most MB': highest }
    },
  }
}
