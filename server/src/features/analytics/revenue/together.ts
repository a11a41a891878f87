import type { Range } from '../../../domain/time/range.ts'
import { expectMemory } from '../../../platform/database/expect-memory.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { type Pair, pairKey } from '../../earnings/facts/candidates.ts'
import type { EarningFilter, EarningSubscription } from '../../earnings/facts/earning-filter.ts'
import { type Earner, loadEarners } from '../../earnings/facts/load-facts.ts'
import {
  type EarnerUsage,
  loadEarnerUsage,
  type UsageAsked,
} from '../../earnings/usage/earner-usage.ts'
import type { DaySums } from '../../usage/closed-sums/packed-days.ts'
import { type Alike, listAlike, listApart } from './alike-queries.ts'
import { sumAlikeUsage } from './alike-usage-queries.ts'
import { areQuarters, cutsOf, type GroupedEarner, withGroupedUsage } from './grouped-usage.ts'
import { feesOf, usageOfPlans } from './plain-earners.ts'

/** Where most are told apart, naming so many customers takes longer than reading all. */
const NAMED_MAX = 5_000

export type TogetherAsked = UsageAsked & {
  /** Customers who are told apart in any case. */
  named?: readonly string[] | undefined
  /** Whether work is asked for at all: else its figures may be zero. */
  sums?: DaySums
  /** Whether those of whom the same is invoiced are alike; their lines may differ in what was used. */
  byContent?: boolean
  /** Whether what is owed beside usage matters: with it those who began on other days are not alike. */
  withFees?: boolean
  /** Whether it matters what finalized lines billed of usage. */
  withInvoiced?: boolean
}

/**
 * The subscriptions that may earn in a window, in order, for sums of all of them. Very many have the same
 * terms, and each unit of theirs costs the same whoever used it: the database counts them and adds up
 * what they used. They are one earner, and the usage of all of a plan is with the first one of it.
 * Those of customers who are named are told apart in any case.
 */
export async function loadTogether(
  tx: Tx,
  filter: EarningFilter,
  asked: TogetherAsked,
): Promise<EarnerUsage[]> {
  const { alike, apart } = await loadAlike(tx, filter, asked)
  const single = apart === undefined ? [] : await loadApart(tx, apart, asked)
  if (alike.length === 0) return single
  return [...alike, ...single].sort((a, b) => compare(a.subscription, b.subscription, asked.window))
}

/** Subscriptions that are told apart: which are read, and which of these are meant. */
export type Apart = { filter: EarningFilter; has: (subscription: EarningSubscription) => boolean }

async function loadApart(tx: Tx, { filter, has }: Apart, asked: UsageAsked) {
  const found = await loadEarnerUsage(tx, filter, asked)
  return found.filter(({ subscription }) => has(subscription))
}

/** Those of `loadTogether` that are one with others, and who must be told apart. */
export async function loadAlike(
  tx: Tx,
  filter: EarningFilter,
  {
    named = [],
    byContent = false,
    withFees = true,
    withInvoiced = false,
    sums = 'work',
    ...asked
  }: TogetherAsked,
): Promise<{ alike: EarnerUsage[]; apart: Apart | undefined }> {
  const { window, cuts = [] } = asked
  const oneByOne = { alike: [], apart: { filter, has: () => true } }
  if (filter.customerId !== undefined || filter.customerIds) return oneByOne
  await expectMemory(tx)
  const others = await listApart(tx, filter, { window, last: 0, byContent })
  const apart = [...new Set([...named, ...others])]
  const alike = await listAlike(tx, filter, { window, without: apart, byContent, withFees })
  const count = alike.reduce((sum, one) => sum + one.count, 0)
  if (count === 0 || (apart.length > NAMED_MAX && count < apart.length)) return oneByOne
  const customerIds = [...new Set(alike.map(({ customerId }) => customerId))]
  const ends = [...new Set([window.start, ...cuts, window.end])].sort((a, b) => a - b)
  const without = { customers: apart, pairs: alike.flatMap(pairsOf) }
  // The database adds up what was used meanwhile.
  const [{ earners }, used] = await Promise.all([
    loadEarners(tx, { ...filter, customerIds }, window),
    alike.some(isPlain) ? sumAlikeUsage(tx, filter, { cuts: ends, without, sums }) : [],
  ])
  const told = await tellByContent({ earners, alike, asked: asked.asked, times: ends })
  const fees = withFees ? feesOf(told.plain) : []
  const counted = [...fees, ...usageOfPlans(told.plain, { used, ends, window })]
  const grouped = await withGroupedUsage(tx, filter, {
    earners: told.grouped,
    sums,
    invoicedIn: withInvoiced ? window : undefined,
  })
  return {
    alike: [...counted, ...grouped],
    apart: apartOf(filter, { wholly: apart, partly: told.odd }),
  }
}

function apartOf(
  filter: EarningFilter,
  { wholly, partly }: { wholly: readonly string[]; partly: readonly Pair[] },
): Apart | undefined {
  if (wholly.length === 0 && partly.length === 0) return undefined
  const [customers, pairs] = [new Set(wholly), new Set(partly.map(pairKey))]
  // Each once: they may be read in pages, and a customer works with several agents.
  const customerIds = [...new Set([...wholly, ...partly.map(({ customerId }) => customerId)])]
  return {
    filter: { ...filter, customerIds },
    has: (subscription) => {
      return customers.has(subscription.customerId) || pairs.has(pairKey(subscription))
    },
  }
}

type Told = {
  /** Of whom nothing is invoiced and no tiers count, whose usage is added up by plan. */
  plain: (Earner & { count: number })[]
  grouped: GroupedEarner[]
  /** Whose usage is asked of times that are no quarters of an hour. */
  odd: Pair[]
}

/** Whether their usage is added up by plan. */
const isPlain = ({ customerIds }: Alike) => customerIds === null

/** Whose usage is not. */
function pairsOf({ customerIds, agentId }: Alike): Pair[] {
  return customerIds?.map((customerId) => ({ customerId, agentId })) ?? []
}

async function tellByContent({
  earners,
  alike,
  asked,
  times,
}: {
  earners: readonly Earner[]
  alike: readonly Alike[]
  asked: UsageAsked['asked']
  times: readonly number[]
}): Promise<Told> {
  const told: Told = { plain: [], grouped: [], odd: [] }
  const known = new Map(alike.map((one) => [one.id, one]))
  await mapInTurns(earners, (earner) => {
    const one = known.get(earner.subscription.id)
    if (!one) return
    const { count, customerIds } = one
    if (customerIds === null) {
      told.plain.push({ ...earner, count })
      return
    }
    const cuts = whileRunning(earner.subscription, cutsOf(earner.facts, asked, times))
    if (areQuarters(cuts) && !isBilledBefore(earner))
      told.grouped.push({ ...earner, count, customerIds, cuts })
    else for (const pair of pairsOf(one)) told.odd.push(pair)
  })
  return told
}

/** Only what is used while it runs is its own. */
export function whileRunning(
  { startsAt, endsAt }: EarningSubscription,
  cuts: readonly number[],
): number[] {
  const start = Math.max(startsAt.getTime(), cuts[0] ?? 0)
  const end = Math.min(endsAt?.getTime() ?? Number.POSITIVE_INFINITY, cuts.at(-1) ?? 0)
  return [start, ...cuts.filter((cut) => cut > start && cut < end), end]
}

/** Whether an invoice is of usage before it began: it was moved since. */
export function isBilledBefore({ subscription, facts }: Earner): boolean {
  const startsAt = subscription.startsAt.getTime()
  return facts.final.usage.some(
    ({ start, countedFrom }) => (countedFrom ?? start).epochMilliseconds < startsAt,
  )
}

/** Those that only an invoice names come last, as where each is read by itself. */
function compare(a: EarningSubscription, b: EarningSubscription, window: Range<number>): number {
  const isCovering = ({ startsAt, endsAt }: EarningSubscription) =>
    startsAt.getTime() < window.end && (endsAt === null || endsAt.getTime() > window.start)
  const [first, second] = [isCovering(a), isCovering(b)]
  if (first !== second) return first ? -1 : 1
  return a.startsAt.getTime() - b.startsAt.getTime() || compareIds(a.id, b.id)
}

const compareIds = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
