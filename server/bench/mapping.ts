import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { createUncostedEvents, isUntouched } from './mapping-data.ts'
import { isComparison, withSites } from './sites.ts'
import { startServer } from './start-server.ts'
import { startSteadyLoad } from './steady-load.ts'

/** Measures one mapping of very many events while records of all kinds arrive. */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const PER_SECOND = Number(process.env.BENCH_RATE ?? 50)
const BEFORE_SECONDS = 10
const KILLED_AFTER_SECONDS = 5

if (isComparison) {
  await withSites(async (sites) => {
    for (const { name, url } of sites) {
      console.log(name)
      await measureMapping(url)
    }
  })
} else {
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
  cleanUpOnExit({ dataDir }, { folder: dataDir })
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('error') })
  try {
    await measureMapping(postgres.url)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureMapping(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  try {
    const seeded = await startServer(databaseUrl)
    const { apiKey } = seeded
    await createUncostedEvents(pool, { ...seeded, events: EVENTS })
    const killed = map(seeded.url, apiKey).catch(() => 'killed')
    await sleep(KILLED_AFTER_SECONDS * 1_000)
    await seeded.stop('SIGKILL')
    const answer = await killed
    if (answer !== 'killed') throw new Error('the mapping was over before the kill')
    if (!(await isUntouched(pool, EVENTS)))
      throw new Error('a killed mapping left something behind')

    const { url, stop } = await startServer(databaseUrl)
    const alone = startSteadyLoad({ url, apiKey, perSecond: PER_SECOND })
    await sleep(BEFORE_SECONDS * 1_000)
    const before = await alone.stop()
    const beside = startSteadyLoad({ url, apiKey, perSecond: PER_SECOND })
    const startedAt = performance.now()
    const { backfilled } = await map(url, apiKey)
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    const during = await beside.stop()
    await stop('SIGTERM')
    console.table({ 'before the mapping': before.costed, 'beside it': during.costed })
    console.table({ 'unknown models before': before.unknown, 'beside it': during.unknown })
    console.log(JSON.stringify({ backfilled, seconds, load: loadavg()[0], before, during }))
  } finally {
    await pool.end()
  }
}

/** Uses Node's plain client, which has no timeout. */
async function map(url: string, apiKey: string): Promise<{ backfilled: number }> {
  const sent = request(`${url}/v1/events/map-model`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  })
  const body = {
    sourceModel: 'house-model',
    sourceProvider: 'in-house',
    targetModel: 'gpt-4o',
    targetProvider: 'openai',
  }
  const answered = once(sent, 'response')
  sent.end(JSON.stringify(body))
  const [answer] = await answered
  const answerText = await text(answer)
  if (answer.statusCode !== 200) throw new Error(`the mapping answered ${answerText}`)
  return JSON.parse(answerText)
}
