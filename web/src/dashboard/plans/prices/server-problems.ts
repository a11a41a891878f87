import { ApiError } from '../../../api/api-error.ts'

/** What the service says of each price, by the key of its draft and then by field. */
export type ServerProblems = ReadonlyMap<string, Readonly<Record<string, string>>>

/** A problem begins with its place: `[2].tiers[0].upper must be …`, or `strategies[2].rate …`. */
const PLACE = /^(?:strategies)?\[(\d+)\]\.?([\w.[\]]*) (.+)$/s

/** What a refusal says of prices; `keys` are those that were sent, in their order. */
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

/** What a refusal says that is about no price. */
export function generalProblem(error: Error | null): Error | null {
  if (!(error instanceof ApiError)) return error
  return error.messages.every((message) => PLACE.test(message)) ? null : error
}
