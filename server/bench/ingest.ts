import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { insertDirectly } from './direct-inserts.ts'
import { BATCH, measureLoad, SECONDS, SINGLE } from './ingest-loads.ts'
import { compareIngest } from './ingest-on-citus.ts'
import type { LoadResult } from './load.ts'
import { isComparison } from './sites.ts'
import { type BenchServer, startServer } from './start-server.ts'

if (isComparison) await compareIngest()
else await measureIngest()

async function measureIngest(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
  cleanUpOnExit({ dataDir }, { folder: dataDir })
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: createLog('error') })
  try {
    const single = (server: BenchServer) => measureLoad(server, SINGLE)
    const routeOnly = await withServer(await startServer(url, 'without database'), single)
    const bareRoute = await withServer(await startServer(url, 'bare route'), single)
    const { batches, singles, memory } = await withServer(
      await startServer(url),
      async (server) => ({
        batches: await measureLoad(server, BATCH),
        singles: await measureLoad(server, SINGLE),
        memory: await residentMegabytes(server.url),
      }),
    )
    const directRows = await insertDirectly(url, SECONDS)
    report({ batches, singles, routeOnly, bareRoute, directRows, memory })
  } finally {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function withServer<T>(
  server: BenchServer,
  work: (server: BenchServer) => Promise<T>,
): Promise<T> {
  try {
    return await work(server)
  } finally {
    await server.stop('SIGTERM')
  }
}

async function residentMegabytes(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1]
  return Math.round(Number(bytes) / 1_048_576)
}

function report(found: {
  batches: LoadResult
  singles: LoadResult
  routeOnly: LoadResult
  bareRoute: LoadResult
  directRows: number
  memory: number
}): void {
  const { batches, singles, routeOnly, bareRoute, directRows } = found
  const row = (what: string, { recordsPerSecond, milliseconds, refused }: LoadResult) => ({
    what,
    'records/s': recordsPerSecond,
    'p50 ms': milliseconds.p50.toFixed(1),
    'p95 ms': milliseconds.p95.toFixed(1),
    'p99 ms': milliseconds.p99.toFixed(1),
    refused,
  })
  console.table([
    row('batches of 100, 16 connections', batches),
    row('single records, 64 connections', singles),
    row('bound: the route without the database', routeOnly),
    row('bound: a bare route of Fastify with the same schemas', bareRoute),
    { what: 'bound: multi-row inserts into the same tables', 'records/s': directRows },
  ])
  const ratios = {
    batchesToDirectInserts: ratio(batches.recordsPerSecond, directRows),
    singlesToRouteOnly: ratio(singles.recordsPerSecond, routeOnly.recordsPerSecond),
    routeOnlyToBareRoute: ratio(routeOnly.recordsPerSecond, bareRoute.recordsPerSecond),
  }
  console.table(ratios)
  const { memory, ...figures } = found
  console.log(JSON.stringify({ ...figures, ratios, memoryMegabytes: memory }))
}

function ratio(a: number, b: number): number {
  return Math.round((a / b) * 100) / 100
}
