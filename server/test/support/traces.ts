import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { create, toBinary } from '@bufbuild/protobuf'
import { runRound } from '../../src/features/traces/lane.ts'
import { ExportTraceServiceRequestSchema } from '../../src/features/traces/otlp/schema/opentelemetry/proto/collector/trace/v1/trace_service_pb.js'
import type { Api, TestApp } from './app.ts'
import type { Fields } from './given.ts'

/** A span with the fields of a test; all others have defaults. */
export type TestSpan = {
  traceId?: string
  spanId?: string
  parentSpanId?: string
  name?: string
  /** Epoch milliseconds. */
  startedAt?: number
  endedAt?: number
  attributes?: Fields
  isError?: boolean
}

export const newTraceId = () => randomBytes(16).toString('hex')
export const newSpanId = () => randomBytes(8).toString('hex')

/** Attributes of a call of gpt-4o that costs 0.0075. */
export const chat = (fields: Fields = {}): Fields => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.usage.input_tokens': 1_000,
  'gen_ai.usage.output_tokens': 500,
  ...fields,
})

export const outcome = (fields: Fields = {}): Fields => ({
  'piecework.customer': 'acme',
  'piecework.agent': 'support',
  'piecework.signal': 'ticket',
  ...fields,
})

const NANOSECONDS = 1_000_000n

const pairs = (attributes: Fields) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))

function anyValue(value: unknown): Fields {
  if (typeof value === 'number') return { intValue: String(value) }
  if (typeof value === 'boolean') return { boolValue: value }
  return { stringValue: String(value) }
}

/** Returns an export request in JSON. */
export function tracesOf(
  spans: readonly TestSpan[],
  { at, resource = { 'service.name': 'support-service' } }: { at: Date; resource?: Fields },
) {
  return {
    resourceSpans: [
      {
        resource: { attributes: pairs(resource) },
        scopeSpans: [
          {
            scope: { name: 'test' },
            spans: spans.map((span) => ({
              traceId: span.traceId ?? newTraceId(),
              spanId: span.spanId ?? newSpanId(),
              ...(span.parentSpanId && { parentSpanId: span.parentSpanId }),
              name: span.name ?? 'span',
              kind: 3,
              startTimeUnixNano: nano(span.startedAt ?? at.getTime() - 2_000),
              endTimeUnixNano: nano(span.endedAt ?? at.getTime() - 1_000),
              attributes: pairs(span.attributes ?? {}),
              ...(span.isError && { status: { code: 2 } }),
            })),
          },
        ],
      },
    ],
  }
}

const nano = (milliseconds: number) => String(BigInt(milliseconds) * NANOSECONDS)

/** Returns the same request in protobuf. */
export function protobufOf({ resourceSpans }: ReturnType<typeof tracesOf>): Buffer {
  const hex = (text = '') => Buffer.from(text, 'hex')
  const convert = (list: { key: string; value: Fields }[]) =>
    list.map(({ key, value }) => ({ key, value: { value: caseOf(value) } }))
  const message = create(ExportTraceServiceRequestSchema, {
    resourceSpans: resourceSpans.map(({ resource, scopeSpans }) => ({
      resource: { attributes: convert(resource.attributes) },
      scopeSpans: scopeSpans.map(({ scope, spans }) => ({
        scope,
        spans: spans.map(({ traceId, spanId, parentSpanId, attributes, ...span }) => ({
          ...span,
          traceId: hex(traceId),
          spanId: hex(spanId),
          parentSpanId: hex(parentSpanId),
          startTimeUnixNano: BigInt(span.startTimeUnixNano),
          endTimeUnixNano: BigInt(span.endTimeUnixNano),
          attributes: convert(attributes),
        })),
      })),
    })),
  })
  return Buffer.from(toBinary(ExportTraceServiceRequestSchema, message))
}

function caseOf({ intValue, boolValue, stringValue }: Fields) {
  if (intValue !== undefined) {
    return { case: 'intValue' as const, value: BigInt(String(intValue)) }
  }
  if (boolValue !== undefined) return { case: 'boolValue' as const, value: boolValue === true }
  return { case: 'stringValue' as const, value: String(stringValue) }
}

type Sent = { key: string; type: string; payload: Buffer; isGzip?: boolean; path?: string }

/** Sends a body as an exporter does. */
export const exportBody = (
  { app }: Pick<TestApp, 'app'>,
  { key, type, payload, isGzip, path = '/v1/otlp/v1/traces' }: Sent,
) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: {
      'x-api-key': key,
      'content-type': type,
      ...(isGzip && { 'content-encoding': 'gzip' }),
    },
    payload: isGzip ? gzipSync(payload) : payload,
  })

/** Sends spans as JSON. */
export const sendSpans = (api: Api, spans: readonly TestSpan[], at: Date, resource?: Fields) =>
  api.post('/v1/otlp/v1/traces', tracesOf(spans, { at, ...(resource && { resource }) }))

/** Does what the worker does until nothing is due. */
export async function workOffRuns({ dependencies }: TestApp, now: () => Date): Promise<void> {
  for (let isMore = true; isMore; ) isMore = await runRound({ ...dependencies, now })
}

/** Records a run with a customer, and one without; returns the id of the one without. */
export async function givenRuns(t: TestApp, api: Api): Promise<string> {
  const at = t.dependencies.now()
  const traceIds = [newTraceId(), newTraceId()]
  const attributed = [outcome(), { 'tenant.id': 'globex' }]
  const spans = traceIds.flatMap((traceId, index) => {
    const spanId = newSpanId()
    return [
      { traceId, spanId, name: 'agent', attributes: attributed[index] ?? {} },
      { traceId, parentSpanId: spanId, name: 'chat gpt-4o', attributes: chat() },
    ]
  })
  await sendSpans(api, spans, at)
  await workOffRuns(t, () => new Date(at.getTime() + 20_000))
  return traceIds[1] ?? ''
}

/** Returns an export request of log records in JSON. */
export function logsOf(
  records: readonly { at?: Date; eventName?: string; attributes: Fields }[],
  { at, resource = {} }: { at: Date; resource?: Fields },
) {
  return {
    resourceLogs: [
      {
        resource: { attributes: pairs(resource) },
        scopeLogs: [
          {
            scope: { name: 'test' },
            logRecords: records.map((record) => ({
              timeUnixNano: nano((record.at ?? at).getTime()),
              eventName: record.eventName ?? 'api_request',
              attributes: pairs(record.attributes),
            })),
          },
        ],
      },
    ],
  }
}
