const CONNECTION_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
])

/** Messages by which Citus reports a lost node, under the code of an internal error. */
const NODE_LOST =
  /connection to the remote node|failure on connection marked as essential|could not commit|postmaster was shut down|canceling statement due to statement timeout|terminating connection/
/** Code by which Citus reports a lost node while it copies rows. */
const COPY_FAILED = '58030'

/**
 * Returns true when the database cannot be reached or does not answer in time, as opposed to
 * refusing the work.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnreachable)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // 08: connection; 57P0x: shutting down or starting; 53: out of disk, memory or connections;
  // 57014: statement timeout; 25P03: timeout of an idle transaction.
  return (
    CONNECTION_LOST.has(code) ||
    /^(08|57P0|53|57014|25P03)/.test(code) ||
    (code === 'XX000' && NODE_LOST.test(error.message)) ||
    (code === COPY_FAILED && /failed to complete COPY/.test(error.message)) ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|not queryable|Client was closed|Cannot use a pool/.test(
      error.message,
    )
  )
}

/**
 * Messages of retryable errors that Citus reports under the code of an internal error: a table was
 * just moved, for example to other nodes, or a node failed while rows were copied.
 */
const TRY_AGAIN =
  /could not find valid entry for shard [1-9]|deadlock detected|canceling statement due to lock timeout|could not serialize access/

/**
 * Returns true for a deadlock, a serialization failure, a lock timeout or a table that was moved
 * concurrently. The same transaction may be run again.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  return /^(40001|40P01|55P03)$/.test(code) || (code === 'XX000' && TRY_AGAIN.test(error.message))
}

/**
 * Returns true when the row violates the unique constraint. Citus appends a shard number to the
 * name, and may report it only in the message.
 */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  const named = 'constraint' in error ? error.constraint : undefined
  const text = typeof named === 'string' ? named : error.message
  return new RegExp(`\\b${constraint}(_\\d{6,})?\\b`).test(text)
}

/** Returns true when a row refers to one that is missing, or one that others refer to is deleted. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23503'
