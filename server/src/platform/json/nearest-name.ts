import { distance } from 'fastest-levenshtein'

const TYPOS_MAX = 2
/** Longer than any known name, so the rest is ignored. */
const LENGTH_MAX = 100

/** A shorter part is in too many names. */
const PART_LENGTH_MIN = 4

/**
 * Returns the known name that was probably meant; undefined when none is similar. A name that
 * contains the whole text, as `seatsCount` does `seats`, is nearer than one with two typos.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name)
  const [nearest] = known
    .map((one) => ({ one, typos: distance(plain, plainName(one)) }))
    .toSorted((a, b) => a.typos - b.typos)
  if (nearest && nearest.typos <= Math.min(1, plain.length / 2)) return nearest.one
  // With more than half of its letters different, another name was meant.
  const most = Math.min(TYPOS_MAX, plain.length / 2)
  return nameWith(plain, known) ?? (nearest && nearest.typos <= most ? nearest.one : undefined)
}

/** Returns the known name that contains a text, preferably at its start. */
function nameWith(plain: string, known: readonly string[]): string | undefined {
  if (plain.length < PART_LENGTH_MIN) return undefined
  const placeIn = (one: string) => plainName(one).indexOf(plain)
  return known.filter((one) => placeIn(one) >= 0).toSorted((a, b) => placeIn(a) - placeIn(b))[0]
}

/** Shortens a name chosen by a caller for use in a response. */
export function shownName(name: string): string {
  return name.length > LENGTH_MAX ? `${name.slice(0, LENGTH_MAX)}…` : name
}

/** Returns the letters of a name, so that input_tokens and inputTokens are equal. */
function plainName(name: string): string {
  return name
    .slice(0, LENGTH_MAX)
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()
}
