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
      for (const statement of step.statements) await patiently(() => join(client, statement))
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
      for (const statement of step.statements) await patiently(() => runAll(client, [statement]))
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

/** Whoever writes waits no longer than this waits for the lock. */
async function join(client: pg.ClientBase, statement: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${LOCK_WAIT}'`)
    await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
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
      await client.query('rollback')
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
