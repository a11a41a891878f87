import { readStoredRecord, type UsedService } from '../batch/parse-record.ts'
import { costDataFromText } from '../cost-data-text.ts'
import { type CostData, dimensionOfKey } from '../cost-record.ts'
import { idempotencyHash } from '../idempotency-hash.ts'
import { pricesToText, type UsedPrice } from '../price-text.ts'
import { storedCostData } from '../stored-cost.ts'
import { type KeptService, readRecordText } from '../stored-event.ts'
import type { MovedEvent, UnmovedEvent } from './move-queries.ts'

type StoredService = KeptService & { priceId: string | null }

/**
 * An event of before as it is kept now. Whatever its record and prices do not say again exactly, to
 * the last digit, is kept beside them as it is.
 */
export function movedEvent(
  event: UnmovedEvent & { payload: string },
  holdsKey: boolean,
): MovedEvent {
  const record = readStoredRecord(readRecordText(event.payload))
  const stored: StoredService[] | null = event.services && JSON.parse(event.services)
  const services = stored ?? record.services
  const isSaid = stored === null || saysServices(record.services, stored, event.usageCost === null)
  const prices = event.prices ?? pricesOf(services, event)
  // Without its prices as text, an event keeps their ids in its services.
  const areCostsKept = event.usageCost !== null && prices === null
  return {
    id: event.id,
    customerId: event.customerId,
    usageDate: event.usageDate,
    eventProcessed: event.eventProcessed,
    updatedAt: event.updatedAt,
    isSinceCreated: isSame(event.createdAt, event.updatedAt, event.eventProcessedAt),
    payload: event.payload,
    prices,
    idempotencyHash:
      holdsKey && record.idempotencyKey !== null ? idempotencyHash(record.idempotencyKey) : null,
    keptMetadata: event.metadata === JSON.stringify(record.metadata) ? null : event.metadata,
    keptServices: isSaid && !areCostsKept ? null : event.services,
    keptCostData: areCostsKept ? event.costData : null,
  }
}

export function keyOf({ payload }: { payload: string }): string | null {
  return readStoredRecord(readRecordText(payload)).idempotencyKey
}

function isSame(createdAt: Date, ...others: (Date | null)[]): boolean {
  return others.every((other) => (other?.getTime() ?? createdAt.getTime()) === createdAt.getTime())
}

/** How many calls a service was is kept only of an event that waits for its cost. */
function saysServices(
  said: readonly UsedService[],
  stored: readonly StoredService[],
  isWaiting: boolean,
): boolean {
  if (said.length !== stored.length) return false
  return said.every((one, index) => {
    const other = stored[index]
    return (
      other !== undefined &&
      one.model === other.model &&
      one.modelProvider === other.modelProvider &&
      one.quantity === other.quantity &&
      one.inputTokens === other.inputTokens &&
      one.outputTokens === other.outputTokens &&
      one.cacheReadTokens === other.cacheReadTokens &&
      one.cacheWriteTokens === other.cacheWriteTokens &&
      (!isWaiting || one.calls === (other.calls ?? 1))
    )
  })
}

/** The text of an event's prices; null when it has no cost, or its costs do not follow from them. */
function pricesOf(
  services: readonly (KeptService & { priceId?: string | null })[],
  { usageCost, costData }: UnmovedEvent,
): string | null {
  const stored = usageCost === null || costData === null ? undefined : costDataFromText(costData)
  if (!stored) return null
  const used: UsedPrice[] = []
  for (const { model, priceId } of services) {
    if (!priceId) return null
    used.push({ priceId, rates: ratesOf(stored, model) })
  }
  const prices = pricesToText(used)
  const withCalls = services.map((service) => ({ ...service, calls: service.calls ?? 1 }))
  return isSameCost(storedCostData(withCalls, prices), stored) ? prices : null
}

function ratesOf(costData: CostData, model: string): UsedPrice['rates'] {
  return [...costData].flatMap(([key, { costPerUnit }]) => {
    const dimension = dimensionOfKey(key, model)
    return dimension === undefined ? [] : [{ dimension, rate: costPerUnit }]
  })
}

function isSameCost(one: CostData, other: CostData): boolean {
  if (one.size !== other.size) return false
  return [...one].every(([key, line]) => {
    const same = other.get(key)
    return (
      same !== undefined &&
      line.cost.eq(same.cost) &&
      line.units.eq(same.units) &&
      line.costPerUnit.eq(same.costPerUnit)
    )
  })
}
