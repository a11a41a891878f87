import { hash } from 'node:crypto'

/** 128 bits of a digest, the size of a UUID. */
const HEX_DIGITS = 32

/** Returns the hash by which an event is found; the key itself is stored in the record. */
export function idempotencyHash(key: string): string {
  return hash('sha256', key, 'hex').slice(0, HEX_DIGITS)
}
