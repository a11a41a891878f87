import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseUnreachable } from '../database/errors.ts'
import { listExecuted, requireFilledSchema } from '../database/migrations/migrate.ts'
import type { Db } from '../database.ts'
import { OperatorError } from '../program/operator-error.ts'
import { type Cluster, readCluster } from './cluster.ts'
import { type Compared, compare, keepBefore } from './comparison.ts'
import { doStep, type Say } from './move.ts'
import { readObstacles } from './obstacles.ts'
import { planSteps, type Step, shardsFor, shardsOf } from './plan.ts'
import { connectionsOf, coordinatorProblem, problemsOf, type Service } from './problems.ts'
import { type PlacedTable, readTables } from './tables.ts'

export type ScaleOutOptions = Compared & {
  service: Service
  /** Planned number of nodes with shards; undefined: the current number. */
  plannedNodes: number | undefined
  onlineAboveBytes: number
  say: Say
}

/** `client` runs the statements that must share one connection. */
export type Connections = { client: pg.ClientBase; db: Db }

/** A database without tables needs only the settings. */
export type Plan = { steps: Step[]; isEmpty: boolean }

export const EMPTY =
  'the database is empty: the first start of the service, or a restore, makes each table where it belongs'

/** Returns the remaining steps. Throws when the cluster is not ready, with all its problems. */
export async function makePlan(
  { client, db }: Connections,
  options: ScaleOutOptions,
): Promise<Plan> {
  const cluster = await readCluster(client)
  const { onlineAboveBytes, plannedNodes, service } = options
  const nodes = plannedNodes ?? countNodes(cluster)
  const problems = problemsOf(cluster, connectionsOf(service, nodes))
  if (problems.length > 0) throw notReady(problems)
  const isEmpty = (await listExecuted(db)).length === 0
  if (!isEmpty) await requireFilledSchema(db)
  const tables = isEmpty ? [] : await readTables(client)
  const shards = shardsFor(nodes)
  const there = shardsOf(tables) ?? shards
  if (plannedNodes !== undefined && there !== shards) {
    throw new OperatorError(
      `The tables that have moved have ${there} shards, and --nodes ${plannedNodes} would be ${shards}. Run it without --nodes, or run scale-out with this number on an empty database and restore a backup into it`,
    )
  }
  const { database, settings } = await readSettings(client)
  const steps = planSteps(tables, { database, shards: there, settings, onlineAboveBytes })
  const online = steps.flatMap((step) => (step.kind === 'online' ? step.tables : []))
  const inTheWay = online.length === 0 ? undefined : coordinatorProblem(cluster, online)
  const obstacles = await readObstacles(client, movingIn(steps))
  if (inTheWay !== undefined) obstacles.unshift(inTheWay)
  if (obstacles.length > 0) throw notReady(obstacles)
  return { steps, isEmpty }
}

function movingIn(steps: readonly Step[]): PlacedTable[] {
  return steps.flatMap(({ kind, tables }) =>
    kind === 'settings' || kind === 'join' ? [] : [...tables],
  )
}

/**
 * Throws when the database has no Citus or its tables have not moved yet. The message says what to
 * do.
 */
export async function requireMoved(client: pg.ClientBase): Promise<void> {
  const cluster = await readCluster(client)
  if (cluster.citus === null || cluster.isWorker) throw notReady(problemsOf(cluster, 0))
  const tables = await readTables(client)
  if (tables.some(({ kind, now }) => kind === 'distributed' && now !== kind)) {
    throw new OperatorError(
      'The distributed tables are not on the nodes yet: run piecework scale-out',
    )
  }
}

function notReady(problems: readonly string[]): OperatorError {
  const lines = problems.map((one) => `  ${one}`).join('\n')
  return new OperatorError(`This database cannot scale out yet; nothing was changed:\n${lines}`)
}

function countNodes({ nodes }: Cluster): number {
  return nodes.filter(({ isActive, holdsShards }) => isActive && holdsShards).length
}

async function readSettings(client: pg.ClientBase) {
  const { rows } = await client.query<{ database: string; settings: string[] }>(
    `select current_database() as database, coalesce((select setconfig from pg_db_role_setting
       where setrole = 0 and setdatabase = (select oid from pg_database where datname = current_database())
     ), '{}') as settings`,
  )
  const [{ database, settings } = { database: '', settings: [] }] = rows
  const pairs = settings.map((one): [string, string] => {
    const at = one.indexOf('=')
    return [one.slice(0, at), one.slice(at + 1)]
  })
  return { database, settings: new Map(pairs) }
}

/**
 * Moves every table to its place, resuming an interrupted run, and compares the data before and
 * after. Throws when anything differs.
 */
export async function scaleOut(connections: Connections, options: ScaleOutOptions): Promise<void> {
  const { client } = connections
  const { say } = options
  await becomeTheOnlyOne(client, say)
  const { steps, isEmpty } = await makePlan(connections, options)
  const [first] = steps
  if (isEmpty) {
    for (const step of steps) await doOrExplain(client, step, say)
    say(EMPTY)
    return
  }
  if (first) {
    await keepBefore(client, options)
    if (first.kind === 'settings') await doOrExplain(client, first, say)
    if (steps.some(({ kind }) => kind === 'online' || kind === 'stop'))
      await endIdleSessions(client, say)
    for (const step of steps.filter(({ kind }) => kind !== 'settings'))
      await doOrExplain(client, step, say)
  } else say('every table is where it belongs already')
  await compare(client, options)
}

/** Reports errors of the database to the operator, with detail and hint. */
async function doOrExplain(client: pg.ClientBase, step: Step, say: Say): Promise<void> {
  try {
    await doStep(client, step, say)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isDatabaseUnreachable(error)) throw error
    const { message, detail, hint } = error
    const said = [message, detail, hint].filter((one) => one !== undefined).join('\n  ')
    throw new OperatorError(
      `${said}\nNothing is lost. Run scale-out again when this is fixed: it continues from here`,
      { cause: error },
    )
  }
}

const ONE_AT_A_TIME = 0x7077_0010

/** Waits for other runs. A run whose program was killed may still be active in the database. */
async function becomeTheOnlyOne(client: pg.ClientBase, say: Say): Promise<void> {
  const tried = await client.query<{ isOurs: boolean }>(
    'select pg_try_advisory_lock($1) as "isOurs"',
    [ONE_AT_A_TIME],
  )
  if (tried.rows[0]?.isOurs) return
  say(
    'another scale-out works on this database, or one that was ended still finishes its step; waiting',
  )
  await client.query('select pg_advisory_lock($1)', [ONE_AT_A_TIME])
}

const ENDING_MS = 60_000

/**
 * Ends the idle sessions of the service, which then opens new ones with the current settings. Waits
 * up to one minute for active sessions.
 */
async function endIdleSessions(client: pg.ClientBase, say: Say): Promise<void> {
  const { rows } = await client.query<{ now: string }>('select now()::text as now')
  const giveUpAt = performance.now() + ENDING_MS
  let ended = 0
  for (;;) {
    const old = await client.query<{ isEnded: boolean }>(
      `select case when state = 'idle' then pg_terminate_backend(pid) else false end as "isEnded"
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and application_name = 'piecework' and backend_start < $1::timestamptz`,
      [rows[0]?.now],
    )
    ended += old.rows.filter(({ isEnded }) => isEnded).length
    if (old.rows.length === 0) break
    if (performance.now() > giveUpAt) {
      say(`${old.rows.length} sessions were not idle for a minute and still have the old settings`)
      break
    }
    await sleep(100)
  }
  if (ended > 0) say(`ended ${ended} idle sessions, so that the service opens new ones`)
}
