import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { endWithUs } from '../test/support/end-with-us.ts'
import { insertDirectly } from './direct-inserts.ts'
import { type LoadResult, runLoad } from './load.ts'
import { benchBodies } from './records.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const WARM_UP_SECONDS = 3
const BATCH = { recordsPerBody: 100, connections: 16, bodies: benchBodies(200, 100) }
/** As `npm start` runs it: room for what a few batches leave behind, collected in one go. */
const FLAGS_OF_START = ['--max-semi-space-size=128']
const SINGLE = { recordsPerBody: 1, connections: 64, bodies: benchBodies(400, 1) }

const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
endWithUs({ dataDir }, { folder: dataDir })
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('error') })
try {
  const routeOnly = await withServer('without database', (server) => measure(server, SINGLE))
  const bareRoute = await withServer('bare route', (server) => measure(server, SINGLE))
  const { batches, singles, memory } = await withServer('', async (server) => ({
    batches: await measure(server, BATCH),
    singles: await measure(server, SINGLE),
    memory: await server.memory(),
  }))
  const directRows = await insertDirectly(postgres.url, SECONDS)
  report({ batches, singles, routeOnly, bareRoute, directRows, memory })
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

type Server = { url: string; apiKey: string; memory: () => Promise<number> }

async function withServer<T>(mode: string, work: (server: Server) => Promise<T>): Promise<T> {
  const child = spawn(
    process.execPath,
    [...FLAGS_OF_START, join(import.meta.dirname, 'server.ts'), postgres.url, mode],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  if (child.pid) endWithUs({ pid: child.pid })
  try {
    const { address, key } = await firstLine(child)
    return await work({ url: address, apiKey: key, memory: () => residentMegabytes(address) })
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

async function firstLine(child: ChildProcess): Promise<{ address: string; key: string }> {
  if (!child.stdout) throw new Error('the server has no stdout')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error('the server ended before it listened')
}

async function residentMegabytes(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1]
  return Math.round(Number(bytes) / 1_048_576)
}

async function measure(server: Server, load: typeof BATCH): Promise<LoadResult> {
  await runLoad({ ...server, ...load, seconds: WARM_UP_SECONDS })
  return runLoad({ ...server, ...load, seconds: SECONDS })
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
