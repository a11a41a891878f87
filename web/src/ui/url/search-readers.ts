import { isDay } from '../values/dates.ts'

/** Reads a URL parameter. Returns undefined for an invalid value, which is then dropped. */
export type Reader<T> = (text: string) => T | undefined
export type Readers = Record<string, Reader<unknown>>
export type SearchOf<R extends Readers> = {
  [Name in keyof R]?: NonNullable<ReturnType<R[Name]>> | undefined
}

const TEXT_MAX = 255

/** Removes control characters, which no name contains. */
export const text: Reader<string> = (value) =>
  value
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, TEXT_MAX) || undefined

/** Removes undefined values. */
export function given<Values extends object>(
  values: Values,
): { [Name in keyof Values]?: Exclude<Values[Name], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  // Only undefined values were removed.
  return Object.fromEntries(entries) as ReturnType<typeof given<Values>>
}

export const day: Reader<string> = (value) => (isDay(value) ? value : undefined)

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const uuid: Reader<string> = (value) => (UUID.test(value) ? value.toLowerCase() : undefined)

export function oneOf<const T extends string>(values: readonly T[]): Reader<T> {
  return (value) => values.find((candidate) => candidate === value)
}

export function wholeNumber({ min, max }: { min: number; max: number }): Reader<number> {
  return (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max ? number : undefined
  }
}

/**
 * Reads the URL parameters and never fails. Each one is read independently; an invalid one becomes
 * undefined. The result has a key for every parameter, because the router passes on missing ones
 * unread.
 */
export function readSearch<R extends Readers>(readers: R) {
  return (raw: Record<string, unknown>): SearchOf<R> => {
    const found = Object.entries(readers).map(([name, read]) => {
      const given = raw[name]
      return [name, given === undefined || given === null ? undefined : read(String(given))]
    })
    return Object.fromEntries(found)
  }
}
