import { distance } from 'fastest-levenshtein'
import { type CatalogEntry, costService, type ServiceUsage } from '../../../domain/cost.ts'
import type { Decimal } from '../../../domain/money.ts'

/** A catalog entry that may be what a name means, and why it may. */
export type Suggestion = {
  entry: CatalogEntry
  reason: 'same_name' | 'similar_name' | 'same_provider'
  /** What the waiting work would cost by it. */
  cost: Decimal
}

const SUGGESTED = 3
/** Names further apart than this share of their length have nothing to do with each other. */
const FARTHEST_SHARE = 0.5
const FARTHEST_OF_PARTS = 0.3

type Named = { provider: string; model: string }

/**
 * The entries whose names are nearest: those of the same provider first, since their prices are of one
 * kind. What the work is estimated to cost is by the prices of now.
 */
export function suggestEntries(
  entries: Iterable<CatalogEntry>,
  { provider, model }: Named,
  { usage, now }: { usage: ServiceUsage; now: Date },
): Suggestion[] {
  const near: { entry: CatalogEntry; score: number }[] = []
  for (const entry of entries) {
    const name = entry.canonicalName
    const apart = apartness(name, model)
    if (apart > FARTHEST_SHARE) continue
    near.push({ entry, score: apart + (entry.provider === provider ? 0 : FARTHEST_SHARE) })
  }
  near.sort((a, b) => a.score - b.score || (a.entry.id < b.entry.id ? -1 : 1))
  const suggestions: Suggestion[] = []
  for (const { entry } of near) {
    if (suggestions.length === SUGGESTED) break
    const costed = costService(entry, usage, now.getTime())
    // One that lacks a rate would be refused.
    if (costed.kind !== 'costed') continue
    suggestions.push({ entry, reason: reasonOf(entry, { provider, model }), cost: costed.cost })
  }
  return suggestions
}

/** From 0, the same, to 1. A name that another one is made of is near: a variant costs alike. */
function apartness(name: string, model: string): number {
  if (name === model) return 0
  const longest = Math.max(name.length, model.length)
  if (isPartOf(name, model)) return FARTHEST_OF_PARTS * (1 - name.length / longest)
  return distance(name, model) / longest
}

/** Whether a name stands in another one as a whole: `gpt-4o` in `ft:gpt-4o:acme`, but not in `gpt-4omni`. */
function isPartOf(name: string, model: string): boolean {
  const at = model.indexOf(name)
  if (at === -1) return false
  const around = `${model[at - 1] ?? ''}${model[at + name.length] ?? ''}`
  return !/[\p{L}\d]/u.test(around)
}

function reasonOf(entry: CatalogEntry, { provider, model }: Named): Suggestion['reason'] {
  if (entry.canonicalName === model) return 'same_name'
  return entry.provider === provider ? 'same_provider' : 'similar_name'
}

/** The least and the most that the work may cost; null where nothing is suggested. */
export function rangeOf(
  suggestions: readonly Suggestion[],
): { low: Decimal; high: Decimal } | null {
  const costs = suggestions.map(({ cost }) => cost)
  const [first] = costs
  if (!first) return null
  return costs.reduce(
    ({ low, high }, cost) => ({
      low: cost.lt(low) ? cost : low,
      high: cost.gt(high) ? cost : high,
    }),
    { low: first, high: first },
  )
}
