import { AppError } from '../../../platform/errors.ts'
import type { EventRow, WriteOutcome } from './event-row.ts'
import { createLane, type LaneDeps, outcomeOf } from './lane.ts'

const COSTED_LANES = 2
/** Each lane writes one transaction at a time, on a connection of its own. */
export const LANES = COSTED_LANES + 1
const RETRY_AFTER_SECONDS = 1
/** Of what requests say, together; in memory it takes a few times as much. */
const QUEUE_BYTES_MAX = 256 * 1_048_576
/** More than a lane waits for a lock, and less than until it gives up a connection that is silent. */
const STUCK_AFTER_MS = 6_000

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

/**
 * Writes events by group commit in a few lanes. A customer always has the same lane, so that
 * transactions seldom wait for each other's rollup rows, and on a scaled-out database each touches
 * few shards. Events without a cost go in a lane of their own: they may have to wait until a mapping
 * is made, and nothing else shall wait with them.
 */
export function createIngestion(deps: LaneDeps & { queueLimit: number }): Ingestion {
  const lanes = Array.from({ length: LANES }, () => createLane(deps))
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
    const byLane = lanes.map((): EventRow[] => [])
    for (const row of rows) byLane[laneOf(row)]?.push(row)
    const outcomes = new Map<string, WriteOutcome>()
    await Promise.all(
      lanes.map(async (lane, index) => {
        const own = byLane[index] ?? []
        if (own.length === 0) return
        const written = await lane.write(own)
        written.forEach((outcome, position) => {
          const row = own[position]
          if (row) outcomes.set(row.id, outcome)
        })
      }),
    )
    return rows.map((row) => outcomeOf(outcomes, row))
  }

  // A caller that hung up is not waited for by the HTTP server, but its records are written.
  async function close(): Promise<void> {
    isClosed = true
    if (waiting === 0) return
    await new Promise<void>((resolve) => {
      onEmpty = resolve
    })
  }
  const isStuck = () => lanes.some((lane) => lane.busyForMs() > STUCK_AFTER_MS)
  return { reserve, write, waiting: () => waiting, isStuck, close }
}

/** By the last digits of the customer's id, which are random in a UUIDv7. */
function laneOf(row: EventRow): number {
  if (row.cost.usageCost === null) return COSTED_LANES
  return Number.parseInt(row.customerId.slice(-4), 16) % COSTED_LANES
}
