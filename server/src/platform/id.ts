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

/**
 * Returns a new id that sorts after another one, even if the clock of the process that made the other
 * one is ahead.
 */
export function newIdAfter(other: string | undefined): string {
  const id = newId()
  if (other === undefined || other < id) return id
  return newIdAt(new Date(Number.parseInt(other.replace('-', '').slice(0, 12), 16) + 1))
}

/** Returns a UUIDv7 that sorts by a given time; those of one millisecond have no order. */
export function newIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${randomUUIDv7().slice(13)}`
}
