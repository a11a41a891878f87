/**
 * Measures how long after the answer to a record that reaches a threshold its alert is in the outbox, and
 * its webhook is tried, while other customers are recorded. The service, its lanes and the receiver share a
 * process. BENCH_SECONDS sets the size.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from '../src/app.ts'
import { parseConfig } from '../src/config.ts'
import { outboxHandlers } from '../src/consumers.ts'
import { createDependencies, type Dependencies } from '../src/dependencies.ts'
import { createApiKey } from '../src/features/auth/api-keys.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { runOutboxLanes } from '../src/features/outbox/lanes.ts'
import { createEndpoint } from '../src/features/webhooks/endpoints/service.ts'
import { runWebhookLane } from '../src/features/webhooks/sending/lane.ts'
import { createLog } from '../src/platform/log.ts'
import { latencyOf } from './latency.ts'

const CUSTOMERS_PER_SECOND = 20
const OTHERS_PER_SECOND = 500
const OTHERS = 1_000
const BATCH_MS = 50
/** Of the budget; each record costs 0.0075. */
const [AMOUNT, RECORDS_TO_THRESHOLD] = ['0.06', 4]
const WAIT_MS = 10_000
const BATCH = 100
const STARTING_MS = 5_000

type Given = { url: string; dataDir: string; seconds: number }

/** Returns the times in milliseconds; `missing` counts alerts that took longer than ten seconds. */
export async function measureAlertDelays({ url, dataDir, seconds }: Given) {
  const parsed = parseConfig({ LOG_LEVEL: 'error', PORT: '0', RATE_LIMIT: '0' })
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const config = { ...parsed.config, dataDir }
  const log = createLog(config.logLevel)
  const dependencies = await createDependencies({ config, url, log, now: () => new Date() })
  const stopping = new AbortController()
  const { signal } = stopping
  const app = await buildApp(dependencies)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const arrived = new Map<string, number>()
  const receiver = await startReceiver(arrived)
  const lanes = [
    runOutboxLanes(dependencies, outboxHandlers(dependencies), signal),
    runWebhookLane({ ...dependencies, random: Math.random }, signal),
  ]
  try {
    const organizationId = await createOrganization(dependencies.db, 'Alerts', new Date())
    const input = { url: receiver.url, types: ['budget.threshold_reached' as const] }
    await createEndpoint(dependencies, { organizationId, input }, new Date())
    const post = await poster(dependencies, { organizationId, address })
    const terms = { name: 'A day', measure: 'cost', period: 'day', action: 'alert' }
    await post('/v1/budgets', { ...terms, amount: AMOUNT, thresholds: [50] })
    await recordEach(post, seconds)
    const others = startOthers(post)
    const stored = watchAlerts(dependencies, organizationId)
    const answered = await reachThresholds(post, seconds)
    await untilAll(answered, [stored.seen, arrived])
    await Promise.all([others.stop(), stored.stop()])
    return {
      'record answered to alert in the outbox': delays(answered, stored.seen),
      'record answered to webhook tried': delays(answered, arrived),
    }
  } finally {
    stopping.abort()
    await app.close()
    await Promise.all(lanes)
    receiver.stop()
    await dependencies.close()
  }
}

type Post = (path: string, body: unknown) => Promise<void>

async function poster(
  { db }: Dependencies,
  { organizationId, address }: { organizationId: string; address: string },
): Promise<Post> {
  const newKey = { organizationId, type: 'secret', environment: 'test', name: 'bench' } as const
  const { key } = await createApiKey(db, newKey, new Date())
  return async (path, body) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  }
}

const record = (customerExternalId: string) => ({
  ...{ customerExternalId, agentCode: 'support', signalName: 'ticket' },
  ...{ model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1_000, outputTokens: 500 },
})

const small = (customerExternalId: string) => ({
  ...record(customerExternalId),
  ...{ inputTokens: 1, outputTokens: 1 },
})

/** Notes when each customer's webhook arrives. */
async function startReceiver(arrived: Map<string, number>) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const at = performance.now()
    response.end()
    const { customerExternalId } = JSON.parse(body).data
    if (!arrived.has(customerExternalId)) arrived.set(customerExternalId, at)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

/** Records once for every customer: a process that has just started looks at each first. */
async function recordEach(post: Post, seconds: number): Promise<void> {
  const watched = Array.from({ length: seconds * CUSTOMERS_PER_SECOND }, (_, n) => `watched-${n}`)
  const others = Array.from({ length: OTHERS }, (_, n) => `other-${n}`)
  for (const all of [watched.map(record), others.map(small)]) {
    for (let n = 0; n < all.length; n += BATCH) {
      await post('/v1/usage/record', { records: all.slice(n, n + BATCH) })
    }
  }
  await new Promise((resolve) => setTimeout(resolve, STARTING_MS))
}

/** Customers that reach no threshold in the time: their records cost next to nothing. */
function startOthers(post: Post): { stop: () => Promise<void> } {
  const sent: Promise<void>[] = []
  let n = 0
  const timer = setInterval(() => {
    const records = Array.from({ length: (OTHERS_PER_SECOND * BATCH_MS) / 1_000 }, () =>
      small(`other-${n++ % OTHERS}`),
    )
    sent.push(post('/v1/usage/record', { records }))
  }, BATCH_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(sent)
    },
  }
}

/** Notes when the alert of each customer can be read, looking every 10 ms. */
function watchAlerts({ pool }: Dependencies, organizationId: string) {
  const seen = new Map<string, number>()
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      const { rows } = await pool.query<{ externalId: string }>(
        `select customers.external_id as "externalId" from budget_alerts alerts
         join customers on customers.id = alerts.customer_id
         where alerts.organization_id = $1`,
        [organizationId],
      )
      const at = performance.now()
      for (const { externalId } of rows) if (!seen.has(externalId)) seen.set(externalId, at)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  return {
    seen,
    stop: () => {
      isStopped = true
      return watching
    },
  }
}

/** Records customer after customer up to the threshold; returns when each one's last record was answered. */
async function reachThresholds(post: Post, seconds: number): Promise<Map<string, number>> {
  const answered = new Map<string, number>()
  const sent: Promise<void>[] = []
  for (let n = 0; n < seconds * CUSTOMERS_PER_SECOND; n += 1) {
    sent.push(
      (async () => {
        for (let at = 1; at < RECORDS_TO_THRESHOLD; at += 1) {
          await post('/v1/usage/record', { records: [record(`watched-${n}`)] })
        }
        answered.set(`watched-${n}`, performance.now())
      })(),
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000 / CUSTOMERS_PER_SECOND))
  }
  await Promise.all(sent)
  return answered
}

async function untilAll(
  answered: ReadonlyMap<string, number>,
  found: readonly ReadonlyMap<string, number>[],
): Promise<void> {
  const until = performance.now() + WAIT_MS
  while (performance.now() < until && found.some(({ size }) => size < answered.size)) {
    await new Promise((resolve) => setTimeout(resolve, BATCH_MS))
  }
}

/** The alert of a record may be there before its answer: that counts as at once. */
function delays(answered: ReadonlyMap<string, number>, found: ReadonlyMap<string, number>) {
  const times = [...answered].flatMap(([customer, at]) => {
    const then = found.get(customer)
    return then === undefined ? [] : [Math.max(then - at, 0)]
  })
  return { ...latencyOf(times), missing: answered.size - times.length }
}
