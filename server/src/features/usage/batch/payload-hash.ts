import { hash } from 'node:crypto'
import type { JsonObject } from '../../../platform/json/json-object.ts'

/**
 * A digest of what a record says, for telling a retry from a different record under the same
 * idempotency key. The order of keys does not matter; everything else does.
 */
export function payloadHash(record: JsonObject): Buffer {
  return hash('sha256', canonicalJson(record), 'buffer')
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
