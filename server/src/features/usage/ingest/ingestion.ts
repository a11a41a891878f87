import { AppError } from '../../../platform/errors.ts'
import type { EventRow, WriteOutcome } from './event-row.ts'
import { createLane, type Lane, type LaneDeps, outcomeOf } from './lane.ts'
import { type NodeRange, nodeOf } from './node-ranges.ts'

const COSTED_LANES = 2
/** Nodes that have lanes of their own; more share them. */
const NODES = 8
/**
 * Each lane writes one transaction at a time, on a connection of its own: three lanes on one
 * PostgreSQL, two for each node of a cluster.
 */
export const INGESTION_CONNECTIONS = 2 * NODES
const RETRY_AFTER_SECONDS = 1
/** Of what requests say, together; in memory it takes a few times as much. */
const QUEUE_BYTES_MAX = 256 * 1_048_576
/** More than a lane waits for a lock, and less than until it gives up a connection that is silent. */
const STUCK_AFTER_MS = 6_000
/** For so long a commit may take before its node is taken to be away, when others go on. */
const SLOW_NODE_MS = 3_000

export type Ingestion = {
  /** Throws `unavailable` when too many records already wait; nothing has been done then. */
  reserve: (load: { records: number; bytes: number }) => { release: () => void }
  /** Stores rows durably. Resolves with the outcome of each row, in their order. */
  write: (rows: readonly EventRow[]) => Promise<WriteOutcome[]>
  /** Records that wait or are being written. */
  waiting: () => number
  /** True while a batch has been under way for much longer than any should be. */
  isStuck: () => boolean
  /** Takes nothing new and resolves when everything that waits is written. */
  close: () => Promise<void>
}

type IngestionDeps = LaneDeps & {
  queueLimit: number
  /** Which node holds whose events; none on plain PostgreSQL. */
  nodeRanges: () => readonly NodeRange[]
}

/** The lanes of a node, or all there are: those of events with a cost, and the one of those without. */
type LaneGroup = { costed: readonly Lane[]; uncosted: Lane }

/**
 * Writes events by group commit in a few lanes. A customer always has the same lane, so that
 * transactions seldom wait for each other's rollup rows. Events without a cost go in a lane of their
 * own: they may have to wait until a mapping is made, and nothing else shall wait with them. On a
 * cluster each node has its lanes, so that customers of the others are recorded while one is away.
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
          nodes.length > 1 && isAway(lane, othersLike(lane))
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

  /** The lanes of other nodes for the same kind of events. */
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
    const own = { ...deps, isOfNode: place !== ONE }
    const group = {
      costed: Array.from({ length: count }, () => createLane(own)),
      uncosted: createLane(own),
    }
    groups.set(place, group)
    return group
  }

  // A caller that hung up is not waited for by the HTTP server, but its records are written.
  async function close(): Promise<void> {
    isClosed = true
    if (waiting === 0) return
    await new Promise<void>((resolve) => {
      onEmpty = resolve
    })
  }
  // While one node is away, the process is of use for the customers of the others.
  const isStuck = () => {
    const nodes = nodesOf(deps.nodeRanges())
    const places = nodes.length > 1 ? nodes.map((_, at) => placeOf(at)) : [ONE]
    return places.every((place) => isGroupStuck(groups.get(place)))
  }
  return { reserve, write, waiting: () => waiting, isStuck, close }
}

/** The place of the lanes of one PostgreSQL, and of a cluster of one node. */
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
 * One batch at a time finds out whether the node is back; nobody else waits for it. A lane that is slow waits for its
 * node only if others go on: while `piecework scale-out` moves the last tables, all lanes wait for it.
 */
function isAway(lane: Lane, others: readonly Lane[]): boolean {
  if (lane.isRetrying()) return true
  const busyForMs = lane.busyForMs()
  return busyForMs > SLOW_NODE_MS && others.some((other) => other.isQuickFor(busyForMs))
}

const unavailable = (): WriteOutcome => ({ kind: 'unavailable' })

/** By the last digits of the customer's id, which are random in a UUIDv7. */
function laneOf({ costed, uncosted }: LaneGroup, row: EventRow): Lane {
  if (row.cost.usageCost === null) return uncosted
  return costed[Number.parseInt(row.customerId.slice(-4), 16) % costed.length] ?? uncosted
}
