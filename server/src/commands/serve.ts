import { once } from 'node:events'
import type { Command } from 'commander'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { createDependencies } from '../dependencies.ts'
import { acquireDataLock } from '../embedded-postgres/data-lock.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { loadSnapshot } from '../features/catalog/snapshot/load.ts'
import { createFirstOrganization, type FirstKeys } from '../features/organizations/first-run.ts'
import { findOrMakeSetupToken } from '../features/setup/token.ts'
import { whenReachable } from '../platform/database/when-reachable.ts'
import { openDatabase } from '../platform/database.ts'
import { createLog, type Log } from '../platform/log.ts'
import { collectGarbage } from '../platform/program/collect-garbage.ts'
import { startWorker } from '../worker.ts'
import { buildWorkerApp } from '../worker-app.ts'
import { migrateDatabase } from './database.ts'
import { explainingDatabase } from './explain-database.ts'
import { CommandError, print, readConfig } from './run.ts'
import { listen } from './serve/listen.ts'
import { type Stop, stopAll } from './serve/stop-all.ts'
import { welcome } from './serve/welcome.ts'
import { stopSignal, waitUnlessToldAgain } from './signals.ts'

const ROLES = ['all', 'api', 'worker'] as const
type Role = (typeof ROLES)[number]

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service until it is told to stop (SIGTERM or Ctrl-C)')
    .option('--role <role>', 'all, api (HTTP only) or worker (background jobs only)', 'all')
    .action(async ({ role }: { role: string }) => {
      const known = ROLES.find((candidate) => candidate === role)
      if (!known) throw new CommandError(`--role must be one of ${ROLES.join(', ')}, not "${role}"`)
      await serve(readConfig(), known)
      // Exits without waiting for what a stop may leave open, such as a mail server that does not
      // respond.
      process.exit()
    })
}

/** `stops` are in start order. */
type Run = { log: Log; stops: Stop[]; stopping: AbortSignal }

/**
 * Runs the service until it is stopped. Stopping begins only after the start has settled, so that
 * no start step outlives its dependencies.
 */
async function serve(config: Config, role: Role): Promise<void> {
  const log = createLog(config.logLevel)
  const stops: Stop[] = []
  const stopping = stopSignal(log)
  try {
    await start(config, role, { log, stops, stopping })
    if (!stopping.aborted) {
      await once(stopping, 'abort')
      // `/readyz` already answers 503: a load balancer redirects requests before the port closes.
      await waitUnlessToldAgain(config.shutdownDelaySeconds * 1_000, log)
    }
  } finally {
    if (!(await stopAll(stops, log))) process.exitCode = 1
  }
}

/** Starts the service step by step. After a stop signal it takes no further step. */
async function start(config: Config, role: Role, run: Run): Promise<void> {
  const { log, stops, stopping } = run
  const url = config.databaseUrl ?? (await startEmbedded(config, role, run))
  if (stopping.aborted) return
  const reach = <T>(work: () => Promise<T>) =>
    explainingDatabase(config.databaseUrl, () => whenReachable(work, run))
  const keys = await reach(() => prepareDatabase(config, role, url))
  if (stopping.aborted) return
  const now = () => new Date()
  const dependencies = await reach(() => createDependencies({ config, url, log, now, stopping }))
  stops.push({ name: 'dependencies', stop: dependencies.close })
  if (stopping.aborted) return
  if (role !== 'api') {
    const worker = await reach(() => startWorker(dependencies))
    stops.push({ name: 'worker', stop: worker.stop })
  }
  if (stopping.aborted) return
  const isWorker = role === 'worker'
  const app = isWorker ? await buildWorkerApp(dependencies) : await buildApp(dependencies)
  stops.push({ name: 'http', stop: () => app.close() })
  if (stopping.aborted) return
  await app.ready()
  // Before the port opens, because garbage collection pauses the process.
  await collectGarbage()
  if (stopping.aborted) return
  const { host } = config
  const place = isWorker
    ? { host, port: config.workerPort, setting: 'WORKER_PORT' }
    : { host, port: config.port }
  const address = await listen(app, place)
  if (isWorker) print(`The Piecework worker is running; ${address}/readyz and /metrics say how`)
  else {
    const setupToken = await findOrMakeSetupToken(dependencies.db, now())
    print(welcome({ config, address, keys, setupToken }))
  }
}

async function startEmbedded(config: Config, role: Role, { log, stops }: Run): Promise<string> {
  const { dataDir, publicUrl } = config
  const command = role === 'all' ? 'serve' : `serve --role ${role}`
  const lock = await acquireDataLock(dataDir, { command, url: publicUrl })
  stops.push({ name: 'data lock', stop: lock.release, isGround: true })
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  stops.push({ name: 'embedded PostgreSQL', stop: () => postgres.stop(), isGround: true })
  return postgres.url
}

/** Migrates, loads the catalog and creates the first organization, each only if needed. */
async function prepareDatabase(
  config: Config,
  role: Role,
  url: string,
): Promise<FirstKeys | undefined> {
  await migrateDatabase(url)
  const { db, close } = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  try {
    await loadSnapshot(db, new Date())
    // A worker does not show the first keys, so it does not create them.
    if (role === 'worker') return undefined
    return await createFirstOrganization(db, config.environment, new Date())
  } finally {
    await close()
  }
}
