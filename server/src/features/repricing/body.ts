import { toExactText } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import { pick } from '../../platform/pick.ts'
import { listActorNames } from '../audit-log/actor-names.ts'
import { withExternalIds } from '../customers/external-ids.ts'
import { COST_DECIMALS } from '../usage/record.ts'
import type { RecostScope } from '../usage/recosting/costed-events.ts'
import type { RecostCounts } from '../usage/recosting/recost-page.ts'
import type { RepricingRun } from './run.ts'
import type { RepricingRun as RepricingRunBody } from './run-fields.ts'

export async function runBodies(
  db: Db,
  organizationId: string,
  runs: readonly RepricingRun[],
): Promise<RepricingRunBody[]> {
  const [named, names] = await Promise.all([
    withExternalIds(db, organizationId, runs),
    listActorNames(db, organizationId, runs),
  ])
  return named.map((run) => ({
    ...pick(run, ['id', 'state', 'reversesId', 'reversedById', 'reason', 'skippedEventCount']),
    ...scopeBody(run),
    customerExternalId: run.customerExternalId,
    ...countsBody(run),
    actor: `${run.actorKind}:${run.actorId}`,
    actorName: names.get(run.actorId)?.name ?? null,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    completedAt: run.completedAt?.toISOString() ?? null,
  }))
}

export function scopeBody({ windowStart, windowEnd, provider, ...scope }: RecostScope) {
  return {
    from: windowStart.toISOString(),
    to: windowEnd.toISOString(),
    modelProvider: provider,
    ...pick(scope, ['model', 'customerId', 'agentId']),
  }
}

type Counts = Omit<RecostCounts, 'skippedEventCount'>

export function countsBody(counts: Counts) {
  const { costBefore, costAfter } = counts
  return {
    ...pick(counts, ['eventCount', 'repricedEventCount', 'changedEventCount', 'unknownEventCount']),
    costBefore: toExactText(costBefore, COST_DECIMALS),
    costAfter: toExactText(costAfter, COST_DECIMALS),
  }
}
