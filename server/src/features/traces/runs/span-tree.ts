/** A span in the order in which a tree is shown. */
export type Placed<Span> = Span & { depth: number }

type Linked = { spanId: string; parentSpanId: string | null }

/**
 * Returns the spans in preorder: each below its parent, in their order. A span whose parent is not
 * among them is a root; of a circle, the first one is.
 */
export function inTreeOrder<Span extends Linked>(spans: readonly Span[]): Placed<Span>[] {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const byParent = Map.groupBy(spans, ({ parentSpanId }) =>
    parentSpanId !== null && ids.has(parentSpanId) ? parentSpanId : null,
  )
  const placed: Placed<Span>[] = []
  const seen = new Set<string>()
  const place = (root: Span) => {
    const waiting = [{ span: root, depth: 0 }]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { span, depth } = next
      if (seen.has(span.spanId)) continue
      seen.add(span.spanId)
      placed.push({ ...span, depth })
      for (const child of (byParent.get(span.spanId) ?? []).toReversed()) {
        waiting.push({ span: child, depth: depth + 1 })
      }
    }
  }
  for (const root of byParent.get(null) ?? []) place(root)
  for (const span of spans) if (!seen.has(span.spanId)) place(span)
  return placed
}
