import type { Decimal } from '../../../domain/money.ts'
import type { UsedService } from '../batch/parse-record.ts'
import type { ServiceWithCost } from '../corrections/event-values.ts'
import { costRecord, type FindPrices, isOurs } from '../costs/cost-record.ts'
import { NO_PRICE, pricesFromText } from '../costs/price-text.ts'
import { withCosts } from '../costs/stored-cost.ts'
import { eventCostOf } from '../ingest/event-row.ts'
import type { CostedEvent } from './costed-events.ts'

/** A cost of an event in place of its stored one. */
export type Recost = {
  event: CostedEvent
  usageCost: Decimal
  prices: string
  changed: ChangedServices
}

/** The services whose cost changes, with both costs, in the same order. */
type ChangedServices = {
  before: readonly ServiceWithCost[]
  after: readonly ServiceWithCost[]
}

export type RecostResult =
  | { kind: 'recost'; recost: Recost }
  /** It was priced by these rates already. */
  | { kind: 'same' }
  /** A model or a rate that it needs is not known now. */
  | { kind: 'unknown' }

/**
 * Prices an event by the rates that are in force now on its usage date. An event with a cost never
 * loses it, nor the price of a service that the customer pays for.
 */
export function recostEvent(
  event: CostedEvent,
  services: readonly UsedService[],
  findPrices: FindPrices,
): RecostResult {
  const cost = eventCostOf(costRecord(services, event.usageDate.getTime(), findPrices))
  const { usageCost, prices } = cost
  if (usageCost === null || prices === null) return { kind: 'unknown' }
  if (prices === event.prices && usageCost.eq(event.usageCost)) return { kind: 'same' }
  const before = pricesFromText(event.prices)
  const isLost = cost.services.some((service, index) => {
    const had = before[index]?.priceId ?? NO_PRICE
    return !isOurs(service) && service.priceId === null && had !== NO_PRICE
  })
  if (isLost) return { kind: 'unknown' }
  const changed = changedServices(services, event.prices, prices)
  return { kind: 'recost', recost: { event, usageCost, prices, changed } }
}

/** Returns the services that two prices of an event cost differently. */
export function changedServices(
  services: readonly UsedService[],
  pricesBefore: string,
  pricesAfter: string,
): ChangedServices {
  const before = withCosts(services, { prices: pricesBefore })
  const after = withCosts(services, { prices: pricesAfter })
  const isChanged = (_: unknown, index: number) => costKey(before[index]) !== costKey(after[index])
  return { before: before.filter(isChanged), after: after.filter(isChanged) }
}

function costKey(service: ServiceWithCost | undefined): string {
  return `${service?.cost.toFixed()} ${service?.computedCost?.toFixed()}`
}
