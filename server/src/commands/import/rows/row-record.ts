import type { JsonObject } from '../../../platform/json/json-object.ts'
import type { Binding } from '../mapping/columns.ts'
import { type DateFormat, readDate } from '../mapping/dates.ts'
import { type Field, findField, metadataKey } from '../mapping/fields.ts'

type RowRecord = { ok: true; record: JsonObject } | { ok: false; reason: string }

type Value = { ok: true; value: string | number } | { ok: false; reason: string }
type ReadRow = (cells: readonly string[]) => RowRecord

const WHOLE_NUMBER = /^([+-]?\d+)(?:\.0*)?$/
/** Character that a decoder substitutes for invalid bytes. */
const REPLACEMENT_CHARACTER = '\uFFFD'

/**
 * Returns a function that makes the usage record of a row, as an API client would send it. An empty
 * cell is an omitted value. Only cells that cannot be written as such a record are rejected here;
 * values are validated by the code of the API.
 */
export function createRowReader(bindings: readonly Binding[], dateFormat: DateFormat): ReadRow {
  const fields = bindings.flatMap(({ field: name, read }) => {
    const field = findField(name)
    return field ? [{ field, read, key: metadataKey(name) }] : []
  })
  return (cells) => {
    const reasons: string[] = []
    const members: [string, string | number][] = []
    const metadata: [string, string | number][] = []
    for (const { field, read, key } of fields) {
      const text = read(cells)
      if (text === '') {
        if (field.isRequired) reasons.push(`${field.name} is empty`)
        continue
      }
      const result = readValue(field, text, dateFormat)
      if (!result.ok) reasons.push(result.reason)
      else if (key === undefined) members.push([field.name, result.value])
      else metadata.push([key, result.value])
    }
    if (reasons.length > 0) return { ok: false, reason: reasons.join('; ') }
    const record: JsonObject = Object.fromEntries(members)
    if (metadata.length > 0) record.metadata = Object.fromEntries(metadata)
    return { ok: true, record }
  }
}

function readValue({ name, kind }: Field, text: string, dateFormat: DateFormat): Value {
  switch (kind) {
    case 'text':
      return text.includes(REPLACEMENT_CHARACTER)
        ? { ok: false, reason: `${name} has characters of another encoding; see --encoding` }
        : { ok: true, value: text }
    case 'count': {
      const [, digits] = WHOLE_NUMBER.exec(text) ?? []
      return digits === undefined
        ? { ok: false, reason: `${name} is not a whole number` }
        : { ok: true, value: Number(digits) }
    }
    case 'date': {
      const date = readDate(text, dateFormat)
      return date.ok ? { ok: true, value: date.usageDate } : date
    }
    default:
      return kind satisfies never
  }
}
