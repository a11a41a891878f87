import { isObject, type JsonObject } from '../../../platform/json/json-object.ts'
import { SERVICE_FIELDS, SHARED_FIELDS } from './parse-record.ts'
import { withoutNulls } from './without-nulls.ts'

/**
 * Fields of a record that say how much was done and what was used for it, in either shape of a
 * record. A correction replaces them.
 */
const WORK_FIELDS: readonly string[] = [...SERVICE_FIELDS, 'services']

/** Returns the quantity and the services of a record. */
export function workOf(record: JsonObject): JsonObject {
  const given = withoutNulls(record)
  if (Array.isArray(given.services)) return pick(given, ['quantity', 'services', ...SHARED_FIELDS])
  return pick(given, SERVICE_FIELDS)
}

/** Returns a record with other work. */
export function withWork(record: JsonObject, work: JsonObject): JsonObject {
  const kept = Object.entries(record).filter(([field]) => !WORK_FIELDS.includes(field))
  return { ...Object.fromEntries(kept), ...work }
}

/**
 * Returns work in which `sent` replaces the quantity, the services, or both. Services of one shape
 * replace those of the other.
 */
export function amendedWork(work: JsonObject, sent: JsonObject): JsonObject {
  const quantity = sent.quantity ?? work.quantity
  const used = namesServices(sent) ? workOf(sent) : work
  return { ...used, ...(quantity === undefined ? {} : { quantity }) }
}

/** Returns true if any field of the services is sent. */
export function namesServices(sent: JsonObject): boolean {
  return WORK_FIELDS.some((field) => field !== 'quantity' && sent[field] !== undefined)
}

/** Returns the same services without any use of them. */
export function unusedWork(work: JsonObject): JsonObject {
  const unused = (source: JsonObject) => ({
    ...pick(source, ['model', 'modelProvider', ...SHARED_FIELDS]),
    quantity: 0,
  })
  if (!Array.isArray(work.services)) return unused(work)
  const services = work.services.filter(isObject).map(unused)
  return { quantity: 0, services, ...pick(work, SHARED_FIELDS) }
}

function pick(source: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(([field]) => fields.includes(field)))
}
