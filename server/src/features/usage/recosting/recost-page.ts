import { type Decimal, ZERO } from '../../../domain/money.ts'
import { runIn, type Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { FindPrices } from '../costs/cost-record.ts'
import { storedServices } from '../costs/stored-event.ts'
import { lockBackfill } from '../ingest/uncosted.ts'
import type { Concerned } from './concerned.ts'
import { listCostedEvents, type Place, type RecostScope } from './costed-events.ts'
import { readPage } from './read-page.ts'
import { type Recost, recostEvent } from './recost-event.ts'
import type { RecostSource } from './recost-queries.ts'
import { writeRecosts } from './write-recosts.ts'

/** Events of one transaction; corrections and mappings of the organization wait for it. */
export const EVENTS_AT_ONCE = 2_000
/** A page ends before, because records may have very many services. */
export const SERVICES_AT_ONCE = 20_000

export type RecostPage = {
  scope: RecostScope
  concerned: Concerned
  findPrices: FindPrices
  after: Place | null
  /** Only events with a greater id, of which only those with another cost are counted. */
  idsAfter: string | null
  source: RecostSource
}

/** What a page counted, and where it ended; `place` is null after the last event. */
export type RecostedPage = { counts: RecostCounts; place: Place | null }

export type RecostCounts = {
  eventCount: number
  /** Events that another rate prices now, including those whose cost stays the same. */
  repricedEventCount: number
  changedEventCount: number
  unknownEventCount: number
  skippedEventCount: number
  costBefore: Decimal
  costAfter: Decimal
}

export const NO_COUNTS: RecostCounts = {
  eventCount: 0,
  repricedEventCount: 0,
  changedEventCount: 0,
  unknownEventCount: 0,
  skippedEventCount: 0,
  costBefore: ZERO,
  costAfter: ZERO,
}

/** Takes the lock of everything that changes stored costs; call it first in the transaction. */
export function lockCosts(tx: Tx, organizationId: string): Promise<void> {
  return lockBackfill(runIn(tx), organizationId)
}

/**
 * Prices the next events of a scope by the rates in force, with all sums that contain them. The
 * caller holds the lock of `lockCosts`.
 */
export async function recostPage(tx: Tx, page: RecostPage, moment: Moment): Promise<RecostedPage> {
  const { scope, concerned, findPrices, after, idsAfter, source } = page
  const { events, place: next } = await readPage({
    concerned,
    after,
    limit: EVENTS_AT_ONCE,
    idsAfter,
    list: (ofCustomer) => listCostedEvents(tx, scope, ofCustomer),
  })
  const counts = { ...NO_COUNTS }
  const recosts: Recost[] = []
  let [serviceCount, last] = [0, events.at(-1)]
  await mapInTurns(events, (event) => {
    if (serviceCount >= SERVICES_AT_ONCE) return
    const services = storedServices(event)
    serviceCount += services.length
    last = event
    if (!concerned.isConcerned(services)) return
    const result = recostEvent(event, services, findPrices)
    if (idsAfter !== null && result.kind !== 'recost') return
    counts.eventCount += 1
    counts.costBefore = counts.costBefore.plus(event.usageCost)
    if (result.kind === 'unknown') counts.unknownEventCount += 1
    if (result.kind !== 'recost') {
      counts.costAfter = counts.costAfter.plus(event.usageCost)
      return
    }
    const { usageCost } = result.recost
    counts.repricedEventCount += 1
    if (!usageCost.eq(event.usageCost)) counts.changedEventCount += 1
    counts.costAfter = counts.costAfter.plus(usageCost)
    recosts.push(result.recost)
  })
  await writeRecosts(tx, { organizationId: scope.organizationId, recosts, source }, moment)
  if (!last || last === events.at(-1)) return { counts, place: next }
  const { customerId, usageDate, id } = last
  return { counts, place: { customerId, last: { usageDate, id } } }
}
