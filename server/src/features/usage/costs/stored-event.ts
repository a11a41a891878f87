import type { Static } from 'typebox'
import type { Decimal } from '../../../domain/money.ts'
import { parseExactJson } from '../../../platform/json/exact-json.ts'
import { isObject, type JsonObject } from '../../../platform/json/json-object.ts'
import { type Evidence, evidenceOf } from '../batch/evidence.ts'
import { readStoredRecord, type UsedService } from '../batch/parse-record.ts'
import { withoutNulls } from '../batch/without-nulls.ts'
import { withWork } from '../batch/work.ts'
import type { CostLines } from './cost-line-fields.ts'
import { costLinesOf } from './cost-record.ts'
import { customerCostOf, storedCostData } from './stored-cost.ts'

/** The encoded columns of an event with its record. */
export type StoredRecord = {
  /** The record as sent, as JSON text. */
  payload: string
  /** What replaces its quantity and services, as JSON text; null if it was never corrected. */
  correctedWork: string | null
}

/** The encoded columns of an event: its record, and the prices of its services. */
export type StoredParts = StoredRecord & {
  /** Null while the cost is not known. */
  prices: string | null
}

export function readRecordText(payload: string): JsonObject {
  const record = parseExactJson(payload)
  if (!isObject(record)) throw new Error('The record of an event is not an object')
  return record
}

/** Returns the record of an event with its corrections. */
export function readRecord({ payload, correctedWork }: StoredRecord): JsonObject {
  const record = readRecordText(payload)
  return correctedWork === null ? record : withWork(record, readRecordText(correctedWork))
}

export function storedServices(stored: StoredRecord): UsedService[] {
  return readStoredRecord(readRecord(stored)).services
}

/** Reads the evidence from the record of an event. */
export function readEvidence(payload: string): Evidence {
  return evidenceOf(withoutNulls(readRecordText(payload)), [])
}

/** Parses the stored parts into the fields of the API. */
export function readParts({ prices, ...stored }: StoredParts): Evidence & {
  metadata: JsonObject
  idempotencyKey: string | null
  services: UsedService[]
  usageCostData: Static<typeof CostLines>
  /** What the customer paid for it with keys of its own; null for nothing, or if that is unknown. */
  customerCost: Decimal | null
} {
  const { metadata, evidenceUrl, evidence, idempotencyKey, services } = readStoredRecord(
    readRecord(stored),
  )
  return {
    metadata,
    evidenceUrl,
    evidence,
    idempotencyKey,
    services,
    usageCostData: prices === null ? {} : costLinesOf(storedCostData(services, prices)),
    customerCost: customerCostOf(services, { prices }),
  }
}
