import { sum } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { UsedService } from '../batch/parse-record.ts'
import { pricesFromText } from '../costs/price-text.ts'
import { withCosts } from '../costs/stored-cost.ts'
import { storedServices } from '../costs/stored-event.ts'
import { type CostedEvent, findEvents, type Place } from './costed-events.ts'
import { changedServices, type Recost } from './recost-event.ts'
import { EVENTS_AT_ONCE, NO_COUNTS, type RecostedPage, SERVICES_AT_ONCE } from './recost-page.ts'
import { listRunChanges, type RecostSource, type RunChange } from './recost-queries.ts'
import { writeRecosts } from './write-recosts.ts'

export type RestorePage = {
  organizationId: string
  /** The run whose changes are undone. */
  reversedId: string
  after: Place | null
  source: RecostSource
}

/**
 * Restores the costs that a run changed, as long as an event still has the cost that the run set.
 * The caller holds the lock of `lockCosts`.
 */
export async function restorePage(
  tx: Tx,
  { organizationId, reversedId, after, source }: RestorePage,
  moment: Moment,
): Promise<RecostedPage> {
  const limit = EVENTS_AT_ONCE
  const changes = await listRunChanges(
    tx,
    { organizationId, runId: reversedId },
    {
      after: after?.last
        ? { ...after.last, customerId: after.customerId, eventId: after.last.id }
        : null,
      limit,
    },
  )
  const counts = { ...NO_COUNTS }
  const events = new Map(
    (await findEvents(tx, organizationId, changes)).map((event) => [event.id, event]),
  )
  const recosts: Recost[] = []
  let [serviceCount, last] = [0, changes.at(-1)]
  await mapInTurns(changes, (change) => {
    if (serviceCount >= SERVICES_AT_ONCE) return
    const event = events.get(change.eventId)
    const services = event ? storedServices(event) : []
    serviceCount += services.length
    last = change
    counts.eventCount += 1
    const recost = event && restored(event, services, change)
    if (!recost) {
      counts.skippedEventCount += 1
      return
    }
    counts.repricedEventCount += 1
    if (!recost.usageCost.eq(recost.event.usageCost)) counts.changedEventCount += 1
    counts.costBefore = counts.costBefore.plus(recost.event.usageCost)
    counts.costAfter = counts.costAfter.plus(recost.usageCost)
    recosts.push(recost)
  })
  await writeRecosts(tx, { organizationId, recosts, source }, moment)
  const isEnd = changes.length < limit && last === changes.at(-1)
  const place = !isEnd &&
    last && {
      customerId: last.customerId,
      last: { usageDate: last.usageDate, id: last.eventId },
    }
  return { counts, place: place || null }
}

/** Returns the former cost of an event; undefined if its cost or its services changed since. */
function restored(
  event: CostedEvent,
  services: readonly UsedService[],
  change: RunChange,
): Recost | undefined {
  if (event.prices !== change.pricesAfter || !event.usageCost.eq(change.costAfter)) return undefined
  if (pricesFromText(change.pricesBefore).length !== services.length) return undefined
  const before = { usageCost: change.costBefore, prices: change.pricesBefore }
  if (!sum(withCosts(services, before).map(({ cost }) => cost)).eq(change.costBefore))
    return undefined
  return { event, ...before, changed: changedServices(services, event.prices, before.prices) }
}
