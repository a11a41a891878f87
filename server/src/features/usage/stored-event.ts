import type { Static } from 'typebox'
import { parseExactJson } from '../../platform/json/exact-json.ts'
import { isObject, type JsonObject } from '../../platform/json/json-object.ts'
import { readStoredRecord, type UsedService } from './batch/parse-record.ts'
import type { CostLines } from './cost-lines.ts'
import { costLinesOf } from './cost-record.ts'
import { storedCostData } from './stored-cost.ts'

/** Of a service that was one call, it is not kept that it was. */
export type KeptService = Omit<UsedService, 'calls'> & { calls?: number }

/**
 * What an event says besides its columns. The record as it was sent and the prices say it all; what is
 * kept beside them is of events that are still to be moved, or not what their record would say now.
 */
export type StoredParts = {
  /** JSON text; null before the event was moved. */
  payload: string | null
  /** Null while the cost is not known. */
  prices: string | null
  keptMetadata: JsonObject | null
  keptServices: readonly KeptService[] | null
  keptCostData: Static<typeof CostLines> | null
}

export function readRecordText(payload: string): JsonObject {
  const record = parseExactJson(payload)
  if (!isObject(record)) throw new Error('The record of an event is no object')
  return record
}

export function storedServices({
  payload,
  keptServices,
}: Pick<StoredParts, 'payload' | 'keptServices'>): UsedService[] {
  if (keptServices) {
    return keptServices.map((service) => ({ ...service, calls: service.calls ?? 1 }))
  }
  return payload === null ? [] : readStoredRecord(readRecordText(payload)).services
}

/** What the API answers of them. */
export function readParts(parts: StoredParts): {
  metadata: JsonObject
  idempotencyKey: string | null
  services: UsedService[]
  usageCostData: Static<typeof CostLines>
} {
  const { payload, prices, keptMetadata, keptServices, keptCostData } = parts
  const record = payload === null ? undefined : readStoredRecord(readRecordText(payload))
  const services = keptServices ? storedServices(parts) : (record?.services ?? [])
  const usageCostData =
    keptCostData ?? (prices === null ? {} : costLinesOf(storedCostData(services, prices)))
  return {
    metadata: keptMetadata ?? record?.metadata ?? {},
    idempotencyKey: record?.idempotencyKey ?? null,
    services,
    usageCostData,
  }
}
