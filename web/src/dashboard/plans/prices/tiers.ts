import { isAbove, isDecimal } from './decimal-text.ts'

/**
 * A tier as typed. It starts at the end of the previous one; the last one has no end. Without a flat
 * fee, the field is empty.
 */
export type TierRow = { key: string; upTo: string; rate: string; flatFee: string }

let made = 0

/** Creates a row with a stable key, independent of rows added or removed before it. */
export function tierRow(upTo: string, rate: string, flatFee = ''): TierRow {
  made += 1
  return { key: `tier ${made}`, upTo, rate, flatFee }
}

/**
 * Returns the start of each row, derived from the previous row, so that every quantity has exactly
 * one price.
 */
export function startsOf(rows: readonly TierRow[]): string[] {
  return rows.map((_, index) => (index === 0 ? '0' : (rows[index - 1]?.upTo.trim() ?? '')))
}

/**
 * Splits the last row: it gets an end, still to be typed, and a new last row continues its rate.
 */
export function splitLast(rows: readonly TierRow[]): TierRow[] {
  const last = rows.at(-1)
  const rest = rows.slice(0, -1)
  return last === undefined ? [tierRow('', '')] : [...rest, last, tierRow('', last.rate)]
}

/** Removes a row, except the last one, so that every quantity has a price. */
export function withoutRow(rows: readonly TierRow[], index: number): TierRow[] {
  return index === rows.length - 1 ? [...rows] : rows.filter((_, other) => other !== index)
}

export function withRow(
  rows: readonly TierRow[],
  index: number,
  change: Partial<Omit<TierRow, 'key'>>,
): TierRow[] {
  return rows.map((row, other) => (other === index ? { ...row, ...change } : row))
}

const NO_NUMBER = 'Enter a number with digits and a point, such as 0.9'

/**
 * Returns problems by field, such as `tiers[1].upper`. A field that was not filled in yet gets
 * `missing`.
 */
export function tierProblems(rows: readonly TierRow[], missing: string): Record<string, string> {
  const starts = startsOf(rows)
  const found: Record<string, string> = {}
  for (const [index, { upTo, rate, flatFee }] of rows.entries()) {
    const start = starts[index] ?? ''
    const isLast = index === rows.length - 1
    const upper = isLast ? undefined : upperProblem(upTo, start, missing)
    const ofRate = numberProblem(rate, missing)
    if (upper !== undefined) found[`tiers[${index}].upper`] = upper
    if (ofRate !== undefined) found[`tiers[${index}].rate`] = ofRate
    if (flatFee.trim() !== '' && !isDecimal(flatFee)) found[`tiers[${index}].flatFee`] = NO_NUMBER
  }
  return found
}

/** Returns the problem of a typed number, if any. */
export function numberProblem(text: string, missing: string): string | undefined {
  if (text.trim() === '') return missing
  return isDecimal(text) ? undefined : NO_NUMBER
}

function upperProblem(upTo: string, start: string, missing: string): string | undefined {
  const problem = numberProblem(upTo, missing)
  if (problem !== undefined || !isDecimal(start)) return problem
  return isAbove(upTo, start) ? undefined : `Must be above ${start}, where the tier starts`
}

/** Converts the rows to a request body. */
export function toTiers(rows: readonly TierRow[]) {
  const starts = startsOf(rows)
  return rows.map(({ upTo, rate, flatFee }, index) => ({
    lower: starts[index] ?? '0',
    upper: index === rows.length - 1 ? null : upTo.trim(),
    rate: rate.trim(),
    ...(flatFee.trim() !== '' && { flatFee: flatFee.trim() }),
  }))
}
