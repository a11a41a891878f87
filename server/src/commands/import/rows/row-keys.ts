import { hash } from 'node:crypto'
import { countFailureColumns } from './failures-file.ts'

/** Returns the 32-byte digest of a row; equal for equal rows of files with the same header. */
type DigestOf = (cells: readonly string[]) => Buffer

/**
 * Creates the digest function of a file. Digests use the parsed cells, so line endings, quoting and
 * delimiters do not matter. They cover all columns, so any difference between rows counts. The
 * leading columns of a failures file are excluded: a row repaired there is the same row. `source`
 * distinguishes files that may have equal rows for different work.
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
 * Returns a function that makes the idempotency key of each row, in file order: its digest and its
 * number among equal rows. The file name and the row position are not part of it, so keys survive
 * renaming, sorting, and added or removed rows. `mayRepeat` must be true for every digest that
 * occurs more than once; only those are counted and kept in memory.
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
