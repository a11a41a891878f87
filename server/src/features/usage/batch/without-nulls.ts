import { isObject, type JsonObject } from '../../../platform/json/json-object.ts'

const OPTIONAL_SERVICE_FIELDS = [
  'quantity',
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'cacheWrite1hTokens',
  'serviceTier',
  'paidBy',
  'reportedCostUsd',
]
const OPTIONAL_FIELDS = [
  ...OPTIONAL_SERVICE_FIELDS,
  'model',
  'modelProvider',
  'services',
  'usageDate',
  'recordedAt',
  'metadata',
  'evidenceUrl',
  'evidence',
  'idempotencyKey',
  'runId',
  'keepHold',
]

/**
 * Removes optional fields that hold null, because many libraries write null for an omitted field.
 * The record is still stored, and a retry that omits the field counts as identical.
 */
export function withoutNulls(record: JsonObject): JsonObject {
  const given = dropNulls(record, OPTIONAL_FIELDS)
  const { services } = given
  if (!Array.isArray(services)) return given
  const entries = services.map((service: unknown) =>
    isObject(service) ? dropNulls(service, OPTIONAL_SERVICE_FIELDS) : service,
  )
  const isSame = entries.every((entry, index) => entry === services[index])
  return isSame ? given : { ...given, services: entries }
}

/** Returns the source itself when there is nothing to drop, which is nearly always the case. */
function dropNulls(source: JsonObject, fields: readonly string[]): JsonObject {
  const nulls = fields.filter((field) => source[field] === null)
  if (nulls.length === 0) return source
  return Object.fromEntries(Object.entries(source).filter(([field]) => !nulls.includes(field)))
}
