import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../src/app.ts'
import { parseConfig } from '../src/config.ts'
import { createDependencies } from '../src/dependencies.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { createApiKey } from '../src/features/auth/api-keys.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { migrate } from '../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { createCreditCustomer } from './credit-data.ts'

/**
 * Measures how long the credit of a customer takes to read, with ten priced signals a subscription
 * and usage of all of them in every quarter of an hour of the month, and the statements it needs.
 */
const TIMES = Number(process.env.BENCH_TIMES ?? 300)
const WARM_UP = 50
/** In the last hour of the month that contains all usage. */
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
  await prepared.close()
  const dependencies = await createDependencies({
    config: { ...config, dataDir },
    url,
    log,
    now: () => NOW,
  })
  const { db, pool } = dependencies
  const app = await buildApp(dependencies)
  try {
    const wanted = {
      organizationId,
      name: 'Benchmark',
      type: 'secret',
      environment: 'test',
    } as const
    const { key } = await createApiKey(db, wanted, NOW)
    const measured: Record<string, object> = {}
    for (const subscriptions of [1, 2]) {
      const customerId = await createCreditCustomer(pool, organizationId, subscriptions)
      const name = `${subscriptions} subscription${subscriptions === 1 ? '' : 's'}`
      measured[name] = await measure(`/v1/customers/${customerId}/credit`, key)
    }
    console.table(measured)
    console.log(JSON.stringify({ measured }))
  } finally {
    await app.close()
    await dependencies.close()
  }

  async function measure(path: string, key: string) {
    const times: number[] = []
    for (let n = -WARM_UP; n < TIMES; n += 1) {
      const startedAt = performance.now()
      const answer = await app.inject({ url: path, headers: { 'x-api-key': key } })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      if (n >= 0) times.push(performance.now() - startedAt)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => {
      return Math.round((times[Math.floor((times.length - 1) * share)] ?? 0) * 10) / 10
    }
    return { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'at most ms': at(1) }
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
