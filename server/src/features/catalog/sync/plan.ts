import { type CatalogPrice, priceInForce } from '../../../domain/cost.ts'
import { type Decimal, decimal, isZero } from '../../../domain/money.ts'
import { newId } from '../../../platform/id.ts'
import {
  type PriceRow,
  type Source,
  toCatalogPrice,
  toLongContextColumn,
  toServiceTiersColumn,
  toStoredRates,
} from '../price-row.ts'
import type { EntryRow } from '../queries.ts'
import type { NewEntry, NewPrice } from '../write-queries.ts'
import { isShrunkTooFar, reviewReasons, withoutNegatives } from './review-reasons.ts'
import {
  applyStatement,
  isSameTerms,
  isStatedBy,
  type SourceList,
  type SourceModel,
  type Terms,
} from './statement.ts'

/** The stored catalog, with accepted, quarantined and rejected prices. */
export type Stored = { entries: readonly EntryRow[]; prices: readonly PriceRow[] }

export type SyncCounts = {
  added: number
  priceChanged: number
  quarantined: number
  unchanged: number
  deactivated: number
  reactivated: number
  /** Models with a price that the catalog cannot express or does not trust. */
  skipped: number
}

export type SyncPlan = {
  newEntries: NewEntry[]
  newPrices: (NewPrice & { quarantineReason?: string | undefined })[]
  deactivate: string[]
  reactivate: string[]
  counts: SyncCounts
}

export type PlanResult = { kind: 'plan'; plan: SyncPlan } | { kind: 'refused'; reason: string }

const TOKENS_PER_UNIT = decimal('1000000')

/**
 * Computes the changes that a source's list makes to the catalog. Nothing is deleted: a new price
 * is added and applies from now. An entry that only this source listed and no longer offers is
 * deactivated. A list that looks broken is rejected as a whole.
 */
export function planSync(
  { source, list, now }: { source: Source; list: SourceList; now: Date },
  stored: Stored,
): PlanResult {
  if (list.models.length === 0) return { kind: 'refused', reason: 'it holds no priced model' }
  const { active, missing, back } = compareOffer(stored.entries, { source, list })
  if (isShrunkTooFar(missing.length, active.length)) {
    const reason = `${missing.length} of its ${active.length} active entries are missing from it`
    return { kind: 'refused', reason }
  }
  const plan: SyncPlan = {
    newEntries: [],
    newPrices: [],
    deactivate: missing.map(({ id }) => id),
    reactivate: back.map(({ id }) => id),
    counts: {
      added: 0,
      priceChanged: 0,
      quarantined: 0,
      unchanged: 0,
      deactivated: missing.length,
      reactivated: back.length,
      skipped: list.unpriced.length,
    },
  }
  const pricesByEntry = Map.groupBy(stored.prices, ({ entryId }) => entryId)
  const entryByName = new Map(
    stored.entries.map((entry) => [nameKey(entry.provider, entry.canonicalName), entry]),
  )
  for (const model of list.models) {
    const entry = entryByName.get(nameKey(model.provider, model.name))
    const outcome = entry
      ? priceKnown({ model, entry, rows: pricesByEntry.get(entry.id) ?? [], source, now }, plan)
      : addNew(model, plan)
    plan.counts[outcome] += 1
  }
  return { kind: 'plan', plan }
}

function nameKey(provider: string, name: string): string {
  return `${provider}\u0000${name}`
}

/**
 * Splits this source's entries: active, active but no longer offered, and deactivated but offered
 * again.
 */
function compareOffer(
  entries: readonly EntryRow[],
  { source, list }: { source: Source; list: SourceList },
) {
  const offered = new Set(
    [...list.models, ...list.unpriced].map(({ provider, name }) => nameKey(provider, name)),
  )
  const isOffered = (entry: EntryRow) => offered.has(nameKey(entry.provider, entry.canonicalName))
  const own = entries.filter((entry) => entry.source === source)
  const active = own.filter(({ isActive }) => isActive)
  return {
    active,
    missing: active.filter((entry) => !isOffered(entry)),
    back: own.filter((entry) => !entry.isActive && isOffered(entry)),
  }
}

/**
 * Adds a model that the catalog does not know. Its first known price also applies to the past,
 * because usage before the sync is costed with it. A price of zero is accepted only if the name
 * says so: sources write 0 for unknown prices.
 */
function addNew(model: SourceModel, plan: SyncPlan): keyof SyncCounts {
  const terms = applyStatement(undefined, model.statement)
  const { input, output } = terms.rates
  const isNothing = [input, output].every((rate) => rate === null || isZero(rate))
  const isBelievable = !isNothing || model.name.endsWith(':free')
  if (!isBelievable || reviewReasons(undefined, terms).length > 0) return 'skipped'
  const id = newId()
  plan.newEntries.push({
    id,
    externalId: model.externalId,
    provider: model.provider,
    canonicalName: model.name,
    displayName: model.displayName,
    serviceType: 'LLM',
    isApi: false,
    costUnit: 'per million tokens',
    unitSize: TOKENS_PER_UNIT,
    contextWindow: model.contextWindow,
    acceptsDateSuffix: false,
  })
  plan.newPrices.push(toNewPrice(terms, { entryId: id, unitSize: TOKENS_PER_UNIT, from: null }))
  return 'added'
}

type KnownModel = {
  model: SourceModel
  entry: EntryRow
  rows: readonly PriceRow[]
  source: Source
  now: Date
}

/**
 * Changes the price of a known entry only when the source says something new. Repeating its last
 * price has no effect, whether that is accepted, quarantined or rejected. This prevents two
 * disagreeing sources from alternating, and a rejected price from coming back.
 */
function priceKnown(known: KnownModel, plan: SyncPlan): keyof SyncCounts {
  const { model, entry, rows, source, now } = known
  if (entry.isApi) return 'skipped'
  const accepted = rows.filter(({ status }) => status === 'accepted')
  const prices = accepted.map((row) => toCatalogPrice(row, entry.unitSize))
  if (hasDailyWindow(prices, now)) return 'skipped'
  const current = priceInForce(prices, now.getTime())
  const last = latestPriceOf(rows, source)
  if (last && isStatedBy(toCatalogPrice(last, entry.unitSize), model.statement)) return 'unchanged'
  const next = applyStatement(current, model.statement)
  if (current && isSameTerms(current, next)) return 'unchanged'
  const reasons = reviewReasons(current, next)
  const from = accepted.length > 0 ? now : null
  const price = toNewPrice(withoutNegatives(next), {
    entryId: entry.id,
    unitSize: entry.unitSize,
    from,
  })
  if (reasons.length === 0) {
    plan.newPrices.push(price)
    return 'priceChanged'
  }
  plan.newPrices.push({ ...price, quarantineReason: reasons.join('. ') })
  return 'quarantined'
}

/**
 * Returns true when the price in force depends on the time of day, which one flat statement cannot
 * replace. Time-of-day prices end permanently when a later all-day price starts.
 */
function hasDailyWindow(prices: readonly CatalogPrice[], now: Date): boolean {
  const startOf = ({ effectiveFrom }: CatalogPrice) => effectiveFrom ?? Number.NEGATIVE_INFINITY
  const started = prices.filter((price) => startOf(price) <= now.getTime())
  const allDay = started.filter(({ dailyWindow }) => dailyWindow === null)
  const newest = Math.max(...allDay.map(startOf))
  return started.some((price) => price.dailyWindow !== null && startOf(price) >= newest)
}

function latestPriceOf(rows: readonly PriceRow[], source: Source): PriceRow | undefined {
  const own = rows.filter((row) => row.source === source)
  return own.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).at(-1)
}

function toNewPrice(
  { rates, longContext, serviceTiers }: Terms,
  { entryId, unitSize, from }: { entryId: string; unitSize: Decimal; from: Date | null },
): NewPrice {
  return {
    id: newId(),
    entryId,
    effectiveFrom: from,
    dailyFrom: null,
    dailyTo: null,
    ...toStoredRates(rates, unitSize),
    longContext: toLongContextColumn(longContext, unitSize),
    serviceTiers: toServiceTiersColumn(serviceTiers, unitSize),
  }
}
