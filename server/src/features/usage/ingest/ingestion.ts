import { AppError } from '../../../platform/errors.ts'
import type { EventRow, WriteOutcome } from './event-row.ts'
import { createLane, type Lane, type LaneDeps, outcomeOf } from './lane.ts'
import { type NodeRange, nodeOf } from './node-ranges.ts'

const COSTED_LANES = 2
/** Number of nodes with their own lanes; further nodes share them. */
const NODES = 8
/**
 * Each lane writes one transaction at a time on its own connection. One PostgreSQL has three lanes;
 * a cluster has two for each node.
 */
export const INGESTION_CONNECTIONS = 2 * NODES
const RETRY_AFTER_SECONDS = 1
/** Total size of waiting requests; in memory they take a few times as much. */
const QUEUE_BYTES_MAX = 256 * 1_048_576
/** Longer than the lock timeout of a lane, and shorter than the timeout of a silent connection. */
const STUCK_AFTER_MS = 6_000
/** A longer commit means that the node is considered unavailable, if other lanes make progress. */
const SLOW_NODE_MS = 3_000

export type Ingestion = {
  /** Throws `unavailable` when too many records already wait; then nothing was stored. */
  reserve: (load: { records: number; bytes: number }) => { release: () => void }
  /** Stores rows durably. Resolves with the outcome of each row, in order. */
  write: (rows: readonly EventRow[]) => Promise<WriteOutcome[]>
  /** The number of records that wait or are being written. */
  waiting: () => number
  /** Returns true while a batch takes much longer than any should. */
  isStuck: () => boolean
  /** Rejects new records and resolves when all waiting ones are written. */
  close: () => Promise<void>
}

type IngestionDeps = LaneDeps & {
  queueLimit: number
  /** The node of each range of customers; empty on plain PostgreSQL. */
  nodeRanges: () => readonly NodeRange[]
}

/**
 * The lanes of one node or of the whole database: for events with a cost, and one for events
 * without.
 */
type LaneGroup = { costed: readonly Lane[]; uncosted: Lane }

/**
 * Writes events by group commit in a few lanes. A customer always uses the same lane, so that
 * transactions seldom wait for each other's rollup rows. Events without a cost have their own lane:
 * they may wait for a mapping to be saved, and must not delay others. On a cluster each node has
 * its own lanes, so that an unavailable node does not block the others.
 */
export function createIngestion(deps: IngestionDeps): Ingestion {
  const groups = new Map<number, LaneGroup>()
  let waiting = 0
  let waitingBytes = 0
  let isClosed = false
  let onEmpty: (() => void) | undefined

  function reserve({ records, bytes }: { records: number; bytes: number }) {
    const isFull = waiting + records > deps.queueLimit || waitingBytes + bytes > QUEUE_BYTES_MAX
    if (isClosed || isFull) {
      const message = isClosed
        ? 'The service is stopping; send the records again'
        : 'Too many records wait to be written; send them again shortly'
      throw new AppError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    waiting += records
    waitingBytes += bytes
    let isReleased = false
    return {
      release: () => {
        if (isReleased) return
        isReleased = true
        waiting -= records
        waitingBytes -= bytes
        if (waiting === 0) onEmpty?.()
      },
    }
  }

  async function write(rows: readonly EventRow[]): Promise<WriteOutcome[]> {
    const ranges = deps.nodeRanges()
    const nodes = nodesOf(ranges)
    const byLane = Map.groupBy(rows, (row) => laneOf(groupOf(row, ranges, nodes), row))
    const outcomes = new Map<string, WriteOutcome>()
    await Promise.all(
      [...byLane].map(async ([lane, own]) => {
        const written =
          nodes.length > 1 && isNodeUnavailable(lane, othersLike(lane))
            ? own.map(unavailable)
            : await lane.write(own)
        written.forEach((outcome, position) => {
          const row = own[position]
          if (row) outcomes.set(row.id, outcome)
        })
      }),
    )
    return rows.map((row) => outcomeOf(outcomes, row))
  }

  /** Returns the lanes of other nodes for the same kind of events. */
  function othersLike(lane: Lane): Lane[] {
    const all = [...groups.values()]
    const isUncosted = all.some(({ uncosted }) => uncosted === lane)
    const alike = all.flatMap(({ costed, uncosted }) => (isUncosted ? [uncosted] : costed))
    return alike.filter((other) => other !== lane)
  }

  function groupOf(
    row: EventRow,
    ranges: readonly NodeRange[],
    nodes: readonly string[],
  ): LaneGroup {
    const node = nodes.length > 1 ? nodeOf(ranges, row.customerId) : undefined
    const place = node === undefined ? ONE : placeOf(nodes.indexOf(node))
    const known = groups.get(place)
    if (known) return known
    const count = place === ONE ? COSTED_LANES : 1
    const own = {
      ...deps,
      isOfNode: place !== ONE,
      isDistributed: () => deps.nodeRanges().length > 0,
    }
    const group = {
      costed: Array.from({ length: count }, () => createLane(own)),
      uncosted: createLane(own),
    }
    groups.set(place, group)
    return group
  }

  // Records are written even if their caller has disconnected and the HTTP server no longer waits.
  async function close(): Promise<void> {
    isClosed = true
    if (waiting === 0) return
    await new Promise<void>((resolve) => {
      onEmpty = resolve
    })
  }
  // While one node is unavailable, the process still serves customers of the other nodes.
  const isStuck = () => {
    const nodes = nodesOf(deps.nodeRanges())
    const places = nodes.length > 1 ? nodes.map((_, at) => placeOf(at)) : [ONE]
    return places.every((place) => isGroupStuck(groups.get(place)))
  }
  return { reserve, write, waiting: () => waiting, isStuck, close }
}

/** The lane group of a single PostgreSQL, and of a cluster with one node. */
const ONE = -1
const placeOf = (node: number) => node % NODES

function nodesOf(ranges: readonly NodeRange[]): string[] {
  return [...new Set(ranges.map(({ node }) => node))].sort()
}

function isGroupStuck(group: LaneGroup | undefined): boolean {
  const lanes = group ? [...group.costed, group.uncosted] : []
  return lanes.some((lane) => lane.busyForMs() > STUCK_AFTER_MS)
}

/**
 * Returns true if a node is considered unavailable. One batch at a time checks if the node is back;
 * others do not wait. A slow lane counts as unavailable only if other lanes make progress: while
 * `piecework scale-out` moves the last tables, all lanes wait for it.
 */
function isNodeUnavailable(lane: Lane, others: readonly Lane[]): boolean {
  if (lane.isRetrying()) return true
  const busyForMs = lane.busyForMs()
  return busyForMs > SLOW_NODE_MS && others.some((other) => other.isQuickFor(busyForMs))
}

const unavailable = (): WriteOutcome => ({ kind: 'unavailable' })

/** Selects a lane by the last digits of the customer id, which are random in a UUIDv7. */
function laneOf({ costed, uncosted }: LaneGroup, row: EventRow): Lane {
  if (row.cost.usageCost === null) return uncosted
  return costed[Number.parseInt(row.customerId.slice(-4), 16) % costed.length] ?? uncosted
}
