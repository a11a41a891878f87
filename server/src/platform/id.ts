import { randomUUIDv7 } from 'node:crypto'

const SEQUENCE_MAX = 0xfff
let millisecond = ''
let sequence = 0

/**
 * Returns a new UUIDv7: unique, and sorted by creation time. Ids of the same millisecond are
 * numbered in the bits intended for that, so that the ids of one request keep their order too.
 */
export function newId(): string {
  const id = randomUUIDv7()
  const time = id.slice(0, 13)
  sequence = time === millisecond ? Math.min(sequence + 1, SEQUENCE_MAX) : 0
  millisecond = time
  return `${time}-7${sequence.toString(16).padStart(3, '0')}${id.slice(18)}`
}
