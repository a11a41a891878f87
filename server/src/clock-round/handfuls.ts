import { hashUuid } from '../platform/database/hash-uuid.ts'

type Due = { organizationId: string; customerId: string }

/**
 * What is due, in handfuls of one organization, which are handled at the same time, round after round.
 * Of a customer there is one in a round, in the order in which they are due: what the second one takes,
 * as credit, is what the first has left. On a cluster, the customers of a handful stand side by side:
 * each of its statements asks one shard, or two. Each handful is in the order of its customers: whoever
 * locks several locks them in this order, so nobody waits in a circle.
 */
export function handfulsOf<T extends Due>(due: readonly T[], size: number): T[][][] {
  const ofCustomers = [...Map.groupBy(due, ({ customerId }) => customerId).values()]
  const rounds = Math.max(0, ...ofCustomers.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => {
    const inRound = ofCustomers.flatMap((own) => own.slice(round, round + 1))
    const ofOrganizations = Map.groupBy(inRound, ({ organizationId }) => organizationId)
    return [...ofOrganizations.values()].flatMap((own) =>
      cut(sideBySide(own), size).map((handful) => handful.sort(byCustomer)),
    )
  })
}

/** In the order in which Citus places them. */
function sideBySide<T extends Due>(due: readonly T[]): T[] {
  const placed = due.map((one) => ({ one, at: hashUuid(one.customerId) }))
  return placed.sort((a, b) => a.at - b.at).map(({ one }) => one)
}

function cut<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, n) => items.slice(n * size, (n + 1) * size))
}

function byCustomer(a: Due, b: Due): number {
  return a.customerId < b.customerId ? -1 : 1
}
