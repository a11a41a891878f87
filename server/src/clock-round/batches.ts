import { cut } from '../platform/batching/cut.ts'
import { groupByShard, type ShardStarts } from '../platform/database/cluster/shards.ts'

type Due = { organizationId: string; customerId: string }

/**
 * Splits due items into rounds of batches. Each batch belongs to one organization, and the batches
 * of a round may run concurrently.
 *
 * A round has at most one item of each customer, in due order: the second item uses the credit that
 * the first one left. On a cluster, all customers of a batch are on one shard, so that each
 * statement queries that shard only. A batch is sorted by customer: locks are taken in this order,
 * which prevents deadlocks.
 */
export function batchesOf<T extends Due>(
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
      groupByShard(own, ({ customerId }) => customerId, starts).flatMap((onShard) =>
        cut(onShard, size).map((batch) => batch.sort(byCustomer)),
      ),
    )
  })
}

function byCustomer(a: Due, b: Due): number {
  return a.customerId < b.customerId ? -1 : 1
}
