const DAY_MS = 24 * 60 * 60_000

type Outcome = {
  /** Epoch milliseconds. */
  usageDate: number
  quantity: number
}

/**
 * Returns when the settlement window of an outcome that is recorded now passes, in epoch
 * milliseconds: `days` of 24 hours after its usage date. Null if it has none: its signal has no
 * window, it has no unit to bill, or the window has passed, so that it settles at once.
 */
export function settlesAt(
  { usageDate, quantity }: Outcome,
  days: number,
  businessNow: Date,
): number | null {
  if (days === 0 || quantity === 0) return null
  const at = usageDate + days * DAY_MS
  return at > businessNow.getTime() ? at : null
}
