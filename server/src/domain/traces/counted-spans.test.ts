import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedSpans, type LinkedSpan } from './counted-spans.ts'

const span = (spanId: string, parentSpanId: string | null, isCounted = true): LinkedSpan => ({
  spanId,
  parentSpanId,
  isCounted,
  isRecorded: false,
})

test('a sum on a span around calls does not count', () => {
  const spans = [span('agent', null), span('step', 'agent', false), span('call', 'step')]
  expect([...countedSpans(spans)]).toEqual(['call'])
})

test('calls beside each other count', () => {
  const spans = [span('agent', null), span('a', 'agent'), span('b', 'agent')]
  expect([...countedSpans(spans)]).toEqual(['a', 'b'])
})

test('a span whose parent never arrived counts', () => {
  expect([...countedSpans([span('call', 'elsewhere')])]).toEqual(['call'])
})

test('spans that are their own ancestors end, and one of them counts', () => {
  expect(countedSpans([span('a', 'a')]).size).toBe(1)
  expect(countedSpans([span('a', 'b'), span('b', 'a')]).size).toBe(1)
})

test('counts the same spans as the rule, without circles', () => {
  fc.assert(
    fc.property(forest, (spans) => {
      const counted = [...countedSpans(spans)].toSorted()
      expect(counted).toEqual(naive(spans).toSorted())
    }),
    { numRuns: 500 },
  )
})

test('of a path to the root one span at most counts, also with circles', () => {
  fc.assert(
    fc.property(graph, (spans) => {
      const counted = countedSpans(spans)
      for (const one of counted) {
        expect(spans.find(({ spanId }) => spanId === one)?.isCounted).toBe(true)
      }
      expect(counted.size > 0).toBe(spans.some(({ isCounted }) => isCounted))
    }),
    { numRuns: 500 },
  )
})

test('a chain of 100,000 spans ends', () => {
  const chain = Array.from({ length: 100_000 }, (_, index) =>
    span(String(index), index === 0 ? null : String(index - 1)),
  )
  expect([...countedSpans(chain)]).toEqual(['99999'])
  expect([...countedSpans(chain.toReversed())]).toEqual(['99999'])
})

/** Each span below an earlier one, or below none, or below one that did not arrive; in any order. */
const forest = fc
  .array(fc.record({ parent: fc.nat(), kind: fc.nat(3), isCounted: fc.boolean() }), {
    maxLength: 30,
  })
  .map((nodes) =>
    nodes.map(({ parent, kind, isCounted }, index) => {
      if (index === 0 || kind === 0) return span(`s${index}`, null, isCounted)
      return span(`s${index}`, kind === 1 ? 'missing' : `s${parent % index}`, isCounted)
    }),
  )
  .chain((spans) => fc.shuffledSubarray(spans, { minLength: spans.length }))

const graph = fc
  .array(fc.record({ parent: fc.nat(), isCounted: fc.boolean() }), { minLength: 1, maxLength: 20 })
  .map((nodes) =>
    nodes.map(({ parent, isCounted }, index) =>
      span(`s${index}`, `s${parent % nodes.length}`, isCounted),
    ),
  )

/** The rule as it is said: a span with usage counts if no descendant has usage. */
function naive(spans: readonly LinkedSpan[]): string[] {
  const hasUsageBelow = (spanId: string): boolean =>
    spans.some(
      (child) => child.parentSpanId === spanId && (child.isCounted || hasUsageBelow(child.spanId)),
    )
  return spans
    .filter(({ spanId, isCounted }) => isCounted && !hasUsageBelow(spanId))
    .map(({ spanId }) => spanId)
}
