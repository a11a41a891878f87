import { cut } from '../platform/batching/cut.ts'
import { groupByShard, type ShardStarts } from '../platform/database/cluster/shards.ts'

type Due = { organizationId: string; customerId: string }

/**
 * What is due, in handfuls of one organization, which are handled at the same time, round after round.
 * Of a customer there is one in a round, in the order in which they are due: what the second one takes,
 * as credit, is what the first has left. On a cluster, all customers of a handful are on one shard, and
 * each of its statements asks that one alone. Each handful is in the order of its customers: whoever
 * locks several locks them in this order, so nobody waits in a circle.
 */
export function handfulsOf<T extends Due>(
  due: readonly T[],
  size: number,
  starts: ShardStarts,
): T[][][] {
  const ofCustomers = [...Map.groupBy(due, ({ customerId }) => customerId).values()]
  const rounds = Math.max(0, ...ofCustomers.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => {
    const inRound = ofCustomers.flatMap((own) => own.slice(round, round + 1))
    const ofOrganizations = Map.groupBy(inRound, ({ organizationId }) => organizationId)
    return [...ofOrganizations.values()].flatMap((own) =>
      groupByShard(own, ({ customerId }) => customerId, starts).flatMap((beside) =>
        cut(beside, size).map((handful) => handful.sort(byCustomer)),
      ),
    )
  })
}

function byCustomer(a: Due, b: Due): number {
  return a.customerId < b.customerId ? -1 : 1
}
