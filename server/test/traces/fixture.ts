import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { countedSpans } from '../../src/domain/traces/counted-spans.ts'
import { readLogRecord } from '../../src/domain/traces/read-log.ts'
import { readSpan } from '../../src/domain/traces/read-span.ts'
import type { Reading, Usage } from '../../src/domain/traces/span.ts'
import { decodeLogs, decodeTraces } from '../../src/features/traces/otlp/decode.ts'

const FIXTURES = new URL('fixtures/', import.meta.url)

/** A call as the provider reported it. */
export type ReportedCall = Omit<Usage, 'modelProvider' | 'reportedCostUsd' | 'serviceTier'> & {
  provider: string
}

/** Names of all fixtures: `source/case`. */
export const FIXTURE_NAMES = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: source }) =>
    readdirSync(new URL(`${source}/`, FIXTURES))
      .filter((file) => file.endsWith('.calls.json'))
      .map((file) => `${source}/${file.replace('.calls.json', '')}`),
  )

/** What a fixture says: readings that count, all readings, and what the provider reported. */
export function readFixture(name: string) {
  const spans = bodiesOf(name, 'traces').flatMap(
    ({ body, encoding }) => decodeTraces(body, encoding).items,
  )
  const logs = bodiesOf(name, 'logs').flatMap(
    ({ body, encoding }) => decodeLogs(body, encoding).items,
  )
  const read = spans.map((span) => ({ span, reading: readSpan(span) }))
  const readingsOfLogs = logs.map(readLogRecord)
  const counted = countedSpans(
    read.map(({ span, reading }) => ({
      spanId: `${span.traceId} ${span.spanId}`,
      parentSpanId: span.parentSpanId === undefined ? null : `${span.traceId} ${span.parentSpanId}`,
      isCounted: reading.usage !== undefined,
      isRecorded: false,
    })),
  )
  const counting = read.filter(({ span }) => counted.has(`${span.traceId} ${span.spanId}`))
  const readings: Reading[] = [...read.map(({ reading }) => reading), ...readingsOfLogs]
  return {
    usages: [...counting.map(({ reading }) => reading), ...readingsOfLogs].flatMap(
      ({ usage }) => usage ?? [],
    ),
    readings,
    calls: callsOf(name),
  }
}

function callsOf(name: string): ReportedCall[] {
  const calls: ReportedCall[] = JSON.parse(
    readFileSync(new URL(`${name}.calls.json`, FIXTURES), 'utf8'),
  )
  return calls.map((call) => ({ ...call, outputTokens: call.outputTokens ?? 0 }))
}

/** The payloads of a fixture, as its exporter sent them. */
export function bodiesOf(name: string, kind: 'traces' | 'logs') {
  const file = (ending: string) => new URL(`${name}.${kind}.${ending}`, FIXTURES)
  return [
    { url: file('json'), encoding: 'json' as const },
    { url: file('pb'), encoding: 'protobuf' as const },
  ]
    .filter(({ url }) => existsSync(url))
    .map(({ url, encoding }) => ({ body: readFileSync(url), encoding }))
}
