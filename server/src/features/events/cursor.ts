import { EARLIEST_DATE, LATEST_DATE } from '../../platform/dates/sent-date.ts'
import { AppError } from '../../platform/errors.ts'
import type { EventPlace } from './queries.ts'

/** Bytes of the usage date, in milliseconds, before those of the id. */
const DATE_BYTES = 6
const ID_BYTES = 16
/** Both in base64url: 22 bytes. */
const CURSOR = /^[\w-]{29}[AQgw]$/

/**
 * Returns the place of an event in its list as text. It contains nothing but the place, so it
 * remains valid with other filters, and reveals nothing in another organization.
 */
export function cursorOf({ usageDate, id }: EventPlace): string {
  const bytes = Buffer.alloc(DATE_BYTES + ID_BYTES)
  bytes.writeUIntBE(usageDate.getTime(), 0, DATE_BYTES)
  bytes.write(id.replaceAll('-', ''), DATE_BYTES, 'hex')
  return bytes.toString('base64url')
}

/** Returns the place that a cursor names. Throws `invalid` for text that is no cursor. */
export function placeOf(cursor: string): EventPlace {
  const bytes = Buffer.from(CURSOR.test(cursor) ? cursor : '', 'base64url')
  const at = bytes.length === 0 ? LATEST_DATE : bytes.readUIntBE(0, DATE_BYTES)
  if (at < EARLIEST_DATE || at >= LATEST_DATE) {
    const fix = 'send the nextAfter of an answer, or leave it out'
    throw new AppError('invalid', `after is not a cursor of this list: ${fix}`, { param: 'after' })
  }
  const hex = bytes.toString('hex', DATE_BYTES)
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { usageDate: new Date(at), id }
}
