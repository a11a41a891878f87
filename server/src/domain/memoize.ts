const ANSWERS_MAX = 20_000

/**
 * Returns `compute` with a cache, because calendar arithmetic and long divisions are slow and many
 * subscriptions repeat them. Use it only for pure functions whose key contains all arguments. A
 * full cache of 20,000 results is cleared.
 */
export function memoize<Args extends readonly unknown[], Answer>(
  keyOf: (...asked: Args) => string,
  compute: (...asked: Args) => Answer,
): (...asked: Args) => Answer {
  const answers = new Map<string, { answer: Answer }>()
  return (...asked) => {
    const key = keyOf(...asked)
    const known = answers.get(key)
    if (known) return known.answer
    const answer = compute(...asked)
    if (answers.size === ANSWERS_MAX) answers.clear()
    answers.set(key, { answer })
    return answer
  }
}

/** Returns `compute` with a cache by object identity. The cache keeps its objects alive. */
export function memoizeByObject<Thing extends object, Answer>(
  compute: (thing: Thing) => Answer,
): (thing: Thing) => Answer {
  const answers = new Map<Thing, { answer: Answer }>()
  return (thing) => {
    const known = answers.get(thing) ?? { answer: compute(thing) }
    answers.set(thing, known)
    return known.answer
  }
}

/**
 * Returns `compute` with a cache for each object, kept as long as the object exists. Use it only
 * for immutable objects, and for functions whose key contains all other arguments.
 */
export function memoizePerObject<Thing extends object, Args extends readonly unknown[], Answer>(
  keyOf: (...asked: Args) => string,
  compute: (thing: Thing, ...asked: Args) => Answer,
): (thing: Thing, ...asked: Args) => Answer {
  const answers = new WeakMap<Thing, Map<string, { answer: Answer }>>()
  return (thing, ...asked) => {
    const ofThing = answers.get(thing) ?? new Map<string, { answer: Answer }>()
    const key = keyOf(...asked)
    const known = ofThing.get(key) ?? { answer: compute(thing, ...asked) }
    ofThing.set(key, known)
    answers.set(thing, ofThing)
    return known.answer
  }
}

/**
 * Returns `compute` with a cache by the identity of two objects. An entry is kept as long as both
 * exist.
 */
export function memoizeByPair<One extends object, Other extends object, Answer>(
  compute: (one: One, other: Other) => Answer,
): (one: One, other: Other) => Answer {
  const answers = new WeakMap<One, WeakMap<Other, { answer: Answer }>>()
  return (one, other) => {
    const ofOne = answers.get(one) ?? new WeakMap<Other, { answer: Answer }>()
    const known = ofOne.get(other) ?? { answer: compute(one, other) }
    ofOne.set(other, known)
    answers.set(one, ofOne)
    return known.answer
  }
}
