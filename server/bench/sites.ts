import pg from 'pg'
import { MOVED_SUMS, STANDING_EVENTS } from '../src/features/usage/moved-sums.ts'
import { openDatabase } from '../src/platform/database.ts'
import { scaleOut } from '../src/platform/scale-out/scale-out.ts'
import { startCluster } from '../test/citus/cluster.ts'
import { createPlain, introduceNodes, prepareNodes } from '../test/citus/nodes.ts'
import {
  copyDatabase,
  firstOf,
  onServer,
  type Servers,
  withDatabase,
} from '../test/support/servers.ts'
import { type BenchServer, startServer } from './start-server.ts'

/** A database to measure: tables of one PostgreSQL, or of a coordinator and two workers. */
export type Site = {
  name: 'plain' | 'cluster'
  url: string
  /** Connections to each PostgreSQL that works for this site. */
  nodes: readonly pg.Pool[]
}

export type Sites = readonly [plain: Site, cluster: Site]

/** True when a benchmark should compare both: `npm run bench:ingest -- --citus`. */
export const isComparison = process.argv.includes('--citus')

/**
 * Starts both sites on new nodes and stops them after the work. Data is durable, as in production.
 * The plain database runs on the coordinator's PostgreSQL, so that only Citus differs. `fill`
 * creates its tables, which are then moved to the cluster; without it both are empty.
 */
export async function withSites(
  work: (sites: Sites) => Promise<void>,
  fill?: (url: string) => Promise<void>,
): Promise<void> {
  const { CITUS_PROGRAMS } = process.env
  if (!CITUS_PROGRAMS) {
    throw new Error(
      'Set CITUS_PROGRAMS to the programs of a PostgreSQL with Citus (CONTRIBUTING.md)',
    )
  }
  const { nodes, stop } = await startCluster(CITUS_PROGRAMS, { isDurable: true })
  const pools: pg.Pool[] = []
  try {
    const servers = await prepareNodes(nodes.map(({ url }) => url))
    pools.push(...servers.urls.map((url) => new pg.Pool({ connectionString: url, max: 1 })))
    const coordinator = firstOf(servers.urls)
    const [plain, cluster] = [
      withDatabase(coordinator, 'plain'),
      withDatabase(coordinator, 'cluster'),
    ]
    await createPlain({ ...servers, urls: [coordinator] }, 'plain')
    if (fill) {
      await fill(plain)
      await moveCopy(servers)
    } else {
      await copyDatabase(servers, { name: 'cluster', template: servers.empty })
    }
    await work([
      { name: 'plain', url: plain, nodes: pools.slice(0, 1) },
      { name: 'cluster', url: cluster, nodes: pools },
    ])
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
    await stop()
  }
}

/** Runs the service on each site, concurrently, until the work has ended. */
export async function withServers(
  [plain, cluster]: Sites,
  work: (servers: Readonly<Record<Site['name'], BenchServer>>) => Promise<void>,
): Promise<void> {
  const servers = {
    plain: await startServer(plain.url),
    cluster: await startServer(cluster.url),
  }
  try {
    await work(servers)
  } finally {
    await Promise.all(Object.values(servers).map(({ stop }) => stop('SIGTERM')))
  }
}

/**
 * Copies the plain database and moves the copy to the nodes, so that both sites have the same rows.
 */
async function moveCopy(servers: Servers): Promise<void> {
  const [coordinator = '', ...workers] = servers.urls
  await onServer(coordinator, ['create database cluster template plain strategy file_copy'])
  await createPlain({ ...servers, urls: workers }, 'cluster')
  await introduceNodes(servers, 'cluster')
  const url = withDatabase(coordinator, 'cluster')
  const database = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  const client = new pg.Client(url)
  await client.connect()
  await scaleOut(
    { client, db: database.db },
    {
      service: { processes: 1, poolSize: 14 },
      plannedNodes: undefined,
      // There are no concurrent writes.
      onlineAboveBytes: Number.POSITIVE_INFINITY,
      standing: STANDING_EVENTS,
      balances: MOVED_SUMS,
      say: () => undefined,
    },
  )
  await client.query('vacuum analyze')
  await client.end()
  await database.close()
}
