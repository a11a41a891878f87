import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isRetryable } from '../database/errors.ts'
import { OperatorError } from '../program/operator-error.ts'
import { fingerprint } from './fingerprints.ts'
import { readForeignKeys } from './foreign-keys.ts'
import type { Step } from './plan.ts'

/** Writers are asked to wait again and again, and never for longer than they wait for a lock. */
const LOCK_WAIT = '2s'
const ATTEMPTS = 60
const PAUSE_MS = 1_000
/** Taking rows away needs a table for itself: readers wait for so long at most, a tenth of the time. */
const TIDY_LOCK_WAIT = '500ms'
const TIDY_PAUSE_MS = 5_000

export type Say = (text: string) => void

/** Does a step. What it had not finished when it is interrupted is planned again. */
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
        await patiently(() => alone(client, statement, LOCK_WAIT))
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

/** In a transaction of its own. Whoever uses the table waits no longer than this waits for the lock. */
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

/** On a lost connection there is nothing to take back. */
async function takeBack(client: pg.ClientBase): Promise<void> {
  await client.query('rollback').catch(() => undefined)
}

/** Ended by the limit for a statement. */
function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

/**
 * What somebody reads for long, as a backup does, comes last: nothing but space waits for it. Throws when
 * it is still read after five minutes.
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
 * Moves tables while whoever writes to them waits: all of them or, when anything differs afterwards,
 * none.
 */
async function stop(client: pg.ClientBase, step: Step, say: Say): Promise<void> {
  const { tables, statements } = step
  const seconds = await patiently(async () => {
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
            `${name}: ${rows} rows before and ${now?.rows} after, or not the same; nothing of this step was kept`,
          )
        }
      }
      if ((await readForeignKeys(client, tables)).join() !== keys.join()) {
        throw new OperatorError('The foreign keys differ; nothing of this step was kept')
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

/** Again while somebody else holds what it needs: then they go first, and nobody waits for long. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error
      await sleep(PAUSE_MS)
    }
  }
}
