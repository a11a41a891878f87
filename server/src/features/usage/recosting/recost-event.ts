import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { UsedService } from '../batch/parse-record.ts'
import type { ServiceCost } from '../corrections/event-values.ts'
import { costRecord, type FindPrices, isOurs } from '../costs/cost-record.ts'
import { NO_PRICE, pricesFromText } from '../costs/price-text.ts'
import { costsOfServices } from '../costs/stored-cost.ts'
import { eventCostOf } from '../ingest/event-row.ts'
import type { CostedEvent } from './costed-events.ts'

/** A cost of an event in place of its stored one. */
export type Recost = {
  event: CostedEvent
  usageCost: Decimal
  prices: string
  /** Services whose cost changes, each with the difference. */
  differences: readonly ServiceCost[]
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
  const differences = differencesOf(services, event, { usageCost, prices })
  return { kind: 'recost', recost: { event, usageCost, prices, differences } }
}

/** Returns the services whose cost differs by two prices, with the difference. */
export function differencesOf(
  services: readonly UsedService[],
  before: Pick<Recost, 'usageCost' | 'prices'>,
  after: Pick<Recost, 'usageCost' | 'prices'>,
): ServiceCost[] {
  const costsBefore = costsOfServices(services, before)
  const costsAfter = costsOfServices(services, after)
  return services
    .map((service, index) => {
      const cost = (costsAfter[index] ?? ZERO).minus(costsBefore[index] ?? ZERO)
      return { ...service, cost }
    })
    .filter(({ cost }) => !cost.eq(ZERO))
}
