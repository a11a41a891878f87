import { parseExactJson } from '../../platform/json/exact-json.ts'
import { isObject } from '../../platform/json/json-object.ts'
import { withoutNulls } from './batch/without-nulls.ts'

/**
 * Returns true if two records (JSON texts) are equivalent. A retry is equivalent; a different
 * record with the same idempotency key is not. The order of keys, nulls in optional fields and
 * `recordedAt` are ignored; everything else counts.
 */
export function saysTheSame(first: string, second: string): boolean {
  return first === second || canonicalText(first) === canonicalText(second)
}

function canonicalText(text: string): string {
  const record = parseExactJson(text)
  if (!isObject(record)) return canonicalJson(record)
  // A job that runs twice is the same work, recorded at two times.
  const { recordedAt: _, ...work } = withoutNulls(record)
  return canonicalJson(work)
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
