import { DATE_FORMATS, type DateFormat } from './dates.ts'
import { FIELD_NAMES, findField, REQUIRED_FIELDS } from './fields.ts'
import { NO_RULES, type Rules } from './rules.ts'

/** Source of a field's value. */
export type FieldSource =
  | { kind: 'constant'; value: string }
  | ({ kind: 'column'; column: string } & Rules)

export type Mapping = {
  /** By field name. */
  sources: ReadonlyMap<string, FieldSource>
  dateFormat: DateFormat
}

/** The part of a mapping that the file or the flags define. */
export type PartialMapping = {
  sources: ReadonlyMap<string, FieldSource>
  dateFormat: DateFormat | undefined
}

export type Result<T> = { ok: true; value: T } | { ok: false; problems: string[] }

/** The flags of the command, each written `field=value`. */
type MappingFlags = {
  map: readonly string[]
  set: readonly string[]
  dateFormat: string | undefined
}

export function parseMappingFlags({ map, set, dateFormat }: MappingFlags): Result<PartialMapping> {
  const problems: string[] = []
  const sources = new Map<string, FieldSource>()
  const add = (flag: string, text: string, sourceOf: (value: string) => FieldSource) => {
    const equals = text.indexOf('=')
    const field = text.slice(0, Math.max(equals, 0)).trim()
    const value = text.slice(equals + 1).trim()
    if (field === '' || value === '') problems.push(`${flag} ${text}: write field=value`)
    else if (sources.has(field)) problems.push(`${field} is mapped twice`)
    else sources.set(field, sourceOf(value))
  }
  for (const text of map) {
    add('--map', text, (column) => ({ kind: 'column', column, ...NO_RULES }))
  }
  for (const text of set) add('--set', text, (value) => ({ kind: 'constant', value }))
  const format = dateFormat === undefined ? undefined : findDateFormat(dateFormat)
  if (dateFormat !== undefined && !format) problems.push(dateFormatProblem(dateFormat))
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: { sources, dateFormat: format } }
}

export function findDateFormat(text: unknown): DateFormat | undefined {
  return DATE_FORMATS.find((format) => format === text)
}

export function dateFormatProblem(text: string): string {
  return `the date format must be one of ${DATE_FORMATS.join(', ')}, not "${text}"`
}

/**
 * Merges the mapping file and the flags, which take precedence. Reports unknown and missing fields.
 */
export function completeMapping(file: PartialMapping, flags: PartialMapping): Result<Mapping> {
  const sources = new Map([...file.sources, ...flags.sources])
  const unknown = [...sources.keys()].filter((name) => !findField(name))
  const missing = REQUIRED_FIELDS.filter((name) => !sources.has(name))
  const problems = unknown.map((name) => `"${name}" is not a field of a usage record`)
  if (unknown.length > 0) problems.push(`the fields are ${FIELD_NAMES.join(', ')}`)
  if (missing.length > 0) {
    problems.push(
      `${missing.join(', ')} must be mapped: --map field=column takes the value from a column, --set field=value is the same for every row`,
    )
  }
  const dateFormat = flags.dateFormat ?? file.dateFormat ?? 'iso'
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: { sources, dateFormat } }
}
