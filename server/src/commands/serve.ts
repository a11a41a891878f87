import type { Command } from 'commander'
import { buildApp } from '../app.ts'
import { createDependencies } from '../dependencies.ts'
import { loadSnapshot } from '../features/catalog/snapshot/load.ts'
import { createFirstOrganization, type FirstKeys } from '../features/organizations/first-run.ts'
import type { Config } from '../platform/config.ts'
import { acquireDataLock } from '../platform/data-lock.ts'
import { openDatabase } from '../platform/database.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { createLog, type Log } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { startWorker } from '../worker.ts'
import { CommandError, print, readConfig } from './run.ts'
import { welcome } from './welcome.ts'

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
    })
}

/** Things to stop, in the order in which they were started. */
type Stops = { name: string; stop: () => Promise<void> }[]

async function serve(config: Config, role: Role): Promise<void> {
  const log = createLog(config.logLevel)
  const stops: Stops = []
  const stopped = stopOnSignals(stops, log)
  try {
    await start(config, role, { log, stops })
  } catch (error) {
    await stopAll(stops, log)
    throw error
  }
  await stopped
}

async function start(
  config: Config,
  role: Role,
  { log, stops }: { log: Log; stops: Stops },
): Promise<void> {
  const url = config.databaseUrl ?? (await startEmbedded(config, role, { log, stops }))
  const keys = await prepareDatabase(config, url)
  const now = () => new Date()
  const dependencies = await createDependencies({ config, url, log, now })
  stops.push({ name: 'dependencies', stop: dependencies.close })
  if (role !== 'api') {
    const worker = await startWorker(dependencies)
    stops.push({ name: 'worker', stop: worker.stop })
  }
  if (role === 'worker') return
  const app = await buildApp(dependencies)
  stops.push({ name: 'http', stop: () => app.close() })
  const address = await listen(app, config)
  print(welcome({ config, address, keys }))
}

async function startEmbedded(
  config: Config,
  role: Role,
  { log, stops }: { log: Log; stops: Stops },
): Promise<string> {
  const { dataDir, publicUrl } = config
  const command = role === 'all' ? 'serve' : `serve --role ${role}`
  const lock = await acquireDataLock(dataDir, { command, url: publicUrl })
  stops.push({ name: 'data lock', stop: lock.release })
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  stops.push({ name: 'embedded PostgreSQL', stop: () => postgres.stop() })
  return postgres.url
}

/** Migrates, loads the catalog and creates the first organization; each only where needed. */
async function prepareDatabase(config: Config, url: string): Promise<FirstKeys | undefined> {
  const { db, close } = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  try {
    await migrate(db)
    await loadSnapshot(db, new Date())
    return await createFirstOrganization(db, config.environment, new Date())
  } finally {
    await close()
  }
}

async function listen(
  app: Awaited<ReturnType<typeof buildApp>>,
  { host, port }: Config,
): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new CommandError(
        `Port ${port} on ${host} is taken by another program; set PORT to a free one`,
      )
    }
    throw error
  }
}

/** Resolves after a signal, once everything has stopped. A second signal ends the process. */
function stopOnSignals(stops: Stops, log: Log): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        log.info({ signal }, 'stopping')
        process.once(signal, () => process.exit(1))
        void stopAll(stops, log).then(resolve)
      })
    }
  })
}

/** The last thing started stops first: HTTP answers what it has, then the database goes. */
async function stopAll(stops: Stops, log: Log): Promise<void> {
  for (let next = stops.pop(); next; next = stops.pop()) {
    const { name, stop } = next
    await stop().catch((error) => log.error({ err: error, name }, 'did not stop cleanly'))
  }
}
