import { type Decimal, decimalFromInteger, isZero, sum, ZERO } from '../../../domain/money.ts'
import { shareOf } from '../../../domain/prices/realised.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { listModelWork, type ModelWork } from '../../usage-figures/models.ts'
import { addUp, type KeyedEntry } from './entries.ts'

/**
 * Entries of work split among the models that did it. Units, and what they realised, are split by each
 * model's units in the window; costs, events and events without a cost by its own. What has no units, as
 * the fee of a pool, is split by cost, and by uses where all of that is free or unknown. What is left over
 * by division stays with the last model that has a share, so that nothing is lost.
 */
export async function splitByModel(
  tx: Tx,
  used: UsageFilter,
  entries: readonly KeyedEntry[],
): Promise<KeyedEntry[]> {
  const models = Map.groupBy(await listModelWork(tx, used), placeOf)
  const shares = new Map(Array.from(models, ([place, all]) => [place, sharesOf(all)]))
  const alike = await addUp([entries], ({ kind, currency, ...place }) => {
    return `${kind} ${currency} ${placeOf(place)}`
  })
  const places = Map.groupBy(alike, placeOf)
  const split = await mapInTurns([...places], ([place, all]) => {
    const own = shares.get(place)
    return own ? splitAll(all, own) : all
  })
  return split.flat()
}

type Place = { agentId: string | null; signalId: string | null }
const placeOf = ({ agentId, signalId }: Place) => `${agentId} ${signalId}`

const ONE = decimalFromInteger(1)

/** Of each model, and of all of them; the last one that has any gets what is left over. */
type Share = { each: readonly Decimal[]; all: Decimal; last: number }

function sharesOf(models: readonly ModelWork[]) {
  const uses = shareBy(models.map(({ serviceCount }) => serviceCount))
  const cost = shareBy(
    models.map((one) => one.cost),
    uses,
  )
  const units = shareBy(
    models.map((one) => one.units),
    cost,
  )
  const events = shareBy(
    models.map(({ eventCount }) => eventCount),
    uses,
  )
  const uncosted = shareBy(
    models.map(({ uncostedEvents }) => uncostedEvents),
    uses,
  )
  const names = models.map(({ provider, model }) => `${provider}/${model}`)
  return { names, cost, units, events, uncosted }
}

/** Another share where nobody has any of this one; without another all is the last one's. */
function shareBy(each: readonly Decimal[], otherwise?: Share): Share {
  const last = each.findLastIndex((one) => !isZero(one))
  if (last !== -1) return { each, all: sum(each), last }
  if (otherwise) return otherwise
  const end = each.length - 1
  return { each: each.map((_, at) => (at === end ? ONE : ZERO)), all: ONE, last: end }
}

type Shares = ReturnType<typeof sharesOf>

/** Events are whole, so those of all entries are split together: else each would be rounded by itself. */
function splitAll(entries: readonly KeyedEntry[], shares: Shares): KeyedEntry[] {
  const events = splitCounts(
    entries.map(({ eventCount }) => eventCount),
    shares.events,
  )
  const uncosted = splitCounts(
    entries.map(({ uncostedEvents }) => uncostedEvents),
    shares.uncosted,
  )
  return entries.flatMap((entry, at) => {
    const [eventCounts = [], uncostedCounts = []] = [events[at], uncosted[at]]
    return splitAmounts(entry, shares).map((one, index) => ({
      ...one,
      eventCount: eventCounts[index] ?? 0,
      uncostedEvents: uncostedCounts[index] ?? 0,
    }))
  })
}

function splitAmounts(entry: KeyedEntry, shares: Shares): KeyedEntry[] {
  const work = entry.kind === 'without_quantity' ? shares.cost : shares.units
  const quantities = split(entry.quantity, work)
  const revenues = split(entry.revenue, work)
  const invoiced = split(entry.invoiced, work)
  const costs = split(entry.cost, shares.cost)
  return shares.names.map((model, at) => ({
    ...entry,
    model,
    quantity: quantities[at] ?? ZERO,
    revenue: revenues[at] ?? ZERO,
    invoiced: invoiced[at] ?? ZERO,
    cost: costs[at] ?? ZERO,
  }))
}

/** In the order of the models. */
function split(amount: Decimal, { each, all, last }: Share): Decimal[] {
  if (isZero(amount)) return []
  let left = amount
  return each.map((own, at) => {
    if (at === last) return left
    if (isZero(own)) return ZERO
    const part = shareOf(amount, own, all)
    left = left.minus(part)
    return part
  })
}

/** Whole parts of each count, of which each model's together are its whole part of all of them. */
function splitCounts(counts: readonly number[], share: Share): number[][] {
  let left = splitCount(
    counts.reduce((total, count) => total + count, 0),
    share,
  )
  return counts.map((count) => {
    const parts = splitWhole(count, left)
    left = left.map((own, at) => own - (parts[at] ?? 0))
    return parts
  })
}

/** What comes to half an event or more from the first model on is one: nothing is left over. */
function splitCount(count: number, { each, all }: Share): number[] {
  if (count === 0) return []
  const amount = decimalFromInteger(count)
  let reached = ZERO
  let given = 0
  return each.map((own) => {
    reached = reached.plus(own)
    const until = Number(shareOf(amount, reached, all).round(0).toFixed())
    const part = until - given
    given = until
    return part
  })
}

/** The same among so many whole events, for which whole numbers are enough. */
function splitWhole(count: number, each: readonly number[]): number[] {
  if (count === 0) return []
  const all = each.reduce((total, own) => total + BigInt(own), 0n)
  let reached = 0n
  let given = 0
  return each.map((own) => {
    reached += BigInt(own)
    const until = Number((2n * BigInt(count) * reached + all) / (2n * all))
    const part = until - given
    given = until
    return part
  })
}
