import type { Decimal } from '../../../domain/money.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import { parseWork, type UsedService } from '../batch/parse-record.ts'
import { workOf } from '../batch/work.ts'
import type { ServiceCost } from '../costs/cost-record.ts'
import { withCosts } from '../costs/stored-cost.ts'
import { readRecord, type StoredParts } from '../costs/stored-event.ts'
import type { UncostedService } from '../costs/uncosted-service.ts'
import type { EventStatus } from '../ingest/event-row.ts'

export type CorrectionKind = 'void' | 'amend' | 'rejection' | 'restoration' | 'settlement'

/** What a correction changes of an event. */
export type EventValues = {
  /** The quantity and the services in the fields of a record. */
  work: JsonObject
  quantity: number
  cost: CostValues
}

export type CostValues = {
  status: EventStatus
  /** Null while the cost is not known. */
  usageCost: Decimal | null
  prices: string | null
  services: readonly ServiceWithCost[]
  /** The services without a known cost; empty for stored values, which have their own rows. */
  uncosted: readonly UncostedService[]
}

export type ServiceWithCost = UsedService & ServiceCost

/** The stored columns of an event that hold its values. */
export type StoredValues = StoredParts & {
  quantity: Decimal
  usageCost: Decimal | null
  status: EventStatus
}

export function storedValues(event: StoredValues): EventValues {
  const { status, usageCost, prices } = event
  const work = workOf(readRecord(event))
  const used = parseWork(work).services
  const services = withCosts(used, event)
  const quantity = Number(event.quantity.toFixed())
  return { work, quantity, cost: { status, usageCost, prices, services, uncosted: [] } }
}
