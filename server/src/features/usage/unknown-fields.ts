import { distance } from 'fastest-levenshtein'
import type { JsonObject } from './batch-shape.ts'

const TYPOS_MAX = 2
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
  const warnings: string[] = []
  for (const field of Object.keys(source)) {
    if (knownFields.includes(field)) continue
    // Each one costs a comparison with every field; who mistypes hundreds needs no more hints.
    const isHelpful = warnings.length < HINTS_MAX
    const meant = isHelpful ? closest(field, knownFields) : undefined
    const question = meant ? `: did you mean ${path}${meant}?` : ''
    warnings.push(`unknown field ${path}${field.slice(0, 100)}${question}`)
  }
  return warnings
}

function closest(field: string, knownFields: readonly string[]): string | undefined {
  const plain = plainName(field)
  const [nearest] = knownFields
    .map((known) => ({ known, typos: distance(plain, plainName(known)) }))
    .toSorted((a, b) => a.typos - b.typos)
  return nearest && nearest.typos <= TYPOS_MAX ? nearest.known : undefined
}

/** The letters of a name, so that input_tokens and inputTokens are the same. */
function plainName(name: string): string {
  return name
    .slice(0, 100)
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()
}
