import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isRetryable } from '../database/errors.ts'
import { OperatorError } from '../program/operator-error.ts'
import { fingerprint } from './fingerprints.ts'
import { readForeignKeys } from './foreign-keys.ts'
import type { Step } from './plan.ts'

/** Each attempt blocks writers for at most this lock timeout, and is repeated after a pause. */
const LOCK_WAIT = '2s'
const ATTEMPTS = 60
const PAUSE_MS = 1_000
/**
 * Removing rows needs an exclusive lock. Readers wait for at most this lock timeout in each
 * attempt, and the pause after it is ten times as long.
 */
const TIDY_LOCK_WAIT = '500ms'
const TIDY_PAUSE_MS = 5_000

export type Say = (text: string) => void

/** Runs a step. After an interruption, its unfinished part is planned again. */
export async function doStep(client: pg.ClientBase, step: Step, say: Say): Promise<void> {
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1)
  switch (step.kind) {
    case 'settings':
      await runAll(client, step.statements)
      say('set what the database needs')
      return
    case 'join':
      for (const statement of step.statements) {
        await retryOnLock(() => alone(client, statement, LOCK_WAIT))
      }
      say(`${step.tables.length} tables: committed together with what the nodes hold`)
      return
    case 'online':
      await runAll(client, step.statements)
      say(`${namesOf(step)}: moved while the service went on, ${seconds()} s`)
      return
    case 'stop':
      await stop(client, step, say)
      return
    case 'tidy':
      await tidy(client, step)
      say(`took away what stayed behind of ${step.tables.length} tables, ${seconds()} s`)
      return
    default:
      return step.kind satisfies never
  }
}

export function namesOf({ tables }: Step): string {
  return tables.map(({ name }) => name).join(', ')
}

async function runAll(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

/**
 * Runs a statement in its own transaction. Other users of the table wait no longer than its lock
 * timeout.
 */
async function alone(client: pg.ClientBase, statement: string, lockWait: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${lockWait}'`)
    await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await takeBack(client)
    throw error
  }
}

/** On a lost connection there is nothing to roll back. */
async function takeBack(client: pg.ClientBase): Promise<void> {
  await client.query('rollback').catch(() => undefined)
}

/** Returns whether the statement was ended by its time limit. */
function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

/**
 * Removes old rows; tables under long reads, such as a backup, come last, because only disk space
 * depends on it. Throws when a table is still being read after five minutes.
 */
async function tidy(client: pg.ClientBase, { statements }: Step): Promise<void> {
  let left: readonly string[] = statements
  for (let attempt = 1; ; attempt += 1) {
    const held: string[] = []
    for (const statement of left) {
      await alone(client, statement, TIDY_LOCK_WAIT).catch((error) => {
        if (!isRetryable(error)) throw error
        held.push(statement)
      })
    }
    if (held.length === 0) return
    if (attempt === ATTEMPTS) throw new OperatorError(stillRead(held))
    left = held
    await sleep(TIDY_PAUSE_MS)
  }
}

function stillRead(statements: readonly string[]): string {
  const lines = statements.map((statement) => `  ${statement}`).join('\n')
  return `All tables have moved, and transactions that go on for long still read what stayed behind of some. Run scale-out again when they have ended; this is left:\n${lines}`
}

/**
 * Moves tables while their writers wait. All tables move, or none if anything differs afterwards.
 */
async function stop(client: pg.ClientBase, step: Step, say: Say): Promise<void> {
  const { tables, statements } = step
  const seconds = await retryOnLock(async () => {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = '${LOCK_WAIT}'`)
      const [first, second, lock, ...moves] = statements
      await runAll(
        client,
        [first, second, lock].filter((one) => one !== undefined),
      )
      const stoppedAt = performance.now()
      say(`${tables.length} tables: their writers wait`)
      await client.query('set local lock_timeout = 0')
      const before = await fingerprint(client, tables)
      const keys = await readForeignKeys(client, tables)
      await runAll(client, moves)
      const after = await fingerprint(client, tables)
      for (const [name, { rows, sum }] of before) {
        const now = after.get(name)
        if (now?.rows !== rows || now.sum !== sum) {
          throw new OperatorError(
            `${name}: ${rows} rows before and ${now?.rows} after, or different rows; this step was rolled back`,
          )
        }
      }
      if ((await readForeignKeys(client, tables)).join() !== keys.join()) {
        throw new OperatorError('The foreign keys differ; this step was rolled back')
      }
      await client.query('commit')
      say(`${rowsOf(before)} rows and ${keys.length} foreign keys are the same before and after`)
      return (performance.now() - stoppedAt) / 1_000
    } catch (error) {
      if (isTooLong(error)) say('a node does not answer; taking back what was done of this step')
      await takeBack(client)
      throw error
    }
  })
  say(`${tables.length} tables: moved while their writers waited, ${seconds.toFixed(1)} s`)
}

function rowsOf(fingerprints: ReadonlyMap<string, { rows: string }>): number {
  return [...fingerprints.values()].reduce((sum, { rows }) => sum + Number(rows), 0)
}

/**
 * Retries after a pause while another session holds a needed lock, so that other sessions proceed
 * first and never wait long.
 */
async function retryOnLock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error
      await sleep(PAUSE_MS)
    }
  }
}
