import { escapeIdentifier, escapeLiteral } from 'pg'
import type { PlacedTable } from './tables.ts'

/**
 * A step of the plan. Each statement is its own transaction, except in a `stop`, which is one
 * transaction.
 */
export type Step = {
  kind: 'settings' | 'join' | 'online' | 'stop' | 'tidy'
  /** Tables of the registry; empty for settings. */
  tables: readonly PlacedTable[]
  statements: string[]
}

export type Wanted = {
  database: string
  /** Number of shards of each distributed table created from now on. */
  shards: number
  /** Current settings of the database. */
  settings: ReadonlyMap<string, string>
  /** Larger tables move while others write to them. */
  onlineAboveBytes: number
}

/**
 * Returns the settings that the service needs in its sessions. A transaction over many rows uses
 * one connection to each node, lock timeouts apply on all nodes, and deadlocks are retried instead
 * of prevented.
 */
export function settingsFor(shards: number): ReadonlyMap<string, string> {
  return new Map([
    ['citus.shard_count', String(shards)],
    ['citus.max_cached_conns_per_worker', '16'],
    ['citus.multi_shard_modify_mode', 'sequential'],
    ['citus.propagate_set_commands', 'local'],
    ['citus.enable_deadlock_prevention', 'off'],
  ])
}

/** Every shard that a statement queries costs time, but rebalancing a node needs more than one. */
const SHARDS_PER_NODE = 2

export function shardsFor(nodes: number): number {
  return nodes * SHARDS_PER_NODE
}

/**
 * Returns the number of shards of the tables that have moved. All tables use this number, so that
 * the shards of one customer are on the same node. Returns undefined when no table has moved; the
 * table that is always empty does not count, because it can be recreated.
 */
export function shardsOf(tables: readonly PlacedTable[]): number | undefined {
  return tables.find(({ name, now }) => now === 'distributed' && name !== JOINED)?.shards
}

/**
 * Returns the remaining steps in order, without running them. The tables must be in the order of
 * `readTables`.
 */
export function planSteps(tables: readonly PlacedTable[], wanted: Wanted): Step[] {
  const waiting = tables.filter(({ kind, now, name }) => kind !== now && name !== JOINED)
  const online = waiting.filter((table) => canMoveOnline(table, tables, wanted.onlineAboveBytes))
  const stopped = waiting.filter((table) => !online.includes(table))
  const inOrder = [
    ...stopped.filter(({ kind }) => kind === 'reference'),
    ...stopped.filter(({ kind }) => kind === 'distributed'),
  ]
  const left = tables.filter(
    ({ kind, now, bytes }) => kind !== 'local' && kind === now && bytes > 0,
  )
  return [
    ...settingsStep(wanted),
    ...joinStep(
      tables.filter((table) => isToJoin(table, wanted.shards)),
      wanted.shards,
    ),
    ...online.map((table) => onlineStep(table, wanted.shards)),
    ...(inOrder.length === 0 ? [] : [stopStep(inOrder, wanted.shards)]),
    ...tidySteps([...inOrder, ...left]),
  ]
}

/** Citus can copy a table during writes only if it has no foreign keys and none refers to it. */
function canMoveOnline(
  { name, kind, refersTo, bytes, isUnderway }: PlacedTable,
  tables: readonly PlacedTable[],
  aboveBytes: number,
): boolean {
  const isReferredTo = tables.some((other) => other.refersTo.includes(name))
  const isFree = refersTo.length === 0 && !isReferredTo
  return kind === 'distributed' && isFree && (isUnderway || bytes > aboveBytes)
}

function settingsStep({ database, shards, settings }: Wanted): Step[] {
  const missing = [...settingsFor(shards)].filter(([name, value]) => settings.get(name) !== value)
  if (missing.length === 0) return []
  const statements = missing.map(
    ([name, value]) =>
      `alter database ${escapeIdentifier(database)} set ${name} = ${escapeLiteral(value)}`,
  )
  return [{ kind: 'settings', tables: [], statements }]
}

/** The empty table through which a transaction requests a two-phase commit (ADR 29). */
const JOINED = 'joined_commits'

function isToJoin({ name, kind, now, isJoined, shards }: PlacedTable, wanted: number): boolean {
  return name === JOINED ? kind !== now || shards !== wanted : kind === 'local' && !isJoined
}

/** Runs before anything else moves, so that every commit is atomic across the nodes. */
function joinStep(tables: readonly PlacedTable[], shards: number): Step[] {
  if (tables.length === 0) return []
  const statements = tables.flatMap((table) =>
    table.name === JOINED
      ? [
          ...(table.now === 'distributed' ? [`select undistribute_table(${nameOf(JOINED)})`] : []),
          `select create_distributed_table(${placeOf(table, shards)})`,
        ]
      : [`select app.join_commits(${escapeLiteral(table.name)})`],
  )
  return [{ kind: 'join', tables, statements }]
}

function onlineStep(table: PlacedTable, shards: number): Step {
  const statement = `select create_distributed_table_concurrently(${placeOf(table, shards)})`
  return { kind: 'online', tables: [table], statements: [statement] }
}

/**
 * Uses the default colocation group for the column type and the number of shards, which all tables
 * share.
 */
function placeOf({ name, column }: PlacedTable, shards: number): string {
  return `${nameOf(name)}, ${escapeLiteral(column ?? '')}, shard_count => ${shards}`
}

/**
 * One transaction, so that an interruption leaves everything unchanged. It first locks the tables
 * against writers; readers continue.
 */
function stopStep(tables: readonly PlacedTable[], shards: number): Step {
  const names = tables.map(({ name }) => `public.${escapeIdentifier(name)}`)
  return {
    kind: 'stop',
    tables,
    statements: [
      'set local citus.enable_local_reference_table_foreign_keys = off',
      "set local citus.multi_shard_modify_mode = 'sequential'",
      `lock table ${names.join(', ')} in exclusive mode`,
      `set local statement_timeout = '${limitOf(tables)}s'`,
      ...tables.map((table) =>
        table.kind === 'reference'
          ? `select create_reference_table(${nameOf(table.name)})`
          : `select create_distributed_table(${placeOf(table, shards)})`,
      ),
    ],
  }
}

/**
 * Seconds: one minute, and one second for each MiB. This is more than a statement takes while all
 * nodes respond.
 */
function limitOf(tables: readonly PlacedTable[]): number {
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  return 60 + Math.ceil(bytes / 1024 / 1024)
}

/**
 * After a move, the old rows remain in the local table, invisible. They take space and must not
 * reappear. Referring tables come first, since emptying a table requires that.
 */
function tidySteps(tables: readonly PlacedTable[]): Step[] {
  if (tables.length === 0) return []
  return [
    {
      kind: 'tidy',
      tables,
      statements: tables
        .map(({ name }) => `select truncate_local_data_after_distributing_table(${nameOf(name)})`)
        .reverse(),
    },
  ]
}

function nameOf(table: string): string {
  return escapeLiteral(`public.${escapeIdentifier(table)}`)
}
