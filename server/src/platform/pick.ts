/** Returns the names of an object's fields. The type of the object must list all of them. */
export function namesOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[]
}

/** Returns a copy with only the named fields, in the order of `names`. */
export function pick<T, Name extends keyof T>(object: T, names: readonly Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<T, Name>
}

/** Returns a copy without the named fields. */
export function omit<T extends object, Name extends keyof T>(
  object: T,
  names: readonly Name[],
): Omit<T, Name> {
  const kept = namesOf(object).filter((name) => !names.some((left) => left === name))
  return pick(object, kept) as Omit<T, Name>
}
