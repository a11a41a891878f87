import { type Decimal, decimal, decimalFromInteger, ZERO } from '../../../domain/money.ts'
import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import type { SumOver } from '../../../domain/prices/earnings.ts'
import { isUsageStrategy } from '../../../domain/prices/strategy.ts'
import { BUCKET_MS } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../in-turns.ts'
import { type Asked, type EarnerUsage, quantityOf } from './earner-usage.ts'
import { sumGroups, type UsageGroup } from './grouped-usage-queries.ts'
import type { Interval } from './intervals.ts'
import type { Earner } from './load-facts.ts'

/** A subscription that stands for those of some customers, of whom the same is invoiced. */
export type GroupedEarner = Earner & {
  count: number
  customerIds: string
  /** See `cutsOf`. */
  cuts: readonly number[]
}

/** Whether usage is added up between all of these times: by quarters of an hour. */
export const areQuarters = (cuts: readonly number[]) => cuts.every((cut) => cut % BUCKET_MS === 0)

/** The same with what all of them used. */
export async function withGroupedUsage(
  tx: Tx,
  organizationId: string,
  earners: readonly GroupedEarner[],
): Promise<EarnerUsage[]> {
  const groups = earners.map(({ facts, subscription, customerIds, cuts }): UsageGroup => {
    return { agentId: subscription.agentId, customerIds, cuts, marks: marksOf(facts, cuts) }
  })
  const rows = Map.groupBy(await sumGroups(tx, organizationId, groups), ({ key }) => key)
  return mapInTurns(
    earners.entries(),
    ([key, { customerIds: _, cuts, ...earner }]): EarnerUsage => {
      const { marks = [] } = groups[key] ?? {}
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
        row.profile === null ? [] : [{ ...row, ...profileOf(row.profile, marks) }],
      )
      const sumOver = sumOverProfiles(
        Map.groupBy(profiles, ({ signalId }) => signalId),
        earner.count,
      )
      return { ...earner, intervals, quantityIn: quantityOf(intervals), sumOver }
    },
  )
}

/** Every time at which a question begins or ends, besides some that are given. */
export function cutsOf(facts: EarningFacts, asked: Asked, times: readonly number[]): number[] {
  const ends = asked(facts).flatMap(({ start, end }) => [start, end])
  return inOrder([...times, ...ends.map((end) => end.epochMilliseconds)])
}

/** Tiers count what each used until any cut; a flat price is rounded once for each line. */
function marksOf({ strategies, final }: EarningFacts, cuts: readonly number[]): number[] {
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
  const times = ends.map(({ epochMilliseconds }) => epochMilliseconds)
  return inOrder(times.filter((time) => time >= first && time <= last))
}

const inOrder = (times: readonly number[]) => [...new Set(times)].sort((a, b) => a - b)

type Profile = { members: string; times: readonly number[]; quantities: readonly Decimal[] }

function profileOf(text: string, marks: readonly number[]): Omit<Profile, 'members'> {
  const parts = text.split(',').map((part) => part.split(':'))
  return {
    times: parts.map(([mark]) => marks[Number(mark) - 1] ?? 0),
    quantities: parts.map(([, quantity = '']) => decimal(quantity)),
  }
}

/** Of those who used nothing, too. */
function sumOverProfiles(
  bySignal: ReadonlyMap<string, readonly Profile[]>,
  count: number,
): SumOver {
  return (signalId, { start, end }, amountOf) => {
    const [from, until] = [start.epochMilliseconds, end.epochMilliseconds]
    const idle = amountOf(ZERO)
    let total = ZERO
    let rest = count
    for (const { members, times, quantities } of bySignal.get(signalId) ?? []) {
      let quantity = ZERO
      for (const [at, time] of times.entries()) {
        if (time >= from && time < until) quantity = quantity.plus(quantities[at] ?? ZERO)
      }
      if (quantity.eq(ZERO)) continue
      total = total.plus(amountOf(quantity).times(decimalFromInteger(Number(members))))
      rest -= Number(members)
    }
    return total.plus(idle.times(decimalFromInteger(rest)))
  }
}
