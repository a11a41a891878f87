import { AppError } from '../../../platform/errors.ts'
import type { EventRow, WriteOutcome } from './event-row.ts'
import { createLane, type LaneDeps } from './lane.ts'

/** Each lane writes one transaction at a time, on a connection of its own. */
export const LANES = 2
const RETRY_AFTER_SECONDS = 1

export type Ingestion = {
  /** Throws `unavailable` when too many records already wait; nothing has been done then. */
  reserve: (records: number) => { release: () => void }
  /** Stores rows durably. Resolves after COMMIT with the outcome of each row, in their order. */
  write: (rows: readonly EventRow[]) => Promise<WriteOutcome[]>
  /** Records that wait or are being written. */
  waiting: () => number
  /** Takes nothing new and resolves when everything that waits is written. */
  close: () => Promise<void>
}

/**
 * Writes events by group commit in a few lanes. A customer always has the same lane, so the
 * transactions of one process never wait for each other's rollup rows, and on a scaled-out
 * database each touches few shards.
 */
export function createIngestion(deps: LaneDeps & { queueLimit: number }): Ingestion {
  const lanes = Array.from({ length: LANES }, () => createLane(deps))
  let waiting = 0
  let isClosed = false
  let onEmpty: (() => void) | undefined

  function reserve(records: number): { release: () => void } {
    if (isClosed || waiting + records > deps.queueLimit) {
      const message = isClosed
        ? 'The service is stopping; send the records again'
        : 'Too many records wait to be written; send them again shortly'
      throw new AppError('unavailable', message, RETRY_AFTER_SECONDS)
    }
    waiting += records
    let isReleased = false
    return {
      release: () => {
        if (isReleased) return
        isReleased = true
        waiting -= records
        if (waiting === 0) onEmpty?.()
      },
    }
  }

  async function write(rows: readonly EventRow[]): Promise<WriteOutcome[]> {
    const byLane = lanes.map((): EventRow[] => [])
    for (const row of rows) byLane[laneOf(row.customerId)]?.push(row)
    const outcomes = new Map<EventRow, WriteOutcome>()
    await Promise.all(
      lanes.map(async (lane, index) => {
        const own = byLane[index] ?? []
        if (own.length === 0) return
        const written = await lane.write(own)
        own.forEach((row, position) => {
          outcomes.set(row, written[position] ?? { kind: 'refused' })
        })
      }),
    )
    return rows.map((row) => outcomes.get(row) ?? { kind: 'refused' })
  }

  // A caller that hung up is not waited for by the HTTP server, but its records are written.
  async function close(): Promise<void> {
    isClosed = true
    if (waiting === 0) return
    await new Promise<void>((resolve) => {
      onEmpty = resolve
    })
  }
  return { reserve, write, waiting: () => waiting, close }
}

/** By the last digits of the id, which are random in a UUIDv7. */
function laneOf(customerId: string): number {
  return Number.parseInt(customerId.slice(-4), 16) % LANES
}
