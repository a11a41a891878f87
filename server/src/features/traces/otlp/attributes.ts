import type { Attributes, AttributeValue } from '../../../domain/traces/span.ts'
import type { AnyValue, KeyValue } from './schema/opentelemetry/proto/common/v1/common_pb.js'

/** Deeper values are left out: nothing that is read lies deeper, and recursion must end. */
const DEPTH_MAX = 8

/** Converts attributes to plain values. Of two with the same name the last one counts. */
export function attributesOf(pairs: readonly KeyValue[]): Attributes {
  return recordOf(pairs, DEPTH_MAX)
}

function recordOf(pairs: readonly KeyValue[], depth: number): Attributes {
  // Without a prototype, so that no name has a special meaning.
  const attributes: Record<string, AttributeValue> = Object.create(null)
  for (const { key, value } of pairs) {
    const plain = plainValue(value, depth)
    if (plain !== undefined) attributes[key] = plain
  }
  return attributes
}

/** Converts a value; undefined if it is absent or nested too deeply. */
export function plainValue(
  sent: AnyValue | undefined,
  depth: number = DEPTH_MAX,
): AttributeValue | undefined {
  if (sent === undefined || depth === 0) return undefined
  const { value } = sent
  switch (value.case) {
    case 'stringValue':
    case 'boolValue':
      return value.value
    case 'intValue':
      return integerOf(value.value)
    case 'doubleValue':
      return Number.isFinite(value.value) ? value.value : String(value.value)
    case 'arrayValue':
      return value.value.values.flatMap((member) => plainValue(member, depth - 1) ?? [])
    case 'kvlistValue':
      return recordOf(value.value.values, depth - 1)
    case 'bytesValue':
      return Buffer.from(value.value).toString('base64')
    default:
      return undefined
  }
}

function integerOf(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value.toString()
}
