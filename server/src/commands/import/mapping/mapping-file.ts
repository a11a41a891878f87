import { isObject, type JsonObject } from '../../../platform/json/json-object.ts'
import type { DateFormat } from './dates.ts'
import {
  dateFormatProblem,
  type FieldSource,
  findDateFormat,
  type PartialMapping,
  type Result,
} from './mapping.ts'
import { NO_RULES, type Rule } from './rules.ts'

export const EMPTY_MAPPING: PartialMapping = { sources: new Map(), dateFormat: undefined }

const SOURCE_KEYS = ['column', 'constant', 'rules', 'otherwise', 'format']

/** Parses a mapping file: an object with one member for each field. Reports all problems. */
export function parseMappingFile(text: string): Result<PartialMapping> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { ok: false, problems: [`the mapping file is not JSON: ${problem}`] }
  }
  if (!isObject(json)) {
    const problem = 'the mapping file must be an object such as {"model": {"column": "model"}}'
    return { ok: false, problems: [problem] }
  }
  const problems: string[] = []
  const sources = new Map<string, FieldSource>()
  for (const [field, member] of Object.entries(json)) {
    const source = isObject(member) ? readSource(field, member, problems) : undefined
    if (source) sources.set(field, source)
    else problems.push(`${field} must be {"column": "..."} or {"constant": "..."}`)
  }
  const dateFormat = readDateFormat(json, problems)
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: { sources, dateFormat } }
}

function readSource(
  field: string,
  source: JsonObject,
  problems: string[],
): FieldSource | undefined {
  for (const key of Object.keys(source)) {
    if (!SOURCE_KEYS.includes(key)) {
      problems.push(`${field}.${key} is unknown; a field takes ${SOURCE_KEYS.join(', ')}`)
    }
  }
  const { column, rules, otherwise, format } = source
  // A number of units may be written without quotes.
  const constant = typeof source.constant === 'number' ? `${source.constant}` : source.constant
  if (format !== undefined && field !== 'usageDate') {
    problems.push(`${field}.format has no meaning; only usageDate has a format`)
  }
  if (isText(constant) && column === undefined) {
    if (rules !== undefined || otherwise !== undefined) {
      problems.push(`${field} is a constant; rules and otherwise belong to a column`)
    }
    return { kind: 'constant', value: constant }
  }
  if (!isText(column) || constant !== undefined) return undefined
  if (otherwise !== undefined && typeof otherwise !== 'string') {
    problems.push(`${field}.otherwise must be a string`)
    return { kind: 'column', column, ...NO_RULES }
  }
  return { kind: 'column', column, rules: readRules(field, rules, problems), otherwise }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function readRules(field: string, value: unknown, problems: string[]): Rule[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    problems.push(`${field}.rules must be a list such as [["^gpt-.*$", "openai"]]`)
    return []
  }
  return value.flatMap((rule: unknown, index) => {
    const [pattern, replacement, ...rest] = Array.isArray(rule) ? rule : []
    if (typeof pattern !== 'string' || typeof replacement !== 'string' || rest.length > 0) {
      problems.push(`${field}.rules[${index}] must be ["regular expression", "replacement"]`)
      return []
    }
    try {
      return [{ pattern: new RegExp(pattern), replacement }]
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      problems.push(`${field}.rules[${index}]: ${problem}`)
      return []
    }
  })
}

function readDateFormat(json: JsonObject, problems: string[]): DateFormat | undefined {
  const format = isObject(json.usageDate) ? json.usageDate.format : undefined
  if (format === undefined) return undefined
  const known = findDateFormat(format)
  if (!known) problems.push(`usageDate: ${dateFormatProblem(String(format))}`)
  return known
}
