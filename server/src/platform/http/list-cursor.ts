import { EARLIEST_DATE, LATEST_DATE } from '../dates/sent-date.ts'
import { AppError } from '../errors.ts'

/** The place of an object in a list that is sorted by a time; objects with the same time by their ids. */
export type ListPlace = { at: Date; id: string }

/** Bytes of the time, in milliseconds, before those of the id. */
const TIME_BYTES = 6
const ID_BYTES = 16
/** Both in base64url: 22 bytes. */
const CURSOR = /^[\w-]{29}[AQgw]$/

/**
 * Returns the place of an object in its list as text. It contains nothing but the place, so it remains valid with
 * other filters, and reveals nothing in another organization.
 */
export function cursorOf({ at, id }: ListPlace): string {
  const bytes = Buffer.alloc(TIME_BYTES + ID_BYTES)
  bytes.writeUIntBE(at.getTime(), 0, TIME_BYTES)
  bytes.write(id.replaceAll('-', ''), TIME_BYTES, 'hex')
  return bytes.toString('base64url')
}

/** Returns the place that a cursor names. Throws `invalid` for text that is no cursor. */
export function placeOf(cursor: string): ListPlace {
  const bytes = Buffer.from(CURSOR.test(cursor) ? cursor : '', 'base64url')
  const at = bytes.length === 0 ? LATEST_DATE : bytes.readUIntBE(0, TIME_BYTES)
  if (at < EARLIEST_DATE || at >= LATEST_DATE) {
    const fix = 'send the nextAfter of an answer, or leave it out'
    throw new AppError('invalid', `after is not a cursor of this list: ${fix}`, { param: 'after' })
  }
  const hex = bytes.toString('hex', TIME_BYTES)
  return {
    at: new Date(at),
    id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  }
}

/** Completes the description of `totalResults` of a list that has cursors. */
export const COUNTED_AFTER = 'with `after`, these results, and one more if others follow.'

/**
 * Returns what an answer after a cursor counts as its results: its own, and one more if others follow. So it has
 * one page exactly when it has no cursor to continue with.
 */
export function countAfter(shown: number, hasMore: boolean): number {
  return shown + (hasMore ? 1 : 0)
}

/**
 * Returns the place after which a list continues; undefined without `after`. Throws `invalid` for text that is no
 * cursor, and for a page beside it.
 */
export function placeAfter(
  after: string | undefined,
  { page }: { page: number },
): ListPlace | undefined {
  if (after === undefined) return undefined
  const place = placeOf(after)
  if (page > 1) {
    const message = 'page does not apply after a cursor; send nextAfter as after'
    throw new AppError('invalid', message, { param: 'page' })
  }
  return place
}
