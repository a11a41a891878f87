import type { ServiceUsage } from '../../../domain/cost.ts'
import type { Decimal } from '../../../domain/money.ts'
import { dateProblem, isOutOfRange, parseSentDate } from '../../../platform/dates/sent-date.ts'
import { firstOf } from '../../../platform/first-of.ts'
import { TEXT_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { isObject, type JsonObject } from '../../../platform/json/json-object.ts'
import { shownValue } from '../../../platform/json/shown-value.ts'
import { unknownFieldWarnings } from '../../../platform/json/unknown-fields.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { parseReportedCost, REPORTED_COST_MAX } from './reported-cost.ts'
import { withoutNulls } from './without-nulls.ts'

/** One model or service that contributed to a record; its names are trimmed and lower-cased. */
export type UsedService = ServiceUsage & {
  model: string
  modelProvider: string
  /** Who pays the provider: a customer with a key of its own costs the organization nothing. */
  paidBy: PaidBy
  /** What someone else, such as a gateway, says that it cost. */
  reportedCostUsd: Decimal | null
}

/** A usage record with valid values and the contract's defaults filled in. */
export type ParsedRecord = {
  /** The record as it was sent, without nulls in optional fields. */
  given: JsonObject
  customerExternalId: string
  agentCode: string
  signalName: string
  /** Billing units of the signal. */
  quantity: number
  /** Epoch milliseconds. */
  usageDate: number
  metadata: JsonObject
  services: UsedService[]
  idempotencyKey: string | null
  runId: string | null
  /** True if the run goes on: its hold stays open, whatever the quantity. */
  keepsHold: boolean
  warnings: string[]
}

export type RecordResult = { ok: true; record: ParsedRecord } | { ok: false; problems: string[] }

export const SERVICES_MAX = 1_000
export const PAID_BY = ['organization', 'customer'] as const
type PaidBy = (typeof PAID_BY)[number]
/** Names of the tier that the rates of the catalog are for. */
export const STANDARD_TIERS: readonly string[] = ['default', 'auto', 'standard']
const PROBLEMS_MAX = 20
const WARNINGS_MAX = 20
/**
 * Names appear in invoices, emails and JSON keys, so they must not contain line breaks or control
 * characters.
 */
const NOT_ON_ONE_LINE = /[\p{Cc}\u2028\u2029]/u
const TOKEN_FIELDS = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'cacheWrite1hTokens',
] as const
/** Fields of a record with services that count for each service without its own. */
export const SHARED_FIELDS = ['serviceTier', 'paidBy'] as const
/** The fields of a record with a single service; `quantity` counts its outcomes too. */
export const SERVICE_FIELDS = [
  'model',
  'modelProvider',
  'quantity',
  ...TOKEN_FIELDS,
  ...SHARED_FIELDS,
  'reportedCostUsd',
] as const
const RECORD_FIELDS = [
  ...SERVICE_FIELDS,
  'customerExternalId',
  'agentCode',
  'signalName',
  'usageDate',
  'recordedAt',
  'metadata',
  'evidenceUrl',
  'evidence',
  'services',
  'idempotencyKey',
  'runId',
  'keepHold',
] as const

/**
 * Validates the values of one record whose structure `checkBatchShape` accepted. A record without a
 * usage date is dated `recordedAt`, or else `now` (epoch milliseconds).
 */
export function parseRecord(original: JsonObject, now: number): RecordResult {
  const record = withoutNulls(original)
  const problems: string[] = []
  const warnings = unknownFieldWarnings(record, RECORD_FIELDS, '')
  if (Array.isArray(record.services)) warnings.push(...idleFieldWarnings(record))
  const quantity = count(record, 'quantity', 1, '', problems)
  const usageDate = usageDateOf(record, now, problems)
  warnings.push(...dateWarnings(usageDate, now))
  const parsed: ParsedRecord = {
    given: record,
    customerExternalId: nameOf(record, 'customerExternalId', problems),
    agentCode: nameOf(record, 'agentCode', problems),
    signalName: nameOf(record, 'signalName', problems),
    quantity,
    usageDate,
    metadata: metadataOf(record, problems),
    services: servicesOf(record, problems, warnings),
    idempotencyKey: optionalText(record, 'idempotencyKey', problems),
    runId: optionalText(record, 'runId', problems),
    keepsHold: flag(record, 'keepHold', problems),
    warnings,
  }
  evidenceOf(record, problems)
  if (record.services !== undefined && !Array.isArray(record.services)) {
    problems.push(`services must be an array, not ${shownValue(record.services)}`)
  }
  if (problems.length > 0)
    return { ok: false, problems: firstOf([...new Set(problems)], PROBLEMS_MAX) }
  parsed.warnings = firstOf(warnings, WARNINGS_MAX)
  return { ok: true, record: parsed }
}

/** Reads the fields of a stored record, which was validated before and is not validated again. */
export function readStoredRecord(
  original: JsonObject,
): Pick<ParsedRecord, 'metadata' | 'services' | 'idempotencyKey'> & Evidence {
  const record = withoutNulls(original)
  return {
    metadata: metadataOf(record, []),
    ...evidenceOf(record, []),
    services: servicesOf(record, [], []),
    idempotencyKey: optionalText(record, 'idempotencyKey', []),
  }
}

/** The quantity and the services of a record, with the problems of their values. */
export type ParsedWork = Pick<ParsedRecord, 'quantity' | 'services' | 'warnings'> & {
  problems: string[]
}

export function parseWork(record: JsonObject): ParsedWork {
  const problems: string[] = []
  const warnings: string[] = []
  const quantity = count(record, 'quantity', 1, '', problems)
  const services = servicesOf(record, problems, warnings)
  return { quantity, services, warnings, problems: firstOf([...new Set(problems)], PROBLEMS_MAX) }
}

const IDLE_FIELDS = [...TOKEN_FIELDS, 'reportedCostUsd'] as const

/** Warns of fields at the top of a record with services, where they have no effect on the cost. */
export function idleFieldWarnings(record: JsonObject): string[] {
  return IDLE_FIELDS.filter((field) => record[field] !== undefined).map(
    (field) =>
      `${field} next to services has no effect: put it in the entry of the service that used it`,
  )
}

function servicesOf(record: JsonObject, problems: string[], warnings: string[]): UsedService[] {
  const { services } = record
  if (!Array.isArray(services)) return [{ ...serviceOf(record, '', problems), calls: 1 }]
  if (services.length > SERVICES_MAX) {
    problems.push(`services must have at most ${SERVICES_MAX} entries, not ${services.length}`)
    return []
  }
  const shared = Object.fromEntries(
    SHARED_FIELDS.filter((field) => record[field] !== undefined).map((f) => [f, record[f]]),
  )
  return services.flatMap((service: unknown, index) => {
    const path = `services[${index}].`
    if (!isObject(service)) {
      problems.push(`services[${index}] must be an object`)
      return []
    }
    for (const warning of unknownFieldWarnings(service, SERVICE_FIELDS, path)) {
      warnings.push(warning)
    }
    const used = serviceOf({ ...shared, ...service }, path, problems)
    // An entry may combine several calls; the quantity of a whole record counts outcomes instead.
    return [{ ...used, calls: Math.max(used.quantity, 1) }]
  })
}

function serviceOf(
  source: JsonObject,
  path: string,
  problems: string[],
): Omit<UsedService, 'calls'> {
  const service = {
    model: modelName(source, 'model', path, problems),
    modelProvider: modelName(source, 'modelProvider', path, problems),
    quantity: count(source, 'quantity', 1, path, problems),
    inputTokens: count(source, 'inputTokens', 0, path, problems),
    outputTokens: count(source, 'outputTokens', 0, path, problems),
    cacheReadTokens: count(source, 'cacheReadTokens', 0, path, problems),
    cacheWriteTokens: count(source, 'cacheWriteTokens', 0, path, problems),
    cacheWrite1hTokens: count(source, 'cacheWrite1hTokens', 0, path, problems),
    serviceTier: serviceTierOf(source, path, problems),
    paidBy: paidByOf(source, path, problems),
    reportedCostUsd: reportedCostOf(source, path, problems),
  }
  if (service.cacheReadTokens + service.cacheWriteTokens > service.inputTokens) {
    problems.push(
      `${path}inputTokens must include cacheReadTokens and cacheWriteTokens: it is less than their sum`,
    )
  }
  if (service.cacheWrite1hTokens > service.cacheWriteTokens) {
    problems.push(`${path}cacheWriteTokens must include cacheWrite1hTokens: it is less`)
  }
  return service
}

function text(source: JsonObject, field: string, path: string, problems: string[]): string {
  const value = source[field]
  if (typeof value !== 'string') {
    problems.push(`${path}${field} must be a string`)
    return ''
  }
  if (value.trim() === '' || value.length > TEXT_LENGTH_MAX) {
    problems.push(`${path}${field} must be text of 1 to ${TEXT_LENGTH_MAX} characters`)
  } else if (!value.isWellFormed()) {
    problems.push(`${path}${field} must be valid Unicode; it has half of a surrogate pair`)
  }
  return value
}

/** Reads the name from which a customer, an agent or a signal is provisioned. */
function nameOf(source: JsonObject, field: string, problems: string[]): string {
  const name = text(source, field, '', problems)
  requireOneLine(name, field, problems)
  return name
}

function requireOneLine(name: string, field: string, problems: string[]): void {
  if (NOT_ON_ONE_LINE.test(name)) {
    problems.push(`${field} must be on one line, without control characters`)
  }
}

function modelName(
  source: JsonObject,
  field: 'model' | 'modelProvider',
  path: string,
  problems: string[],
): string {
  const name = text(source, field, path, problems).trim().toLowerCase()
  requireOneLine(name, `${path}${field}`, problems)
  return name
}

/** Reads a tier of service. Providers have several names for the standard tier. */
function serviceTierOf(source: JsonObject, path: string, problems: string[]): string | null {
  if (source.serviceTier === undefined) return null
  const tier = text(source, 'serviceTier', path, problems)
  requireOneLine(tier.trim(), `${path}serviceTier`, problems)
  return tierNamed(tier)
}

/** Returns a tier of service in lower case; null for the standard tier. */
export function tierNamed(name: string): string | null {
  const tier = name.trim().toLowerCase()
  return STANDARD_TIERS.includes(tier) ? null : tier
}

function paidByOf(
  { paidBy = 'organization' }: JsonObject,
  path: string,
  problems: string[],
): PaidBy {
  const known = PAID_BY.find((one) => one === paidBy)
  if (!known) {
    problems.push(`${path}paidBy must be ${PAID_BY.join(' or ')}, not ${shownValue(paidBy)}`)
  }
  return known ?? 'organization'
}

/** Reads an amount of USD, as a number or as decimal text. */
function reportedCostOf(source: JsonObject, path: string, problems: string[]): Decimal | null {
  const { reportedCostUsd } = source
  if (reportedCostUsd === undefined) return null
  const cost = parseReportedCost(reportedCostUsd)
  if (cost) return cost
  problems.push(
    `${path}reportedCostUsd must be a number or decimal text from 0 to ${REPORTED_COST_MAX.toFixed()}, not ${shownValue(reportedCostUsd)}`,
  )
  return null
}

function optionalText(source: JsonObject, field: string, problems: string[]): string | null {
  return source[field] === undefined ? null : text(source, field, '', problems)
}

function flag(source: JsonObject, field: 'keepHold', problems: string[]): boolean {
  const value = source[field]
  if (value === undefined || typeof value === 'boolean') return value === true
  problems.push(`${field} must be true or false, not ${shownValue(value)}`)
  return false
}

/** Reads a whole number of tokens or units without coercion: `true` is not one page. */
function count(
  source: JsonObject,
  field: (typeof SERVICE_FIELDS)[number],
  fallback: number,
  path: string,
  problems: string[],
): number {
  const value = source[field]
  if (value === undefined) return fallback
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  problems.push(
    `${path}${field} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${shownValue(value)}`,
  )
  return fallback
}

function usageDateOf(record: JsonObject, now: number, problems: string[]): number {
  const recordedAt = dateOf(record, 'recordedAt', problems)
  return dateOf(record, 'usageDate', problems) ?? recordedAt ?? now
}

/** Clocks of senders may be ahead, and time zones be mistaken for one another. */
const FUTURE_MS = 24 * 60 * 60_000
const PAST_YEARS = 5

/**
 * Warns of a date that is probably a mistake, such as seconds taken for milliseconds. It is stored
 * anyway: history may be imported, and a test clock may be moved there.
 */
function dateWarnings(usageDate: number, now: number): string[] {
  const shown = new Date(usageDate).toISOString()
  if (usageDate > now + FUTURE_MS) {
    return [`the date ${shown} is in the future: the event is billed in the period of that date`]
  }
  const earliest = new Date(now)
  earliest.setUTCFullYear(earliest.getUTCFullYear() - PAST_YEARS)
  if (usageDate >= earliest.getTime()) return []
  return [`the date ${shown} is more than ${PAST_YEARS} years ago`]
}

function dateOf(
  record: JsonObject,
  field: 'usageDate' | 'recordedAt',
  problems: string[],
): number | undefined {
  const value = record[field]
  if (value === undefined) return undefined
  const parsed = typeof value === 'string' ? parseSentDate(value) : undefined
  if (parsed !== undefined) return parsed
  problems.push(
    typeof value === 'string' && isOutOfRange(value)
      ? dateProblem(field, value)
      : `${field} must be an ISO 8601 date such as 2026-03-31T12:00:00Z, not ${shownValue(value)}`,
  )
  return undefined
}

function metadataOf({ metadata }: JsonObject, problems: string[]): JsonObject {
  if (metadata === undefined) return {}
  if (isObject(metadata)) return metadata
  problems.push(`metadata must be an object, not ${shownValue(metadata)}`)
  return {}
}
