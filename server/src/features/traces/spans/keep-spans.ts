import type { Db } from '../../../platform/database.ts'
import type { KeptSpan } from './kept-span.ts'
import { insertSpans, listClosedToSpans, type NewSpans } from './queries.ts'

/** Spans that a run may have: its structure has to fit in memory. */
export const SPANS_MAX = 250_000
/** Spans of one statement. */
const ROWS_AT_ONCE = 5_000

export type Keeping = { rejectedCount: number; reasons: Set<string> }

const REASONS = {
  forgotten:
    'the run had no new span for seven days; its spans are no longer distinguished from repetitions',
  full: `a run takes ${SPANS_MAX} spans`,
} as const

/**
 * Keeps spans durably, each once, however often they are sent. Returns the number of spans that their
 * runs do not take, which must not be sent again.
 */
export async function keepSpans(
  db: Db,
  { organizationId, hasHolds, spans }: NewSpans,
  now: Date,
): Promise<Keeping> {
  const keeping: Keeping = { rejectedCount: 0, reasons: new Set() }
  if (spans.length === 0) return keeping
  const traceIds = [...new Set(spans.map(({ traceId }) => traceId))].sort()
  await db.transaction().execute(async (tx) => {
    keeping.rejectedCount = 0
    const closed = await listClosedToSpans(tx, organizationId, traceIds, SPANS_MAX)
    const taken: KeptSpan[] = []
    for (const span of spans) {
      const reason = closed.get(span.traceId)
      if (reason === undefined) {
        taken.push(span)
        continue
      }
      keeping.rejectedCount += 1
      keeping.reasons.add(REASONS[reason])
    }
    taken.sort(byKey)
    for (let at = 0; at < taken.length; at += ROWS_AT_ONCE) {
      const some = taken.slice(at, at + ROWS_AT_ONCE)
      await insertSpans(tx, { organizationId, hasHolds, spans: some }, now)
    }
  })
  return keeping
}

function byKey(a: KeptSpan, b: KeptSpan): number {
  if (a.traceId !== b.traceId) return a.traceId < b.traceId ? -1 : 1
  return a.spanId < b.spanId ? -1 : Number(a.spanId > b.spanId)
}
