import { ApiError } from '../../../api/api-error.ts'

/** Error messages of the service, by draft key and then by field. */
export type ServerProblems = ReadonlyMap<string, Readonly<Record<string, string>>>

/**
 * Matches a message with its position: `[2].tiers[0].upper must be …` or `strategies[2].rate …`.
 */
const PLACE = /^(?:strategies)?\[(\d+)\]\.?([\w.[\]]*) (.+)$/s

/** Groups error messages by draft; `keys` are the drafts that were sent, in order. */
export function problemsByDraft(error: unknown, keys: readonly string[]): ServerProblems {
  const found = new Map<string, Record<string, string>>()
  if (!(error instanceof ApiError)) return found
  for (const message of error.messages) {
    const [, index, field = '', rest = ''] = PLACE.exec(message) ?? []
    const key = index === undefined ? undefined : keys[Number(index)]
    if (key === undefined) continue
    const ofDraft = found.get(key) ?? {}
    ofDraft[field] ??= rest.charAt(0).toUpperCase() + rest.slice(1)
    found.set(key, ofDraft)
  }
  return found
}

/** Returns the error if one of its messages concerns no price. */
export function generalProblem(error: Error | null): Error | null {
  if (!(error instanceof ApiError)) return error
  return error.messages.every((message) => PLACE.test(message)) ? null : error
}
