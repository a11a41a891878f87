import { escapeIdentifier, escapeLiteral } from 'pg'
import type { PlacedTable } from './tables.ts'

/** Each is a statement of its own; those of a stop are one transaction. */
export type Step = {
  kind: 'settings' | 'join' | 'online' | 'stop' | 'tidy'
  /** Of the registry; none for settings. */
  tables: readonly PlacedTable[]
  statements: string[]
}

export type Wanted = {
  database: string
  /** Of each distributed table that is made from now on. */
  shards: number
  /** What the database sets already. */
  settings: ReadonlyMap<string, string>
  /** Larger tables move while others write to them. */
  onlineAboveBytes: number
}

/**
 * What sessions of the service need: a transaction over many rows keeps to one connection for each
 * node, a limit for locks holds on all nodes, and deadlocks are retried instead of prevented.
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

/** Each shard that a statement asks costs time; moving parts of a node elsewhere takes more than one. */
const SHARDS_PER_NODE = 2

export function shardsFor(nodes: number): number {
  return nodes * SHARDS_PER_NODE
}

/**
 * How many shards the tables that have moved have, which is how many all get: those of one customer stand side by
 * side. Undefined: none has, or only the one that is always empty and can be made anew.
 */
export function shardsOf(tables: readonly PlacedTable[]): number | undefined {
  return tables.find(({ name, now }) => now === 'distributed' && name !== JOINED)?.shards
}

/** What is still to do, in order; the tables come in the order of `readTables`. Does nothing. */
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

/** Citus copies a table while others write to it only if no foreign key begins or ends there. */
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

/** The empty table by which a transaction asks for two phases (migration 0049). */
const JOINED = 'joined_commits'

function isToJoin({ name, kind, now, isJoined, shards }: PlacedTable, wanted: number): boolean {
  return name === JOINED ? kind !== now || shards !== wanted : kind === 'local' && !isJoined
}

/** Before anything else moves, so that no commit is in two parts. */
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

/** The default group of its column's type and number of shards, in which all of them are. */
function placeOf({ name, column }: PlacedTable, shards: number): string {
  return `${nameOf(name)}, ${escapeLiteral(column ?? '')}, shard_count => ${shards}`
}

/**
 * One transaction, so that whoever is interrupted finds all as it was. It first takes what writers
 * take, and they wait; readers go on.
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

/** In seconds: a minute, and one for each MiB, is more than a statement takes while all nodes answer. */
function limitOf(tables: readonly PlacedTable[]): number {
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  return 60 + Math.ceil(bytes / 1024 / 1024)
}

/**
 * The rows stay behind where they were, out of sight; they take space and must not come back. Those who
 * refer to others come first, since emptying a table needs them too.
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
