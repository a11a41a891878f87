import { randomBytes, randomUUIDv7 } from 'node:crypto'

/** A new UUIDv7: unique, and sorted by the time it was made. */
export function newId(): string {
  return randomUUIDv7()
}

/** Text that nobody can guess, of characters that a URL takes as they are. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
