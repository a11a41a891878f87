/**
 * Keeps the unsaved input of a form in this browser, because a session may end while a form is
 * being filled in. There is one draft per browser. It belongs to one customer and is shown to no
 * other.
 */
const KEY = 'piecework-portal-draft'
const KEPT_MS = 24 * 60 * 60_000

export type Draft = Readonly<Record<string, string>>
type Kept = { customerId: string; at: number; values: Draft }

/** If the browser forbids storage, the draft lasts until the page is left. */
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
    // Storage is forbidden; `held` keeps the draft.
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
    // Storage is forbidden; `held` is cleared.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY) ?? held
  } catch {
    return held
  }
}

/** Parses a stored draft. Storage may contain anything, so every field is checked. */
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
