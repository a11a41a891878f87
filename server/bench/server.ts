import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildApp } from '../src/app.ts'
import { parseConfig } from '../src/config.ts'
import { createDependencies } from '../src/dependencies.ts'
import { createApiKey } from '../src/features/auth/api-keys.ts'
import { loadSnapshot } from '../src/features/catalog/snapshot/load.ts'
import { runEarningsLane } from '../src/features/earnings/refresh/lane.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import type { EventRow } from '../src/features/usage/ingest/event-row.ts'
import { migrate } from '../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { bareRoute } from './bare-route.ts'

/**
 * Runs the production app and the refresh of kept earnings in a separate process for a benchmark, and prints its
 * address to stdout.
 * In mode "without database", records are discarded, to measure the route alone. In mode "bare
 * route", it runs only Fastify.
 */
const LOOP_RESOLUTION_MS = 2
const [, , url = '', mode = ''] = process.argv
const parsed = parseConfig({
  RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
  PORT: '0',
  PIECEWORK_SECRET: 'x'.repeat(32),
})
if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
const { config } = parsed

const prepared = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
await migrate(prepared.db)
await loadSnapshot(prepared.db, new Date())
const kept = await prepared.db.selectFrom('organizations').select('id').executeTakeFirst()
const organizationId = kept?.id ?? (await createOrganization(prepared.db, 'Benchmark', new Date()))
const newKey = { organizationId, type: 'secret', environment: 'test', name: 'bench' } as const
const { key } = await createApiKey(prepared.db, newKey, new Date())
await prepared.close()

const log = createLog(config.logLevel)
const dependencies = await createDependencies({ config, url, log, now: () => new Date() })
if (mode === 'without database') {
  dependencies.usage.ingestion.write = async (rows: readonly EventRow[]) =>
    rows.map((row) => ({ kind: 'stored', cost: row.cost }))
}
const stopping = new AbortController()
const isWhole = mode === ''
const refreshing = isWhole ? runEarningsLane(dependencies, stopping.signal) : undefined
const app = mode === 'bare route' ? bareRoute() : await buildApp(dependencies)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ address, key })}\n`)

const loopDelay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
loopDelay.enable()
// Answers any message with the longest time in milliseconds that the event loop was held since the last one.
process.on('message', () => {
  process.send?.(Math.max(0, loopDelay.max / 1e6 - LOOP_RESOLUTION_MS))
  loopDelay.reset()
})
process.channel?.unref()

process.once('SIGTERM', async () => {
  stopping.abort()
  await app.close()
  await refreshing
  await dependencies.close()
})
