import { buildApp } from '../src/app.ts'
import { parseConfig } from '../src/config.ts'
import { createDependencies } from '../src/dependencies.ts'
import { createApiKey } from '../src/features/auth/api-keys.ts'
import { loadSnapshot } from '../src/features/catalog/snapshot/load.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import type { EventRow } from '../src/features/usage/ingest/event-row.ts'
import { migrate } from '../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { bareRoute } from './bare-route.ts'

/**
 * Runs the production app in a separate process for a benchmark, and prints its address to stdout.
 * In mode "without database", records are discarded, to measure the route alone. In mode "bare
 * route", it runs only Fastify.
 */
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
const app = mode === 'bare route' ? bareRoute() : await buildApp(dependencies)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ address, key })}\n`)
process.once('SIGTERM', async () => {
  await app.close()
  await dependencies.close()
})
