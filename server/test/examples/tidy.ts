/** Longer lists are cut, so that an example stays readable. */
const LIST_MAX = 3

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Keys, tokens and secrets: their random part. */
const SECRET =
  /\b(pw_(?:sk|pk|rk)_(?:test|live)_|whsec_)[\w+/=-]+|(?<=\/(?:r|pay|invitation)\/)[\w-]+/g

/** Texts that differ between runs, and what replaces them. */
const REPLACED: readonly [RegExp, string][] = [
  [/\btest-organization-\d+\b/g, 'initech'],
  [/\bperson-\d+@acme\.test\b/g, 'ann@initech.example'],
  [/\bann@acme\.test\b/g, 'ap@acme.example'],
  [/(?<=^pw_\w+_…).{4}$/g, 'x7Qd'],
  [/\blightMyRequest\b/g, 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Firefox/148.0'],
]

const HOUR_MS = 3_600_000
/** Business time of the examples. Keys, people and organizations are created in real time. */
const NOW_MS = Date.parse('2026-03-15T12:00:00.000Z')
const STARTED_MS = Date.now() - HOUR_MS

/** Moves a timestamp of real time to business time, to the full hour. */
function moved(text: string): string {
  const time = Date.parse(text)
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text) || !(time >= STARTED_MS)) return text
  const hours = Math.floor((time - STARTED_MS) / HOUR_MS)
  return new Date(NOW_MS + hours * HOUR_MS).toISOString()
}

/**
 * Makes a recorded answer independent of the run: ids are numbered in the order in which they
 * appear, secrets are replaced, and long lists are cut.
 */
export function tidied(answer: unknown): unknown {
  const ids = new Map<string, string>()
  const numbered = (id: string): string => {
    const known = ids.get(id)
    if (known !== undefined) return known
    const next = `019aa5e2-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, next)
    return next
  }
  const tidy = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((part) => tidy(part, key))
    if (typeof value === 'string') {
      const told = REPLACED.reduce((text, [from, to]) => text.replace(from, to), moved(value))
      const text = told
        .replace(UUID, numbered)
        .replace(SECRET, (_, prefix = '') => `${prefix}EXAMPLE`)
      return key === 'token' || key === 'secret' ? 'EXAMPLE' : text
    }
    if (key === 'durationMs') return 42
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tidy(part, name)]))
  }
  return tidy(answer, '')
}
