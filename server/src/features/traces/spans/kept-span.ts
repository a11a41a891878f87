import { hash } from 'node:crypto'
import type { LitellmCall } from '../../../domain/traces/litellm.ts'
import { readLogRecord } from '../../../domain/traces/read-log.ts'
import { readSpan } from '../../../domain/traces/read-span.ts'
import type {
  Attributes,
  AttributeValue,
  Identity,
  Reading,
  SourceLog,
  SourceSpan,
} from '../../../domain/traces/span.ts'
import { TEXT_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { evidenceOf } from '../../usage/batch/evidence.ts'

/** A span or a call as it is kept. */
export type KeptSpan = {
  /** 32 hexadecimal digits. */
  traceId: string
  /** The id of its run in usage events. */
  runId: string
  /** A 64-bit integer. */
  spanId: string
  parentSpanId: string | null
  isCall: boolean
  hasUsage: boolean
  name: string
  startedAt: Date
  endedAt: Date
  isError: boolean
  /** Null for a span that only connects others. */
  reading: Reading | null
  attributes: Attributes
}

/** Attributes that rules can use; contents of prompts are longer. */
const VALUE_LENGTH_MAX = 256
export const ATTRIBUTES_MAX = 64

/** A clock may be behind by as long as an exporter may keep spans, and ahead by a day. */
const PAST_MAX_MS = 30 * 86_400_000
const FUTURE_MAX_MS = 86_400_000
/** No call has more; a sum of more would not be exact. */
const TOKENS_MAX = 1_000_000_000

/** Converts a span. Its times are those of the source, unless they cannot be: then `now`. */
export function keptSpan(span: SourceSpan, now: Date): KeptSpan {
  const { traceId, spanId, parentSpanId, name, isError } = span
  const reading = plausible(readSpan(span))
  const startedAt = timeNear(span.startedAt ?? span.endedAt, now)
  const endedAt = timeNear(span.endedAt ?? span.startedAt, now)
  // A span that is its own parent is a root.
  const isRoot = parentSpanId === undefined || parentSpanId === spanId
  const { usage, identity, warnings } = reading
  const isRead = isRoot || usage !== undefined || isDeclared(identity) || warnings.length > 0
  return {
    traceId,
    runId: traceId,
    spanId: integerOf(spanId),
    parentSpanId: isRoot ? null : integerOf(parentSpanId),
    isCall: false,
    hasUsage: usage !== undefined,
    name: textIn(name),
    startedAt,
    endedAt: new Date(Math.max(startedAt.getTime(), endedAt.getTime())),
    isError,
    reading: isRead ? reading : null,
    attributes: isRead ? comparable(span.resource, span.attributes) : {},
  }
}

/**
 * Converts a log record with usage or a declared outcome; undefined for any other. A record of a
 * session, or without a trace, is a call of its own. One of a span is a part of its trace, so that
 * the span's usage does not count in addition.
 */
export function keptLog(log: SourceLog, now: Date): KeptSpan | undefined {
  const reading = plausible(readLogRecord(log))
  const { identity, usage } = reading
  // A resource declares the outcome for every record, also for those of tools and prompts.
  const hasOutcome = identity.signal !== undefined && SIGNAL in log.attributes
  if (usage === undefined && !hasOutcome) return undefined
  const at = timeNear(log.at, now)
  const digest = digestOf(identity.call ?? callText(log))
  const common = {
    isCall: true,
    hasUsage: usage !== undefined,
    name: textIn(log.eventName ?? 'log'),
    startedAt: at,
    endedAt: at,
    isError: false,
    reading,
    attributes: comparable(log.resource, log.attributes),
    spanId: integerOf(digest.slice(0, 16)),
    parentSpanId: null,
  }
  if (identity.run !== undefined) return { ...common, ...runNamed(identity.run) }
  if (log.traceId === undefined) return { ...common, ...runNamed(`call-${digest}`) }
  const ofTrace = { ...common, traceId: log.traceId, runId: log.traceId, isCall: false }
  return { ...ofTrace, parentSpanId: log.spanId === undefined ? ORPHAN : integerOf(log.spanId) }
}

/** Converts a call that a gateway reports. */
export function keptCall(call: LitellmCall, now: Date): KeptSpan {
  const startedAt = timeNear(call.startedAt ?? call.endedAt, now)
  const endedAt = timeNear(call.endedAt ?? call.startedAt, now)
  return {
    ...runNamed(call.run),
    spanId: integerOf(digestOf(call.id).slice(0, 16)),
    parentSpanId: null,
    isCall: true,
    hasUsage: true,
    name: textIn(call.name),
    startedAt,
    endedAt: new Date(Math.max(startedAt.getTime(), endedAt.getTime())),
    isError: false,
    reading: plausible(withShortKey(call.reading)),
    attributes: comparable(call.attributes),
  }
}

/** A key that is too long for a record is replaced by its digest. */
function withShortKey({ identity, ...reading }: Reading): Reading {
  const { key } = identity
  if (key === undefined || key.length <= TEXT_LENGTH_MAX) return { ...reading, identity }
  return { ...reading, identity: { ...identity, key: digestOf(key) } }
}

const SIGNAL = 'piecework.signal'

/** The parent of a log record without a span; no span has this id. */
const ORPHAN = '0'

const TRACE_ID = /^[0-9a-f]{32}$/i

/** Returns the run with an id of its source; undefined text would not be an id. */
export function runNamed(name: string): Pick<KeptSpan, 'traceId' | 'runId'> {
  if (TRACE_ID.test(name)) return { traceId: name.toLowerCase(), runId: name.toLowerCase() }
  const runId = isShort(name) ? textIn(name) : digestOf(name)
  return { traceId: digestOf(name), runId }
}

const isShort = (name: string) => name.trim() !== '' && name.length <= TEXT_LENGTH_MAX

/** Returns the text by which a repetition of a log record without an id is recognized. */
function callText({ at, eventName, attributes, body }: SourceLog): string {
  return JSON.stringify([at?.getTime(), eventName, Object.entries(attributes).toSorted(), body])
}

const DIGEST_DIGITS = 32

/** Returns 128 bits of a digest, in hexadecimal. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, DIGEST_DIGITS)
}

/** Converts 16 hexadecimal digits to the signed integer of a bigint column. */
export function integerOf(hex: string): string {
  return BigInt.asIntN(64, BigInt(`0x${hex}`)).toString()
}

/** Returns the hexadecimal digits of a trace id, which the database writes as a UUID. */
export const digitsOf = (traceId: string): string => traceId.replaceAll('-', '')

/** Returns the hexadecimal digits of an id. */
export function hexOf(spanId: string): string {
  return BigInt.asUintN(64, BigInt(spanId)).toString(16).padStart(16, '0')
}

/** Returns true if a span says more than its program does. */
function isDeclared({ fallback, ...declared }: Identity): boolean {
  const { customer, agent, signal, evidenceUrl, evidence } = declared
  const names = [customer, agent, signal, evidenceUrl, evidence, fallback.customer, fallback.agent]
  return names.some((name) => name !== undefined)
}

function timeNear(sent: Date | undefined, now: Date): Date {
  if (sent === undefined) return now
  const ahead = sent.getTime() - now.getTime()
  return ahead > FUTURE_MAX_MS || ahead < -PAST_MAX_MS ? now : sent
}

/** Drops usage that no call can have, and names that no record can have, with a warning for each. */
export function plausible(reading: Reading): Reading {
  const { usage, identity } = reading
  const warnings = [...reading.warnings]
  const isAbsurd =
    usage !== undefined &&
    [
      usage.inputTokens,
      usage.outputTokens,
      usage.cacheReadTokens ?? 0,
      usage.cacheWriteTokens ?? 0,
    ].some((tokens) => !Number.isSafeInteger(tokens) || tokens < 0 || tokens > TOKENS_MAX)
  if (isAbsurd) warnings.push(`A span has more than ${TOKENS_MAX} tokens; its usage was left out`)
  const named = withoutBadEvidence(withoutLongNames(identity, warnings), warnings)
  return { ...(usage && !isAbsurd && { usage }), identity: named, warnings }
}

const NAMES = ['customer', 'agent', 'signal'] as const
const NOT_ON_ONE_LINE = /[\p{Cc}\u2028\u2029]/u

/** Leaves out names that a record would be refused for: a part of a name is another name. */
function withoutLongNames(identity: Identity, warnings: string[]): Identity {
  const kept: Identity = { ...identity, fallback: { ...identity.fallback } }
  for (const name of NAMES) {
    if (kept[name] !== undefined && !isName(kept[name])) {
      warnings.push(`The ${name} is not one line of 1 to ${TEXT_LENGTH_MAX} characters; ignored`)
      delete kept[name]
    }
  }
  if (kept.fallback.customer !== undefined && !isName(kept.fallback.customer)) {
    delete kept.fallback.customer
  }
  if (kept.fallback.agent !== undefined && !isName(kept.fallback.agent)) delete kept.fallback.agent
  if (kept.fallback.service !== undefined && !isName(kept.fallback.service)) {
    delete kept.fallback.service
  }
  const { quantity } = kept
  if (quantity !== undefined && !(Number.isSafeInteger(quantity) && quantity >= 0)) {
    warnings.push('The quantity is not a whole number from 0; ignored')
    delete kept.quantity
  }
  return kept
}

/** Leaves out evidence that a record would be refused for. */
function withoutBadEvidence(identity: Identity, warnings: string[]): Identity {
  const { evidenceUrl: sentUrl, evidence: sent, ...kept } = identity
  if (sentUrl === undefined && sent === undefined) return kept
  const given = {
    ...(sentUrl !== undefined && { evidenceUrl: sentUrl }),
    ...(sent !== undefined && { evidence: sent }),
  }
  const problems: string[] = []
  const { evidenceUrl, evidence } = evidenceOf(given, problems)
  for (const problem of problems) warnings.push(`${problem}; ignored`)
  return {
    ...kept,
    ...(evidenceUrl !== null && { evidenceUrl }),
    ...(evidence !== null && { evidence }),
  }
}

/** True for text that a usage record takes as the name of a customer, an agent or a signal. */
export function isName(text: string): boolean {
  return isShort(text) && !NOT_ON_ONE_LINE.test(text) && text.isWellFormed()
}

/** Returns the attributes that rules can compare; those of the span win. */
function comparable(...sources: readonly Attributes[]): Attributes {
  const kept: Record<string, AttributeValue> = {}
  let count = 0
  for (const attributes of sources.toReversed()) {
    for (const name in attributes) {
      if (count === ATTRIBUTES_MAX) return kept
      const value = attributes[name]
      if (Object.hasOwn(kept, name) || name === '__proto__' || !isComparable(name, value)) continue
      kept[name] = value
      count += 1
    }
  }
  return kept
}

function isComparable(name: string, value: AttributeValue | undefined): value is AttributeValue {
  if (name.length > TEXT_LENGTH_MAX) return false
  if (typeof value === 'string') return value.length <= VALUE_LENGTH_MAX
  return typeof value === 'number' || typeof value === 'boolean'
}

const CONTROL = /[\p{Cc}\u2028\u2029]/gu

/** Returns text that a column can store, on one line. */
function textIn(text: string): string {
  return text.slice(0, TEXT_LENGTH_MAX).toWellFormed().replace(CONTROL, ' ')
}
