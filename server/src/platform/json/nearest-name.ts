import { distance } from 'fastest-levenshtein'

const TYPOS_MAX = 2
/** No name of ours is longer; what is beyond it makes no difference. */
const LENGTH_MAX = 100

/** Which of the known names was probably meant; undefined when none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name)
  const [nearest] = known
    .map((one) => ({ one, typos: distance(plain, plainName(one)) }))
    .toSorted((a, b) => a.typos - b.typos)
  // With more than half of its letters wrong it was something else.
  const most = Math.min(TYPOS_MAX, plain.length / 2)
  return nearest && nearest.typos <= most ? nearest.one : undefined
}

/** A name that somebody else chose, short enough to be said in an answer. */
export function shownName(name: string): string {
  return name.length > LENGTH_MAX ? `${name.slice(0, LENGTH_MAX)}…` : name
}

/** The letters of a name, so that input_tokens and inputTokens are the same. */
function plainName(name: string): string {
  return name
    .slice(0, LENGTH_MAX)
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()
}
