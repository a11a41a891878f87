const ANSWERS_MAX = 20_000

/**
 * The same function, which keeps what it answered: calendars and long divisions are slow, and many
 * subscriptions ask the same. Only for pure functions whose key says all that they were asked. When it has kept too many it
 * begins anew.
 */
export function remembered<Args extends readonly unknown[], Answer>(
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

/** The same function, which computes once for each object that it is asked about. */
export function oncePer<Thing extends object, Answer>(
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
 * The same function of a thing, which keeps what it answered of each for as long as there is the thing. Only
 * for things that do not change, and functions whose key says all else that they were asked.
 */
export function rememberedOf<Thing extends object, Args extends readonly unknown[], Answer>(
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

/** The same function, which computes once for each pair of objects; it forgets what nobody else has. */
export function oncePerPair<One extends object, Other extends object, Answer>(
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
