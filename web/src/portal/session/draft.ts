/**
 * What somebody has typed and not saved, kept in this browser: a session may end in the middle of a form.
 * One for the browser; it is of one customer, and shown to no other.
 */
const KEY = 'piecework-portal-draft'
const KEPT_MS = 24 * 60 * 60_000

export type Draft = Readonly<Record<string, string>>
type Kept = { customerId: string; at: number; values: Draft }

/** A browser may forbid storage; then a draft holds until the page is left. */
let held: string | null = null

export function keepDraft(customerId: string, values: Draft): void {
  if (Object.keys(values).length === 0) {
    dropDraft()
    return
  }
  const kept: Kept = { customerId, at: Date.now(), values }
  held = JSON.stringify(kept)
  try {
    localStorage.setItem(KEY, held)
  } catch {
    // See above.
  }
}

export function findDraft(customerId: string): Draft | undefined {
  const kept = parse(stored())
  if (kept === undefined || kept.customerId !== customerId) return undefined
  if (Date.now() - kept.at <= KEPT_MS) return kept.values
  dropDraft()
  return undefined
}

export function dropDraft(): void {
  held = null
  try {
    localStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY) ?? held
  } catch {
    return held
  }
}

/** It is whatever somebody has put there. */
function parse(text: string | null): Kept | undefined {
  try {
    const kept = JSON.parse(text ?? 'null')
    const isKept =
      typeof kept?.customerId === 'string' &&
      typeof kept.at === 'number' &&
      typeof kept.values === 'object' &&
      kept.values !== null &&
      Object.values(kept.values).every((value) => typeof value === 'string')
    return isKept ? kept : undefined
  } catch {
    return undefined
  }
}
