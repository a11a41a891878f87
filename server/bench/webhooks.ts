import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../src/config.ts'
import { outboxHandlers } from '../src/consumers.ts'
import { createDependencies } from '../src/dependencies.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { runOutboxLanes } from '../src/features/outbox/lanes.ts'
import { createEndpoint } from '../src/features/webhooks/endpoints/service.ts'
import { runWebhookLane } from '../src/features/webhooks/sending/lane.ts'
import { migrate } from '../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../src/platform/database.ts'
import { newId } from '../src/platform/id.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { fillLists, measureLists } from './webhook-lists.ts'
import type { LoadAnswer, LoadRequest, Subject } from './webhook-load.ts'

/** Changes in the burst, each second and in all. */
const PER_SECOND = Number(process.env.BENCH_PER_SECOND ?? 1_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
/** Deliveries that wait when the sender starts. */
const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 20_000)
/** Deliveries in the list of one endpoint. */
const LISTED = Number(process.env.BENCH_LISTED ?? 1_000_000)
/** Measures only the parts whose names match: sending, lists. */
const ONLY = process.env.BENCH_ONLY ? new RegExp(process.env.BENCH_ONLY) : undefined
const ENDPOINTS = 4
const CUSTOMERS = 2_000

const parsed = parseConfig({ LOG_LEVEL: 'error', PORT: '0' })
if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
const log = createLog(parsed.config.logLevel)
const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
cleanUpOnExit({ dataDir }, { folder: dataDir })
const postgres = await startEmbeddedPostgres({ dataDir, log })
const prepared = openDatabase({ url: postgres.url, poolSize: 2, onIdleError: () => undefined })
await migrate(prepared.db)
await prepared.close()
const dependencies = await createDependencies({
  config: { ...parsed.config, dataDir },
  url: postgres.url,
  log,
  now: () => new Date(),
})
const { pool } = dependencies
const load = fork(join(import.meta.dirname, 'webhook-load.ts'))
try {
  if (ONLY?.test('sending') ?? true) await measureSending()
  if (ONLY?.test('lists') ?? true) await measureLongLists()
} finally {
  load.kill()
  await dependencies.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measureSending(): Promise<void> {
  const opened = await ask({ kind: 'open' })
  if (!('port' in opened)) throw new Error('the receivers did not start')
  const url = `http://127.0.0.1:${opened.port}/`
  const split = await measureBurst(url, { organizations: ENDPOINTS, endpointsOfEach: 1 })
  const shared = await measureBurst(url, { organizations: 1, endpointsOfEach: ENDPOINTS })
  const backlog = await measureBacklog()
  console.table({ 'each change to one of four': split, 'each change to all four': shared })
  console.table({ backlog })
  console.log(JSON.stringify({ split, shared, backlog }))
}

async function measureLongLists(): Promise<void> {
  const organizationId = await createOrganization(dependencies.db, 'Benchmark', new Date())
  const input = { url: 'https://acme.example/' }
  const { id } = await createEndpoint(dependencies, { organizationId, input }, new Date())
  await fillLists(pool, { organizationId, id }, LISTED)
  const lists = await measureLists(dependencies.db, { organizationId, id }, LISTED)
  console.table(lists)
  console.log(JSON.stringify({ listed: LISTED, lists }))
}

async function ask(request: LoadRequest): Promise<LoadAnswer> {
  load.send(request)
  const [answer] = await once(load, 'message')
  return answer
}

type Shape = { organizations: number; endpointsOfEach: number }

async function measureBurst(url: string, { organizations, endpointsOfEach }: Shape) {
  const subjects: Subject[] = []
  for (let n = 0; n < organizations; n += 1) {
    const organizationId = await createOrganization(dependencies.db, `Benchmark ${n}`, new Date())
    for (let m = 0; m < endpointsOfEach; m += 1) {
      const input = { url, types: ['customer.updated' as const] }
      await createEndpoint(dependencies, { organizationId, input }, new Date())
    }
    subjects.push(...(await createCustomers(organizationId, CUSTOMERS / organizations)))
  }
  // One of each organization after another, so that the endpoints are equally busy.
  subjects.sort((a, b) => (a.customerId.slice(-12) < b.customerId.slice(-12) ? -1 : 1))
  const lanes = startLanes(true)
  const startedAt = new Date()
  const before = process.cpuUsage()
  const asked = { url: postgres.url, subjects, perSecond: PER_SECOND, seconds: SECONDS }
  const published = await ask({ kind: 'burst', ...asked })
  if (!('published' in published)) throw new Error('no changes were published')
  const deliveries = (published.published * ENDPOINTS) / organizations
  await untilDelivered(startedAt, deliveries)
  const seconds = (Date.now() - startedAt.getTime()) / 1_000
  await lanes.stop()
  const { user, system } = process.cpuUsage(before)
  return {
    changes: published.published,
    'published in s': round(published.seconds),
    deliveries,
    'all delivered after s': round(seconds),
    ...(await delaysSince(startedAt)),
    'ms of Node each': round((user + system) / 1_000 / deliveries),
  }
}

/** Measures the sender alone: everything is rendered, and only the deliveries are left. */
async function measureBacklog() {
  const { rows } = await pool.query('select count(*)::int as count from webhook_deliveries')
  const count = Math.min(BACKLOG, rows[0].count)
  const startedAt = new Date()
  await pool.query(
    `update webhook_deliveries set status = 'pending', attempts = 0, next_attempt_at = $1
     where (announcement_id, endpoint_id) in
       (select announcement_id, endpoint_id from webhook_deliveries order by position desc limit $2)`,
    [startedAt, count],
  )
  await pool.query('vacuum analyze webhook_deliveries')
  const sendingAt = Date.now()
  const lanes = startLanes(false)
  await untilDelivered(startedAt, count)
  const seconds = (Date.now() - sendingAt) / 1_000
  await lanes.stop()
  return { deliveries: count, seconds: round(seconds), 'deliveries/s': Math.round(count / seconds) }
}

function startLanes(withOutbox: boolean) {
  const stopping = new AbortController()
  const { signal } = stopping
  const lanes = [
    runWebhookLane({ ...dependencies, random: Math.random }, signal),
    ...(withOutbox ? [runOutboxLanes(dependencies, outboxHandlers(dependencies), signal)] : []),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(lanes)
    },
  }
}

async function untilDelivered(since: Date, count: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select count(*)::int as count from webhook_deliveries
       where status = 'succeeded' and last_attempt_at >= $1`,
      [since],
    )
    if (rows[0].count >= count) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Time from a change, just before its COMMIT, to the first attempt of each delivery. */
async function delaysSince(since: Date) {
  const { rows } = await pool.query(
    `select percentile_cont(array[0.5, 0.95, 1]) within group (
       order by extract(epoch from delivery.last_attempt_at - event.created_at) * 1000) as ms
     from webhook_deliveries delivery join outbox_events event on event.id = delivery.announcement_id
     where event.created_at >= $1`,
    [since],
  )
  const [p50, p95, most] = rows[0].ms.map(Math.round)
  return { 'p50 ms': p50, 'p95 ms': p95, 'most ms': most }
}

async function createCustomers(organizationId: string, count: number): Promise<Subject[]> {
  const ids = Array.from({ length: count }, newId)
  await pool.query(
    `insert into customers (id, organization_id, name, created_at, updated_at)
     select id, $1, 'Customer', now(), now() from unnest($2::uuid[]) as id`,
    [organizationId, ids],
  )
  return ids.map((customerId) => ({ organizationId, customerId }))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
