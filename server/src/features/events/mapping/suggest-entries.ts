import { distance } from 'fastest-levenshtein'
import { type CatalogEntry, costService, type ServiceUsage } from '../../../domain/cost.ts'
import type { Decimal } from '../../../domain/money.ts'

/** A catalog entry that a name may refer to, and the reason. */
export type Suggestion = {
  entry: CatalogEntry
  reason: 'same_name' | 'similar_name' | 'same_provider'
  /** The estimated cost of the waiting usage at this entry's prices. */
  cost: Decimal
}

const SUGGESTED = 3
/** Names that differ by more than this share of their length are considered unrelated. */
const FARTHEST_SHARE = 0.5
/** Short names of different models are alike by chance, so another provider needs a nearer name. */
const FARTHEST_SHARE_ELSEWHERE = 0.25
const FARTHEST_OF_PARTS = 0.3

type Named = { provider: string; model: string }

/**
 * Returns the entries with the most similar names. Entries of the same provider come first, because
 * their prices are comparable. Costs are estimated at current prices.
 */
export function suggestEntries(
  entries: Iterable<CatalogEntry>,
  { provider, model }: Named,
  { usage, now }: { usage: ServiceUsage; now: Date },
): Suggestion[] {
  const near: { entry: CatalogEntry; score: number }[] = []
  for (const entry of entries) {
    const name = entry.canonicalName
    const apart = nameDistance(name, model)
    const isElsewhere = entry.provider !== provider
    const farthest = isElsewhere ? FARTHEST_SHARE_ELSEWHERE : FARTHEST_SHARE
    if (apart > farthest && !isPartOf(name, model)) continue
    near.push({ entry, score: apart + (isElsewhere ? FARTHEST_SHARE : 0) })
  }
  near.sort((a, b) => a.score - b.score || (a.entry.id < b.entry.id ? -1 : 1))
  const suggestions: Suggestion[] = []
  for (const { entry } of near) {
    if (suggestions.length === SUGGESTED) break
    const costed = costService(entry, usage, now.getTime())
    // A mapping to an entry that lacks a rate would be rejected.
    if (costed.kind !== 'costed') continue
    suggestions.push({ entry, reason: reasonOf(entry, { provider, model }), cost: costed.cost })
  }
  return suggestions
}

/**
 * Returns the distance of two names from 0 (identical) to 1. An entry whose name is part of the
 * model's name is near, because variants cost about the same.
 */
function nameDistance(name: string, model: string): number {
  if (name === model) return 0
  const longest = Math.max(name.length, model.length)
  if (isPartOf(name, model)) return FARTHEST_OF_PARTS * (1 - name.length / longest)
  return distance(name, model) / longest
}

/**
 * Returns true if a name is a whole part of another: `gpt-4o` in `ft:gpt-4o:acme`, not in
 * `gpt-4omni`.
 */
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

/** Returns the lowest and highest estimated cost; null without suggestions. */
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
