import { randomUUIDv7 } from 'node:crypto'

const SEQUENCE_MAX = 0xfff
let millisecond = ''
let sequence = 0

/**
 * A new UUIDv7: unique, and sorted by the time it was made. Those of one millisecond are counted in
 * the bits that are meant for it, so that what one request makes keeps its order too.
 */
export function newId(): string {
  const id = randomUUIDv7()
  const time = id.slice(0, 13)
  sequence = time === millisecond ? Math.min(sequence + 1, SEQUENCE_MAX) : 0
  millisecond = time
  return `${time}-7${sequence.toString(16).padStart(3, '0')}${id.slice(18)}`
}
