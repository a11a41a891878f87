import { type Decimal, ZERO } from '../../domain/money.ts'
import { dayOf } from '../../domain/time/range.ts'
import type { StoredEvent } from '../usage/recosting/costed-events.ts'
import type { RecostCounts } from '../usage/recosting/recost-page.ts'

/** The costs of some events before and after. */
export type Change = Pick<RecostCounts, 'changedEventCount' | 'costBefore' | 'costAfter'>

/** The first and the last changed usage of a customer on a day. */
export type ChangedDay = { customerId: string; first: Date; last: Date }

type Costs = { before: Decimal; after: Decimal }

/** Sums changes of events, each by its customer, agent and UTC day. */
export function createPreviewSums() {
  const customers = new Map<string, Change>()
  const agents = new Map<string, Change>()
  const days = new Map<number, Change>()
  const changedDays = new Map<string, ChangedDay>()

  function addTo<Key>(sums: Map<Key, Change>, key: Key, { before, after }: Costs): void {
    const sum = sums.get(key) ?? { changedEventCount: 0, costBefore: ZERO, costAfter: ZERO }
    sums.set(key, {
      changedEventCount: sum.changedEventCount + (before.eq(after) ? 0 : 1),
      costBefore: sum.costBefore.plus(before),
      costAfter: sum.costAfter.plus(after),
    })
  }

  function add(event: StoredEvent, costs: Costs): void {
    const { customerId, agentId, usageDate } = event
    const day = dayOf(usageDate.getTime())
    addTo(customers, customerId, costs)
    addTo(agents, agentId, costs)
    addTo(days, day, costs)
    if (costs.before.eq(costs.after)) return
    // Events of a customer come in order of usage date.
    const key = `${customerId}${day}`
    const first = changedDays.get(key)?.first ?? usageDate
    changedDays.set(key, { customerId, first, last: usageDate })
  }

  return { add, customers, agents, days, changedDays }
}

/** Returns the groups with changed costs, those with the largest differences first. */
export function changedGroups<Key extends string | number>(
  sums: ReadonlyMap<Key, Change>,
): [Key, Change][] {
  const difference = ({ costBefore, costAfter }: Change) => costAfter.minus(costBefore).abs()
  return [...sums]
    .filter(([, { changedEventCount }]) => changedEventCount > 0)
    .sort(([a, one], [b, other]) => {
      return difference(other).cmp(difference(one)) || (a < b ? -1 : 1)
    })
}
