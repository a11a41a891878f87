import { amountOf, apportion, type Units, unitsOf, weightsFrom } from '../../../domain/apportion.ts'
import { expectMemory } from '../../../platform/database/expect-memory.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { listModelWork, type ModelWork } from '../../usage-figures/models.ts'
import { type Entry, isSomething } from './entries.ts'
import type { SignalEntry } from './entry-queries.ts'

/** What the entries of a split have as their key. */
export type SplitGroup = 'agent' | 'signal' | 'model'

type Split = {
  groupBy: SplitGroup
  /** The only model whose parts are returned, as `provider/model`; undefined for all. */
  model: string | undefined
}

/**
 * Splits entries among the models that did the work. Units, and the amount that they realised, are split by each
 * model's units in the window; costs, events and events without a cost by its own. Amounts without units, such as
 * the fee of a pool, are split by cost, or by uses if all of that is free or unknown. Nothing is lost by rounding.
 */
export async function splitByModel(
  tx: Tx,
  used: UsageFilter,
  { groupBy, model, entries }: Split & { entries: readonly SignalEntry[] },
): Promise<Entry[]> {
  await expectMemory(tx)
  const models = Map.groupBy(await listModelWork(tx, used), placeOf)
  const sums = new Map<string, Part>()
  await mapInTurns(Map.groupBy(entries, placeOf), ([place, all]) => {
    const parts = partsOf(all, models.get(place)).filter(
      ({ key }) => model === undefined || key === model,
    )
    for (const part of groupBy === 'model' ? parts : withKey(parts, all[0]?.[KEYS[groupBy]])) {
      const key = `${part.kind} ${part.currency} ${part.key}`
      const known = sums.get(key)
      sums.set(key, known ? addParts(known, part) : part)
    }
  })
  return Array.from(sums.values(), entryOf).filter(isSomething)
}

const KEYS = { agent: 'agentId', signal: 'signalId' } as const

const withKey = (parts: readonly Part[], key: string | null = null) =>
  parts.map((part) => ({ ...part, key }))

type Place = { agentId: string; signalId: string | null }
const placeOf = ({ agentId, signalId }: Place) => `${agentId} ${signalId}`

/** An entry of a model with whole numbers, which are added up faster. */
type Part = Pick<Entry, 'kind' | 'key' | 'currency'> & {
  quantity: Units
  revenue: Units
  invoiced: Units
  cost: Units
  eventCount: bigint
  uncostedEvents: bigint
}

function partsOf(
  entries: readonly SignalEntry[],
  models: readonly ModelWork[] | undefined,
): Part[] {
  const parts = entries.map(partOf)
  if (!models) return parts
  const weights = weightsOf(models)
  // Split apart, so that no part has more events without a cost than events.
  const costed = splitCounts(
    parts.map(({ eventCount, uncostedEvents }) => eventCount - uncostedEvents),
    weights.costed,
  )
  const uncosted = splitCounts(
    parts.map(({ uncostedEvents }) => uncostedEvents),
    weights.uncosted,
  )
  return parts.flatMap((part, at) => {
    const work = part.kind === 'without_quantity' ? weights.cost : weights.units
    const [quantity, revenue, invoiced] = [part.quantity, part.revenue, part.invoiced].map(
      (amount) => apportion(amount, work),
    )
    const cost = apportion(part.cost, weights.cost)
    return models.map(({ provider, model }, index) => {
      const uncostedEvents = uncosted[at]?.[index] ?? 0n
      return {
        ...part,
        key: `${provider}/${model}`,
        quantity: quantity?.[index] ?? 0n,
        revenue: revenue?.[index] ?? 0n,
        invoiced: invoiced?.[index] ?? 0n,
        cost: cost[index] ?? 0n,
        eventCount: uncostedEvents + (costed[at]?.[index] ?? 0n),
        uncostedEvents,
      }
    })
  })
}

/** Weights of the models of a place. What all of them lack is weighed by the next thing that some have. */
function weightsOf(models: readonly ModelWork[]) {
  const weightsBy = (read: (one: ModelWork) => string) => weightsFrom(models.map(read))
  const uses = weightsBy(({ serviceCount }) => serviceCount)
  const allEvents = weightsFrom([
    ...models.map(({ eventCount }) => eventCount),
    ...models.map(({ uncostedEvents }) => uncostedEvents),
  ])
  const [events, uncosted] = [allEvents.slice(0, models.length), allEvents.slice(models.length)]
  const cost = someOf(
    weightsBy((one) => one.cost),
    uses,
  )
  return {
    cost,
    units: someOf(
      weightsBy(({ units }) => units),
      cost,
    ),
    costed: someOf(
      events.map((own, at) => notNegative(own - (uncosted[at] ?? 0n))),
      uses,
    ),
    uncosted: someOf(uncosted, uses),
  }
}

const notNegative = (value: bigint) => (value < 0n ? 0n : value)

const someOf = (weights: readonly bigint[], otherwise: readonly bigint[]) =>
  weights.some((weight) => weight !== 0n) ? weights : otherwise

/**
 * Splits the counts of all entries together, because each would otherwise be rounded separately. The parts of a model
 * add up to its part of the total.
 */
function splitCounts(counts: readonly bigint[], weights: readonly bigint[]): bigint[][] {
  let left = apportion(
    counts.reduce((total, count) => total + count, 0n),
    weights,
  )
  return counts.map((count) => {
    const parts = apportion(count, left)
    left = left.map((own, at) => own - (parts[at] ?? 0n))
    return parts
  })
}

function addParts(a: Part, b: Part): Part {
  return {
    ...a,
    quantity: a.quantity + b.quantity,
    revenue: a.revenue + b.revenue,
    invoiced: a.invoiced + b.invoiced,
    cost: a.cost + b.cost,
    eventCount: a.eventCount + b.eventCount,
    uncostedEvents: a.uncostedEvents + b.uncostedEvents,
  }
}

function partOf({ kind, currency, ...sums }: SignalEntry): Part {
  return {
    kind,
    key: null,
    currency,
    quantity: unitsOf(sums.quantity),
    revenue: unitsOf(sums.revenue),
    invoiced: unitsOf(sums.invoiced),
    cost: unitsOf(sums.cost),
    eventCount: BigInt(sums.eventCount),
    uncostedEvents: BigInt(sums.uncostedEvents),
  }
}

function entryOf({ kind, key, currency, ...sums }: Part): Entry {
  return {
    kind,
    key,
    currency,
    quantity: amountOf(sums.quantity),
    revenue: amountOf(sums.revenue),
    invoiced: amountOf(sums.invoiced),
    cost: amountOf(sums.cost),
    eventCount: Number(sums.eventCount),
    uncostedEvents: Number(sums.uncostedEvents),
  }
}
