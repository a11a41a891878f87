import type { JsonObject } from './json-object.ts'
import { nearestName, shownName } from './nearest-name.ts'

const HINTS_MAX = 20

/**
 * Names the fields that nobody reads, each with the field it was probably meant to be. Work that
 * was done must not be lost to a typo, so the record is kept and its sender is told.
 */
export function unknownFieldWarnings(
  source: JsonObject,
  knownFields: readonly string[],
  path: string,
): string[] {
  const unknown = Object.keys(source).filter((field) => !knownFields.includes(field))
  return unknown.map((field, index) => {
    // Each hint costs a comparison with every field; who mistypes hundreds needs no more of them.
    const meant = index < HINTS_MAX ? nearestName(field, knownFields) : undefined
    const question = meant ? `: did you mean ${path}${meant}?` : ''
    return `unknown field ${path}${shownName(field)}${question}`
  })
}
