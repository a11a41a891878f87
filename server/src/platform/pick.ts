/** The names of the fields of an object whose type lists all of them. */
export function namesOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[]
}

/** A copy with some of the fields of an object, in the order of `names`. */
export function pick<T, Name extends keyof T>(object: T, names: readonly Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<T, Name>
}

/** A copy without some of the fields of an object. */
export function omit<T extends object, Name extends keyof T>(
  object: T,
  names: readonly Name[],
): Omit<T, Name> {
  const kept = namesOf(object).filter((name) => !names.some((left) => left === name))
  return pick(object, kept) as Omit<T, Name>
}
