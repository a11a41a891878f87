/**
 * Returns the text of an error. The error of Node's fetch says only "fetch failed"; its cause has
 * the reason.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}
