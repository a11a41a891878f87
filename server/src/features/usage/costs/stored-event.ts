import type { Static } from 'typebox'
import { parseExactJson } from '../../../platform/json/exact-json.ts'
import { isObject, type JsonObject } from '../../../platform/json/json-object.ts'
import { readStoredRecord, type UsedService } from '../batch/parse-record.ts'
import type { CostLines } from './cost-line-fields.ts'
import { costLinesOf } from './cost-record.ts'
import { storedCostData } from './stored-cost.ts'

/** The encoded columns of an event: the record as sent, and the prices of its services. */
export type StoredParts = {
  /** JSON text. */
  payload: string
  /** Null while the cost is not known. */
  prices: string | null
}

export function readRecordText(payload: string): JsonObject {
  const record = parseExactJson(payload)
  if (!isObject(record)) throw new Error('The record of an event is not an object')
  return record
}

export function storedServices(payload: string): UsedService[] {
  return readStoredRecord(readRecordText(payload)).services
}

/** Parses the stored parts into the fields of the API. */
export function readParts({ payload, prices }: StoredParts): {
  metadata: JsonObject
  idempotencyKey: string | null
  services: UsedService[]
  usageCostData: Static<typeof CostLines>
} {
  const { metadata, idempotencyKey, services } = readStoredRecord(readRecordText(payload))
  return {
    metadata,
    idempotencyKey,
    services,
    usageCostData: prices === null ? {} : costLinesOf(storedCostData(services, prices)),
  }
}
