import type { Db } from '../../platform/database.ts'
import { listActorNames } from '../audit-log/actor-names.ts'
import { parseWork, type UsedService } from '../usage/batch/parse-record.ts'
import { listCorrections } from '../usage/corrections/list-corrections.ts'
import { readRecordText } from '../usage/costs/stored-event.ts'
import { costText, serviceBody } from './body.ts'
import type { ListedEvent } from './list-events.ts'
import type { UsageEventDetail } from './schemas.ts'

/** Returns the corrections of an event, or the first `limit` of them, the earliest first. */
export async function correctionsOf(
  db: Db,
  { organizationId, customerId, id, services }: ListedEvent,
  limit?: number,
): Promise<UsageEventDetail['corrections']> {
  const corrections = await listCorrections(db, { organizationId, customerId, id }, limit)
  if (corrections.length === 0) return []
  const names = await listActorNames(db, organizationId, corrections)
  return corrections.map(({ workBefore, actorKind, actorId, ...correction }) => ({
    ...correction,
    quantityBefore: correction.quantityBefore.toFixed(),
    quantityAfter: correction.quantityAfter.toFixed(),
    costBefore: costText(correction.costBefore),
    costAfter: costText(correction.costAfter),
    servicesBefore: servicesOf(workBefore, services).map(serviceBody),
    actor: `${actorKind}:${actorId}`,
    actorName: names.get(actorId)?.name ?? null,
    correctedAt: correction.correctedAt.toISOString(),
  }))
}

function servicesOf(work: string | null, present: readonly UsedService[]): readonly UsedService[] {
  return work === null ? present : parseWork(readRecordText(work)).services
}
