import { hash } from 'node:crypto'

/** 128 bits of a digest, as a UUID has. */
const HEX_DIGITS = 32

/** By which an event is found by its idempotency key; the key itself stands in its record. */
export function idempotencyHash(key: string): string {
  return hash('sha256', key, 'hex').slice(0, HEX_DIGITS)
}
