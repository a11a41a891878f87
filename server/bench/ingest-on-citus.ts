import { compareInTurn, type Figures } from './in-turn.ts'
import { BATCH, BATCH_OF_ONE, type Load, measureLoad, SINGLE } from './ingest-loads.ts'
import { processorTime, sitePostgresTime } from './processor-time.ts'
import { type Site, withServers, withSites } from './sites.ts'
import type { BenchServer } from './start-server.ts'

const TURNS = Number(process.env.BENCH_TURNS ?? 4)
const LOADS: Readonly<Record<string, Load>> = {
  'batches of many customers': BATCH,
  'batches of one customer': BATCH_OF_ONE,
  'single records': SINGLE,
}

/**
 * Measures recording on a cluster: records per second and processor time of the same loads on both
 * sites.
 */
export async function compareIngest(): Promise<void> {
  await withSites((sites) =>
    withServers(sites, (servers) =>
      compareInTurn(sites, TURNS, (site) => measureSite(site, servers[site.name])),
    ),
  )
}

async function measureSite(site: Site, server: BenchServer): Promise<Figures> {
  const figures: Record<string, number> = {}
  for (const [name, load] of Object.entries(LOADS)) {
    const before = await timesOf(site, server)
    const { records, warmUpRecords, recordsPerSecond, refused } = await measureLoad(server, load)
    const after = await timesOf(site, server)
    if (refused > 0) throw new Error(`${refused} requests were refused`)
    const each = (ms: number) => Math.round((ms * 1_000) / (records + warmUpRecords))
    figures[`${name}, records/s`] = recordsPerSecond
    figures[`${name}, µs of Node each`] = each(after.node - before.node)
    figures[`${name}, µs of PostgreSQL each`] = each(after.postgres - before.postgres)
  }
  return figures
}

/** Returns processor time so far, in milliseconds. */
async function timesOf(site: Site, { pid }: BenchServer) {
  return { node: await processorTime(pid), postgres: await sitePostgresTime(site) }
}
