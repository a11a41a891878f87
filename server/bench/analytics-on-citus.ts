import pg from 'pg'
import { createWork, DAYS, largestCustomer } from './analytics-data.ts'
import { type Question, questionsOf } from './analytics-questions.ts'
import { closeWork } from './close-work.ts'
import { compareInTurn, type Figures, medianOf } from './in-turn.ts'
import { keepEarnings } from './keep-earnings.ts'
import { withServers, withSites } from './sites.ts'
import { type BenchServer, startServer } from './start-server.ts'

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const CUSTOMERS = Number(process.env.BENCH_DENSE_CUSTOMERS ?? 1_000)
const TURNS = Number(process.env.BENCH_TURNS ?? 3)
/** Requests per question and turn, after warm-up requests that are not counted. */
const TIMES = Number(process.env.BENCH_TIMES ?? 5)
const WARM_UP = 2

/** Measures reads on a cluster: milliseconds of the same questions over the same rows. */
export async function compareAnalytics(): Promise<void> {
  await withSites(
    (sites) =>
      withServers(sites, async (servers) => {
        const questions = await readQuestions(sites[0].url)
        await compareInTurn(sites, TURNS, ({ name }) => askAll(questions, servers[name]))
      }),
    fill,
  )
}

async function fill(url: string): Promise<void> {
  const { stop } = await startServer(url)
  await stop('SIGTERM')
  await withPool(url, async (pool) => {
    const { rows } = await pool.query('select id from organizations')
    await createWork(pool, rows[0].id, { events: EVENTS, customers: CUSTOMERS })
    await closeWork(url)
    await keepEarnings(url, rows[0].id)
  })
  await withPool(url, (pool) => pool.query('vacuum analyze'))
}

/**
 * Returns questions about the whole organization and its largest customer, for a month and for all
 * time.
 */
async function readQuestions(url: string): Promise<Question[]> {
  return withPool(url, async (pool) => {
    const largest = await largestCustomer(pool)
    const questions: Question[] = []
    for (const days of [30, DAYS]) {
      for (const customerId of [undefined, largest]) {
        questions.push(...(await questionsOf(pool, { days, customerId })))
      }
    }
    return questions
  })
}

async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** Returns the median of each question in milliseconds. */
async function askAll(questions: readonly Question[], server: BenchServer): Promise<Figures> {
  const figures: Record<string, number> = {}
  for (const { label, path } of questions) {
    const times: number[] = []
    for (let n = -WARM_UP; n < TIMES; n += 1) {
      const startedAt = performance.now()
      const answer = await fetch(`${server.url}${path}`, {
        headers: { 'x-api-key': server.apiKey },
      })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${path}: ${text}`)
      if (n >= 0) times.push(performance.now() - startedAt)
    }
    figures[label] = Math.round(medianOf(times) * 10) / 10
  }
  return figures
}
