import { countedSpans } from '../../../domain/traces/counted-spans.ts'
import type { Reading } from '../../../domain/traces/span.ts'
import type { Tx } from '../../../platform/database.ts'
import type { FindPrices } from '../../usage/costs/cost-record.ts'
import type { OpenCall, ReadRun } from './compose-run.ts'
import * as queries from './queries.ts'
import { createRunFacts } from './run-facts.ts'
import { createServiceSums } from './run-record.ts'

const SPANS_AT_ONCE = 5_000
/** Calls of a run in one transaction. */
const CALLS_MAX = 5_000

/** A run whose open spans are read if `isClosing`, and otherwise only its calls. */
type ReadableRun = queries.RunKey & { isClosing: boolean }

type ReadResult<Run> = {
  run: Run
  /** Spans whose usage turned out not to count. */
  uncounted: readonly queries.SpanKey[]
  read: ReadRun
}

const keyOf = ({ organizationId, traceId }: queries.RunKey) => `${organizationId} ${traceId}`

/**
 * Reads the open spans and calls of runs, page after page, and adds them up. The caller holds the
 * locks of the runs.
 */
export async function readRuns<Run extends ReadableRun>(
  tx: Tx,
  runs: readonly Run[],
  findPricesOf: (organizationId: string) => FindPrices,
): Promise<ReadResult<Run>[]> {
  const links = Map.groupBy(
    await queries.listLinks(
      tx,
      runs.filter((run) => run.isClosing),
    ),
    keyOf,
  )
  const readings = new Map(
    runs.map((run) => {
      const own = links.get(keyOf(run)) ?? []
      const counted = countedSpans(own)
      const uncounted = own.filter(
        ({ spanId, isCounted, isRecorded }) => isCounted && !isRecorded && !counted.has(spanId),
      )
      const sums = createServiceSums(findPricesOf(run.organizationId))
      const reading = { run, counted, uncounted, sums, facts: createRunFacts(), calls: callList() }
      return [keyOf(run), reading]
    }),
  )
  let after: queries.OpenSpan | undefined
  for (let isEnd = runs.length === 0; !isEnd; ) {
    const page = await queries.listOpenSpans(tx, runs, { after, limit: SPANS_AT_ONCE })
    for (const span of page) {
      const known = readings.get(keyOf(span))
      if (!known || (span.isCall && known.calls.length === CALLS_MAX)) continue
      const reading: Reading = JSON.parse(span.reading)
      known.facts.add(span, reading)
      if (span.isCall) known.calls.push({ spanId: span.spanId, endedAt: span.endedAt, reading })
      else if (reading.usage && known.counted.has(span.spanId)) known.sums.add(reading.usage)
    }
    after = page.at(-1)
    isEnd = page.length < SPANS_AT_ONCE
  }
  return [...readings.values()].map(({ run, uncounted, facts, sums, calls }) => {
    const services = run.isClosing ? sums.services() : undefined
    return { run, uncounted, read: { facts: facts.read(), calls, services } }
  })
}

const callList = (): OpenCall[] => []
