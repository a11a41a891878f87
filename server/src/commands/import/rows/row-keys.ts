import { hash } from 'node:crypto'
import { countFailureColumns } from './failures-file.ts'

/** What a row says, as 32 bytes; equal for equal rows of files with the same header. */
type DigestOf = (cells: readonly string[]) => Buffer

/**
 * Digests are made of the parsed cells, so that another line end, quoting or delimiter changes
 * nothing, and of all columns, so that two rows differ when anything about them differs. The
 * columns that a file of failures has in front do not count: a row repaired there is the same row.
 * `source` tells files apart whose rows may be equal although they are different work.
 */
export function createDigest(header: readonly string[], source: string): DigestOf {
  const first = countFailureColumns(header)
  const fileDigest = hash('sha256', JSON.stringify([source, ...header.slice(first)]), 'hex')
  return (cells) => {
    const own = first === 0 ? cells : cells.slice(first)
    return hash('sha256', `${fileDigest}${JSON.stringify(own)}`, 'buffer')
  }
}

/**
 * Makes the idempotency key of each row, in the order of the file: the digest of the row and its
 * number among equal rows. Neither the name of the file nor the position of a row is in it, so keys
 * survive renaming, sorting, and rows that are added or taken away. `mayRepeat` is true at least
 * for the digests that occur more than once; only those are counted, and kept in memory.
 */
export function createKeyMaker(mayRepeat: (digest: string) => boolean): (digest: Buffer) => string {
  const counts = new Map<string, number>()
  return (bytes) => {
    const digest = bytes.toString('base64url')
    if (!mayRepeat(digest)) return `csv:${digest}`
    const number = (counts.get(digest) ?? 0) + 1
    counts.set(digest, number)
    return number === 1 ? `csv:${digest}` : `csv:${digest}:${number}`
  }
}
