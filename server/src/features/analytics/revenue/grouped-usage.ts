import {
  type Decimal,
  decimal,
  decimalFromInteger,
  isZero,
  sum,
  ZERO,
} from '../../../domain/money.ts'
import type { EarningFacts, FinalizedUsage } from '../../../domain/prices/earning-facts.ts'
import type { EarningUsage, LineUsage } from '../../../domain/prices/earnings.ts'
import { invoicedLines, isCut } from '../../../domain/prices/invoiced.ts'
import { isUsageStrategy } from '../../../domain/prices/strategy.ts'
import { BUCKET_MS, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import type { Earner } from '../../earnings/facts/load-facts.ts'
import { type Asked, type EarnerUsage, quantityOf } from '../../earnings/usage/earner-usage.ts'
import type { Interval } from '../../earnings/usage/intervals.ts'
import type { DaySums } from '../../usage/closed-sums/packed-days.ts'
import { instants } from '../../usage-figures/window.ts'
import { sumGroups, type UsageGroup } from './grouped-usage-queries.ts'

/** A subscription that stands for those of some customers, of whom the same is invoiced. */
export type GroupedEarner = Earner & {
  count: number
  customerIds: readonly string[]
  /** See `cutsOf`. */
  cuts: readonly number[]
}

type GroupedAsked = {
  earners: readonly GroupedEarner[]
  sums: DaySums
  invoicedIn: Range<number> | undefined
}

/** Whether usage is added up between all of these times: by quarters of an hour. */
export const areQuarters = (cuts: readonly number[]) => cuts.every((cut) => cut % BUCKET_MS === 0)

/** The same with what all of them used, and if wanted with what finalized lines of a window billed of it. */
export async function withGroupedUsage(
  tx: Tx,
  filter: EarningFilter,
  { earners, sums, invoicedIn }: GroupedAsked,
): Promise<EarnerUsage[]> {
  const groups = earners.map(({ facts, subscription, customerIds, cuts }): UsageGroup => {
    const { agentId } = subscription
    const lines = invoicedIn ? invoicedLines(facts, instants(invoicedIn)) : []
    const claims = lines.map((one) => ({ line: one.line, isCut: isCut(one) }))
    const isAnyCut = claims.some((one) => one.isCut)
    const edges = invoicedIn && isAnyCut ? [invoicedIn.start, invoicedIn.end] : []
    return { agentId, customerIds, cuts, marks: marksOf(facts, cuts, edges), claims }
  })
  const read = await sumGroups(tx, filter, { groups, sums })
  const rows = Map.groupBy(read, ({ key }) => key)
  return mapInTurns(
    earners.entries(),
    ([key, { customerIds: _, cuts, ...earner }]): EarnerUsage => {
      const { marks = [], claims = [] } = groups[key] ?? {}
      const own = rows.get(key) ?? []
      const intervals = own.flatMap((row): Interval[] => {
        if (row.part === null) return []
        const { signalId, part, billable, cost } = row
        const [start = 0, end = 0] = [cuts[part - 1], cuts[part]]
        const eventCount = Number(row.eventCount)
        const uncostedEvents = Number(row.uncostedEvents)
        return [
          { start, end, signalId, owner: undefined, eventCount, billable, cost, uncostedEvents },
        ]
      })
      const profiles = own.flatMap((row) =>
        row.profile === null ? [] : [{ ...row, ...profileOf(row, { marks, claims }) }],
      )
      const whole = own.flatMap((row): [FinalizedUsage, Decimal][] => {
        const claim = row.claim === null ? undefined : claims[row.claim - 1]
        return claim && row.claim !== null ? [[claim.line, decimal(row.billed)]] : []
      })
      const usage = usageOfProfiles({
        bySignal: Map.groupBy(profiles, ({ signalId }) => signalId),
        count: earner.count,
        billed: new Map(whole),
      })
      return { ...earner, intervals, quantityIn: quantityOf(intervals), ...usage }
    },
  )
}

/** Every time at which a question begins or ends, besides some that are given. */
export function cutsOf(facts: EarningFacts, asked: Asked, times: readonly number[]): number[] {
  const ends = asked(facts).flatMap(({ start, end }) => [start, end])
  return inOrder([...times, ...ends.map((end) => end.epochMilliseconds)])
}

/**
 * Tiers count what each used until any cut; a flat price is rounded once for each line, and of lines that
 * the edges of the window cut each has its own share.
 */
function marksOf(
  { strategies, final }: EarningFacts,
  cuts: readonly number[],
  edges: readonly number[],
): number[] {
  const pricings = [
    ...strategies.filter(isUsageStrategy).map(({ pricing }) => pricing),
    ...final.usage.map(({ pricing }) => pricing),
  ]
  if (pricings.some(({ pricingModel }) => pricingModel !== 'flat')) return [...cuts]
  const ends = final.usage.flatMap(({ start, end, countedFrom }) => [
    start,
    end,
    countedFrom ?? start,
  ])
  const [first = 0, last = 0] = [cuts[0], cuts.at(-1)]
  const times = [...edges, ...ends.map(({ epochMilliseconds }) => epochMilliseconds)]
  return inOrder(times.filter((time) => time >= first && time <= last))
}

const inOrder = (times: readonly number[]) => [...new Set(times)].sort((a, b) => a - b)

/** What so many used between marks, and what each of them was billed by lines that are cut. */
type Profile = {
  members: string
  /** Ascending, with what was used from the first of them on, the quantity of the time itself included. */
  times: readonly number[]
  untilAfter: readonly Decimal[]
  billed: ReadonlyMap<FinalizedUsage, Decimal>
}

type Numbered = Pick<UsageGroup, 'marks' | 'claims'>

function profileOf(
  { profile, billed }: { profile: string; billed: string },
  { marks, claims }: Numbered,
): Omit<Profile, 'members'> {
  const used = numbersIn(profile).sort(([a], [b]) => a - b)
  let total = ZERO
  return {
    times: used.map(([mark]) => marks[mark - 1] ?? 0),
    untilAfter: used.map(([, quantity]) => {
      total = total.plus(quantity)
      return total
    }),
    billed: new Map(
      numbersIn(billed).flatMap(([number, amount]) => {
        const claim = claims[number - 1]
        return claim ? [[claim.line, amount]] : []
      }),
    ),
  }
}

/** `1:5,3:2.5` */
function numbersIn(text: string): [number, Decimal][] {
  if (text === '') return []
  return text.split(',').map((part) => {
    const [number, value = ''] = part.split(':')
    return [Number(number), decimal(value)]
  })
}

function usageOfProfiles({
  bySignal,
  count,
  billed,
}: {
  bySignal: ReadonlyMap<string, readonly Profile[]>
  count: number
  /** What all of them were billed by lines that are not cut. */
  billed: ReadonlyMap<FinalizedUsage, Decimal>
}): Pick<EarningUsage, 'sumOver'> & LineUsage {
  return {
    billedOf: (line) => billed.get(line) ?? ZERO,
    /** Of those who used nothing, too. */
    sumOver: (signalId, range, amountOf) => {
      const idle = amountOf(ZERO)
      let total = ZERO
      let rest = count
      for (const profile of bySignal.get(signalId) ?? []) {
        const quantity = usedIn(profile, range)
        if (quantity.eq(ZERO)) continue
        total = total.plus(amountOf(quantity).times(membersOf(profile)))
        rest -= Number(profile.members)
      }
      return total.plus(idle.times(decimalFromInteger(rest)))
    },
    /** Each of them has the line. */
    sumOverLine: (line, amountOf) => {
      const amounts = (bySignal.get(line.signalId) ?? []).map((profile) => {
        const quantityIn = (range: Range) => usedIn(profile, range)
        const amount = amountOf({ quantityIn, billed: profile.billed.get(line) ?? ZERO })
        return isZero(amount) ? ZERO : amount.times(membersOf(profile))
      })
      return sum(amounts)
    },
  }
}

const membersOf = ({ members }: Profile) => decimalFromInteger(Number(members))

function usedIn(profile: Profile, { start, end }: Range): Decimal {
  const [from, until] = [start, end].map((time) => usedBefore(profile, time.epochMilliseconds))
  if (!from || !until || from === until) return ZERO
  return until.minus(from)
}

/** A chart asks for each of its many days, so the place is not looked for from the first on. */
function usedBefore({ times, untilAfter }: Profile, time: number): Decimal {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? time) < time) low = middle + 1
    else high = middle
  }
  return untilAfter[low - 1] ?? ZERO
}
