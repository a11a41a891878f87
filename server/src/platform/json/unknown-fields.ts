import type { JsonObject } from './json-object.ts'
import { nearestName, shownName } from './nearest-name.ts'

const HINTS_MAX = 20

/**
 * Returns a warning for each unknown field, with the field that was probably meant. The record is
 * stored anyway, because completed work must not be lost to a typo.
 */
export function unknownFieldWarnings(
  source: JsonObject,
  knownFields: readonly string[],
  path: string,
): string[] {
  return unknownFields(source, knownFields, path).map(
    ({ field, question }) => `unknown field ${field}${question}`,
  )
}

/** Like `unknownFieldWarnings`, for requests that are refused: the messages of `unknown_field`. */
export function unknownFieldProblems(
  source: JsonObject,
  knownFields: readonly string[],
  path: string,
): string[] {
  return unknownFields(source, knownFields, path).map(
    ({ field, question }) => `${field} is not a field of this request${question}`,
  )
}

function unknownFields(source: JsonObject, knownFields: readonly string[], path: string) {
  const unknown = Object.keys(source).filter((field) => !knownFields.includes(field))
  return unknown.map((field, index) => {
    // Each suggestion compares the name with every known field, so only the first ones get one.
    const meant = index < HINTS_MAX ? nearestName(field, knownFields) : undefined
    const question = meant ? `: did you mean ${path}${meant}?` : ''
    return { field: `${path}${shownName(field)}`, question }
  })
}
