/** Longer lists are cut, so that an example stays readable. */
const LIST_MAX = 3

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Keys, tokens and secrets: their random part. */
const SECRET =
  /\b(pw_(?:sk|pk|rk)_(?:test|live)_|whsec_)[\w+/=-]+|(?<=\/(?:r|pay|invitation)\/)[\w-]+/g

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
      const text = value
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
