import type { Decimal } from '../../../domain/money.ts'
import { askedUsage, usageOfOne } from '../../../domain/prices/earnings.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { groupInTurns, mapInTurns } from '../../../platform/program/in-turns.ts'
import { loadRevenues, revenueIn } from '../../earnings/earned.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { type Earner, loadEarners } from '../../earnings/facts/load-facts.ts'
import { revenueTotal } from '../../earnings/revenue.ts'
import { type Asked, quantityOf } from '../../earnings/usage/earner-usage.ts'
import type { UsedQuantity } from '../../earnings/usage/intervals.ts'
import { instants } from '../../usage-figures/window.ts'
import { listAlike, listApart } from '../revenue/alike-queries.ts'
import { areQuarters, cutsOf } from '../revenue/grouped-usage.ts'
import { listMemberUsage, type MemberUsage } from '../revenue/grouped-usage-queries.ts'
import { isBilledBefore, whileRunning } from '../revenue/together.ts'

/** What a subscription of a customer earned. */
export type CustomerRevenue = { customerId: string; currency: string; amount: Decimal }

type SomeCustomers = EarningFilter & { customerIds: readonly string[] }

/** Customers of whom the same is invoiced by the same terms, and between which times their usage is asked. */
type Members = Earner & { customerIds: readonly string[]; cuts: readonly number[] }

/**
 * What each subscription of some customers earned in a window. What earnings follow from is read once for all of the
 * same terms of whom the same is invoiced; of each of them only what it used.
 */
export async function loadCustomerRevenues(
  tx: Tx,
  filter: SomeCustomers,
  window: Range<number>,
): Promise<CustomerRevenue[]> {
  const apart = new Set(await listApart(tx, filter, { window, last: 0, byContent: true }))
  const found = await loadMembers(tx, filter, { window, without: [...apart] })
  for (const one of found) {
    if (areQuarters(one.cuts) && !isBilledBefore(one)) continue
    for (const customerId of one.customerIds) apart.add(customerId)
  }
  const members = found.flatMap((one) => {
    const customerIds = one.customerIds.filter((id) => !apart.has(id))
    return customerIds.length === 0 ? [] : [{ ...one, customerIds }]
  })
  const together = await revenuesOfMembers(tx, filter, { members, window })
  if (apart.size === 0) return together
  const single = await loadRevenues(tx, { ...filter, customerIds: [...apart] }, window)
  return [
    ...together,
    ...single.map(({ subscription: { customerId, currency }, revenue }) => {
      return { customerId, currency, amount: revenueTotal(revenue) }
    }),
  ]
}

async function loadMembers(
  tx: Tx,
  filter: SomeCustomers,
  { window, without }: { window: Range<number>; without: readonly string[] },
): Promise<Members[]> {
  const whole = instants(window)
  const asked: Asked = (facts) => askedUsage(facts, whole)
  const how = { window, without, byContent: true, withFees: true, named: true }
  const alike = await listAlike(tx, filter, how)
  const customerIds = [...new Set(alike.map(({ customerId }) => customerId))]
  const { earners } = await loadEarners(tx, { ...filter, customerIds }, window)
  const known = new Map(alike.map((one) => [one.id, one.customerIds]))
  const members = await mapInTurns(earners, (earner): Members[] => {
    const own = known.get(earner.subscription.id)
    if (!own) return []
    const cuts = cutsOf(earner.facts, asked, [window.start, window.end])
    return [
      {
        ...earner,
        customerIds: own,
        cuts: whileRunning(earner.subscription, cuts),
      },
    ]
  })
  return members.flat()
}

async function revenuesOfMembers(
  tx: Tx,
  filter: SomeCustomers,
  { members, window }: { members: readonly Members[]; window: Range<number> },
): Promise<CustomerRevenue[]> {
  const groups = members.map(({ subscription: { agentId }, customerIds, cuts }) => {
    return { agentId, customerIds, cuts }
  })
  const usage = await listMemberUsage(tx, filter, groups)
  const usedBy = await groupInTurns(usage, ({ key, customerId }) => `${key} ${customerId}`)
  const revenueOf = revenueIn(instants(window))
  const everybody = members.flatMap((one, key) =>
    one.customerIds.map((customerId) => ({ key, customerId, one })),
  )
  return mapInTurns(everybody, ({ key, customerId, one: { facts, subscription, cuts } }) => {
    const intervals = (usedBy.get(`${key} ${customerId}`) ?? []).map((row) => used(row, cuts))
    const usageOf = usageOfOne(quantityOf(intervals))
    const revenue = revenueOf({
      facts,
      subscription,
      billingsOf: () => [],
      count: 1,
      intervals,
      ...usageOf,
    })
    return { customerId, currency: subscription.currency, amount: revenueTotal(revenue) }
  })
}

function used({ signalId, part, billable }: MemberUsage, cuts: readonly number[]): UsedQuantity {
  const [start = 0, end = 0] = [cuts[part - 1], cuts[part]]
  return { start, end, signalId, owner: undefined, billable }
}
