import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../src/app.ts'
import { parseConfig } from '../src/config.ts'
import { createDependencies } from '../src/dependencies.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { createApiKey } from '../src/features/auth/api-keys.ts'
import { generateInvoice } from '../src/features/billing/generate.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { portalCookie } from '../src/features/portal-sessions/cookie.ts'
import { makePortalLink } from '../src/features/portal-sessions/make-link.ts'
import { openLink } from '../src/features/portal-sessions/visit.ts'
import { migrate } from '../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { createLargeCustomer } from './billing-data.ts'

/**
 * Measures the portal for a customer with very many events in the current period, and the explanation
 * of an invoice line, which has a quarter of them.
 */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const TIMES = Number(process.env.BENCH_TIMES ?? 200)
const WARM_UP = 20
/** In the last hour of the month that contains all events. */
const NOW = new Date('2026-03-31T23:00:00Z')

const parsed = parseConfig({ LOG_LEVEL: 'error', PORT: '0', RATE_LIMIT: '0' })
if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
const { config } = parsed
const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
cleanUpOnExit({ dataDir }, { folder: dataDir })
const log = createLog(config.logLevel)
const postgres = await startEmbeddedPostgres({ dataDir, log })
try {
  const { url } = postgres
  const prepared = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  await migrate(prepared.db)
  const organizationId = await createOrganization(prepared.db, 'Benchmark', NOW)
  const dependencies = await createDependencies({
    config: { ...config, dataDir },
    url,
    log,
    now: () => NOW,
  })
  const { db } = dependencies
  // Without the limits of the service, which millions of events exceed.
  const filling = new pg.Pool({ connectionString: url, max: 1 })
  const customer = await createLargeCustomer(filling, organizationId, EVENTS)
  await filling.end()
  await prepared.close()
  const app = await buildApp(dependencies)
  try {
    const { customerId, subscriptionId } = customer
    const command = { organizationId, customerId, returnUrl: null, features: [], actor: null }
    const { token } = await makePortalLink({ db, config }, command, NOW)
    const opened = await openLink({ db, cookie: portalCookie(config) }, token, NOW)
    if (opened.kind !== 'opened') throw new Error(`the link is ${opened.kind}`)
    const cookie = opened.setCookie.split(';', 1)[0] ?? ''
    const measured: Record<string, object> = {}
    const line = await firstLine()
    const { key } = await createApiKey(
      db,
      { organizationId, name: 'Benchmark', type: 'secret', environment: 'test' },
      NOW,
    )
    const ofOperator = { 'x-api-key': key }
    const { nextAfter } = await read(`/v1/${line}/events?limit=100`, ofOperator)
    const reads = {
      explanation: '',
      events: 'events',
      'events after a cursor': `events?after=${nextAfter}`,
    }
    for (const [name, path] of Object.entries(reads)) {
      const url = `/v1/${line}/${path === '' ? 'explanation' : path}`
      for (const atOnce of [1, 8]) {
        measured[`line ${name}, ${atOnce} at once`] = await measure(url, atOnce, ofOperator)
      }
    }
    for (const path of ['session', 'overview', `usage?subscriptionId=${subscriptionId}`]) {
      const name = path.split('?', 1)[0] ?? ''
      for (const atOnce of [1, 8])
        measured[`${name}, ${atOnce} at once`] = await measure(`/v1/portal/${path}`, atOnce, {
          cookie,
        })
    }
    console.table(measured)
    console.log(JSON.stringify({ events: EVENTS, measured }))

    /** Generates an invoice of the events; returns the path of its first usage line. */
    async function firstLine(): Promise<string> {
      const clock = { now: NOW, businessNow: NOW }
      const key = { organizationId, customerId, subscriptionId, asked: {} }
      const { id, lineItems } = await generateInvoice(db, key, clock)
      const usage = lineItems.find(({ type }) => type === 'usage')
      console.log(`the line has ${usage?.eventCount} events`)
      return `invoices/${id}/lines/${usage?.id}`
    }

    async function read(url: string, headers: Record<string, string>) {
      const answer = await app.inject({ url, headers })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json()
    }

    async function measure(url: string, atOnce: number, headers: Record<string, string>) {
      const times: number[] = []
      const ask = async () => {
        const startedAt = performance.now()
        await read(url, headers)
        times.push(performance.now() - startedAt)
      }
      for (let n = 0; n < WARM_UP; n += 1) await ask()
      times.length = 0
      while (times.length < TIMES) await Promise.all(Array.from({ length: atOnce }, ask))
      times.sort((a, b) => a - b)
      const at = (share: number) => {
        return Math.round((times[Math.floor((times.length - 1) * share)] ?? 0) * 10) / 10
      }
      return { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'at most ms': at(1) }
    }
  } finally {
    await app.close()
    await dependencies.close()
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
