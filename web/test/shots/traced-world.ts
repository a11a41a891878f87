import assert from 'node:assert/strict'
import {
  chat,
  newSpanId,
  newTraceId,
  outcome,
  tracesOf,
} from '../../../server/test/support/traces.ts'

/** Exports a trace of a customer, and one that names its customer in an attribute of its own. */
export async function trace(origin: string, key: string): Promise<void> {
  for (const attributes of [outcome(), { 'tenant.id': 'northwind' }]) {
    const [traceId, root] = [newTraceId(), newSpanId()]
    const spans = [
      { traceId, spanId: root, name: 'resolve ticket', attributes },
      { traceId, parentSpanId: root, name: 'chat gpt-4o', attributes: chat() },
      { traceId, parentSpanId: root, name: 'search', isError: true },
    ]
    const answer = await fetch(`${origin}/v1/otlp/v1/traces`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(tracesOf(spans, { at: new Date() })),
    })
    assert(answer.ok, await answer.text())
  }
}
