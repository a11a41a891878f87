import { type DescMessage, fromBinary, fromJson, type MessageShape } from '@bufbuild/protobuf'
import type { SourceLog, SourceSpan } from '../../../domain/traces/span.ts'
import { EARLIEST_DATE, LATEST_DATE } from '../../../platform/dates/sent-date.ts'
import { AppError } from '../../../platform/errors.ts'
import { attributesOf, plainValue } from './attributes.ts'
import { ExportLogsServiceRequestSchema } from './schema/opentelemetry/proto/collector/logs/v1/logs_service_pb.js'
import { ExportTraceServiceRequestSchema } from './schema/opentelemetry/proto/collector/trace/v1/trace_service_pb.js'
import type { LogRecord } from './schema/opentelemetry/proto/logs/v1/logs_pb.js'
import type { Span } from './schema/opentelemetry/proto/trace/v1/trace_pb.js'

export type Encoding = 'protobuf' | 'json'

/** An export request, or the part of it that can be used. */
export type Decoded<Item> = {
  items: Item[]
  /** The number of items that cannot be used, and the reason of the first ones. */
  rejectedCount: number
  reasons: Set<string>
}

/** The parts of an item that it shares with others of the request. */
type Around<Item> = Pick<SourceSpan, 'resource' | 'scopeName'> & { into: Decoded<Item> }

/**
 * Decodes the body of an export of traces. Unknown fields are ignored. A span without valid ids is
 * rejected on its own. Throws `invalid` if the body is not of the encoding.
 */
export function decodeTraces(body: Buffer, encoding: Encoding): Decoded<SourceSpan> {
  const into: Decoded<SourceSpan> = { items: [], rejectedCount: 0, reasons: new Set() }
  const { resourceSpans } = decode(ExportTraceServiceRequestSchema, body, encoding)
  for (const { resource, scopeSpans } of resourceSpans) {
    const resourceAttributes = attributesOf(resource?.attributes ?? [])
    for (const { scope, spans } of scopeSpans) {
      const around = { resource: resourceAttributes, ...scopeNameOf(scope), into }
      for (const span of spans) addSpan(span, idReader(encoding), around)
    }
  }
  return into
}

/** Decodes the body of an export of logs, like `decodeTraces`. */
export function decodeLogs(body: Buffer, encoding: Encoding): Decoded<SourceLog> {
  const into: Decoded<SourceLog> = { items: [], rejectedCount: 0, reasons: new Set() }
  const { resourceLogs } = decode(ExportLogsServiceRequestSchema, body, encoding)
  for (const { resource, scopeLogs } of resourceLogs) {
    const resourceAttributes = attributesOf(resource?.attributes ?? [])
    for (const { scope, logRecords } of scopeLogs) {
      const around = { resource: resourceAttributes, ...scopeNameOf(scope), into }
      for (const record of logRecords) addLog(record, idReader(encoding), around)
    }
  }
  return into
}

function decode<Desc extends DescMessage>(
  schema: Desc,
  body: Buffer,
  encoding: Encoding,
): MessageShape<Desc> {
  try {
    if (encoding === 'protobuf') return fromBinary(schema, body, { readUnknownFields: false })
    const text = body.toString('utf8')
    const json = LONE_SURROGATE.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
    return fromJson(schema, json, { ignoreUnknownFields: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be decoded'
    throw new AppError('invalid', `The body is not an OTLP request in ${encoding}: ${reason}`)
  }
}

/** Text that was cut inside a character has an escaped half of it, which protobuf refuses. */
const LONE_SURROGATE = /\\ud[89a-f]/i

function wellFormed(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

/**
 * Returns the reader of ids as hexadecimal text. In JSON they are hexadecimal, against the rules of
 * protobuf, whose decoder takes them for base64; this restores the text.
 */
function idReader(encoding: Encoding): (bytes: Uint8Array) => string {
  const text = encoding === 'protobuf' ? ('hex' as const) : ('base64' as const)
  return (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(text)
}

const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/i
const SPAN_ID = /^(?!0+$)[0-9a-f]{16}$/i

function addSpan(
  span: Span,
  idOf: (bytes: Uint8Array) => string,
  { into, resource, scopeName }: Around<SourceSpan>,
): void {
  const traceId = idOf(span.traceId)
  const spanId = idOf(span.spanId)
  if (!TRACE_ID.test(traceId) || !SPAN_ID.test(spanId)) {
    into.rejectedCount += 1
    into.reasons.add('a span needs a traceId of 16 bytes and a spanId of 8 bytes')
    return
  }
  const parentSpanId = idOf(span.parentSpanId)
  const startedAt = timeOf(span.startTimeUnixNano)
  into.items.push({
    traceId: traceId.toLowerCase(),
    spanId: spanId.toLowerCase(),
    ...(SPAN_ID.test(parentSpanId) && { parentSpanId: parentSpanId.toLowerCase() }),
    name: span.name,
    kind: span.kind,
    ...(startedAt && { startedAt }),
    ...withEnd(timeOf(span.endTimeUnixNano)),
    attributes: attributesOf(span.attributes),
    resource,
    ...(scopeName !== undefined && { scopeName }),
    events: span.events.map(({ name, attributes }) => ({
      name,
      attributes: attributesOf(attributes),
    })),
    isError: span.status?.code === STATUS_ERROR,
  })
}

const STATUS_ERROR = 2

const withEnd = (endedAt: Date | undefined) => (endedAt ? { endedAt } : {})

function addLog(
  log: LogRecord,
  idOf: (bytes: Uint8Array) => string,
  { into, resource, scopeName }: Around<SourceLog>,
): void {
  const traceId = idOf(log.traceId)
  const spanId = idOf(log.spanId)
  const at = timeOf(log.timeUnixNano) ?? timeOf(log.observedTimeUnixNano)
  const attributes = attributesOf(log.attributes)
  const eventName = log.eventName || textOf(attributes['event.name'])
  const body = plainValue(log.body)
  into.items.push({
    ...(TRACE_ID.test(traceId) && { traceId: traceId.toLowerCase() }),
    ...(SPAN_ID.test(spanId) && { spanId: spanId.toLowerCase() }),
    ...(at && { at }),
    ...(eventName !== undefined && { eventName }),
    ...(body !== undefined && { body }),
    attributes,
    resource,
    ...(scopeName !== undefined && { scopeName }),
  })
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const scopeNameOf = (scope: { name: string } | undefined) =>
  scope && scope.name !== '' ? { scopeName: scope.name } : {}

const NANOSECONDS = 1_000_000n

/** Converts a time to milliseconds; undefined if it is absent or no date that can be stored. */
function timeOf(unixNano: bigint): Date | undefined {
  const at = Number(unixNano / NANOSECONDS)
  return at > EARLIEST_DATE && at < LATEST_DATE ? new Date(at) : undefined
}
