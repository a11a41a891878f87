import { EARLIEST_DATE, LATEST_DATE } from '../../../platform/dates/sent-date.ts'
import { AppError } from '../../../platform/errors.ts'

/** The place of a decision in lists. */
export type DecisionPlace = { createdAt: Date; id: string }

const CURSOR = /^(\d{1,14})-([0-9a-f]{32})$/

/** Returns the place of a decision as text. */
export function cursorOf({ createdAt, id }: DecisionPlace): string {
  return `${createdAt.getTime()}-${id.replaceAll('-', '')}`
}

/** Returns the place that a cursor names. Throws `invalid` for text that is no cursor. */
export function placeOf(cursor: string): DecisionPlace {
  const [, time, id] = CURSOR.exec(cursor) ?? []
  const at = Number(time)
  if (id === undefined || at < EARLIEST_DATE || at >= LATEST_DATE) {
    const fix = 'send the nextAfter of an answer, or leave it out'
    throw new AppError('invalid', `after is not a cursor of this list: ${fix}`, { param: 'after' })
  }
  return { createdAt: new Date(at), id }
}
