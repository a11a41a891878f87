import { EARLIEST_DATE, LATEST_DATE } from '../../../platform/dates/sent-date.ts'
import { AppError } from '../../../platform/errors.ts'

/** The place of a run in lists. */
export type RunPlace = { firstReceivedAt: Date; traceId: string }

const CURSOR = /^(\d{1,14})-([0-9a-f]{32})$/

/** Returns the place of a run as text. */
export function cursorOf({ firstReceivedAt, traceId }: RunPlace): string {
  return `${firstReceivedAt.getTime()}-${traceId.replaceAll('-', '')}`
}

/** Returns the place that a cursor names. Throws `invalid` for text that is no cursor. */
export function placeOf(cursor: string): RunPlace {
  const [, time, traceId] = CURSOR.exec(cursor) ?? []
  const at = Number(time)
  if (traceId === undefined || at < EARLIEST_DATE || at >= LATEST_DATE) {
    const fix = 'send the nextAfter of an answer, or leave it out'
    throw new AppError('invalid', `after is not a cursor of this list: ${fix}`, { param: 'after' })
  }
  return { firstReceivedAt: new Date(at), traceId }
}
