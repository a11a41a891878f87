import { isObject, type JsonObject } from '../../../platform/json/json-object.ts'

const OPTIONAL_SERVICE_FIELDS = [
  'quantity',
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
]
const OPTIONAL_FIELDS = [
  ...OPTIONAL_SERVICE_FIELDS,
  'model',
  'modelProvider',
  'services',
  'usageDate',
  'metadata',
  'idempotencyKey',
  'runId',
]

/**
 * A record without the optional fields that hold null: many libraries write null for what was left
 * out. Work already done must not be lost to it, and a retry that leaves the field out is the same.
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

/** The source itself when there is nothing to drop: nearly always. */
function dropNulls(source: JsonObject, fields: readonly string[]): JsonObject {
  const nulls = fields.filter((field) => source[field] === null)
  if (nulls.length === 0) return source
  return Object.fromEntries(Object.entries(source).filter(([field]) => !nulls.includes(field)))
}
