import type { AttributionRule } from '../../../domain/traces/attribution.ts'
import { countedSpans } from '../../../domain/traces/counted-spans.ts'
import type { Reading } from '../../../domain/traces/span.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { FindPrices } from '../../usage/costs/cost-record.ts'
import { listRules } from '../rules/read-rules.ts'
import { type ComposedRun, composeRun, type OpenCall } from './compose-run.ts'
import * as queries from './queries.ts'
import { createRunFacts } from './run-facts.ts'
import { createServiceSums } from './run-record.ts'

export type CloseDeps = { db: Db; usage: { findPrices: (organizationId: string) => FindPrices } }

/** Runs of one transaction. */
export const RUNS_AT_ONCE = 200
/** Spans of one transaction, unless a single run has more. */
const SPANS_MAX = 50_000
const SPANS_AT_ONCE = 5_000
/** Calls of a run in one transaction. */
const CALLS_MAX = 5_000

/**
 * Turns the spans of due runs into usage records, which are kept until they are stored as events.
 * Spans and records are written in one transaction, so that each span is in one record, whatever is
 * interrupted. Returns the number of runs that were due, at most `RUNS_AT_ONCE`.
 */
export function closeDueRuns({ db, usage }: CloseDeps, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const due = await queries.lockDueRuns(tx, RUNS_AT_ONCE, now)
    const runs = fitting(due)
    const rules = await rulesOf(tx, runs)
    const readings = await readRuns(tx, runs, { findPricesOf: usage.findPrices, now })
    const composed = readings.map(({ run, uncounted, read }) => {
      const own = rules.get(run.organizationId) ?? []
      return { run, uncounted, composed: composeRun(run, read, { rules: own, now }) }
    })
    await write(tx, composed, now)
    return due.length
  })
}

/** Returns the first runs whose spans fit into memory; the others are due in the next round. */
function fitting(due: readonly queries.DueRun[]): queries.DueRun[] {
  let spans = 0
  return due.filter(({ spanCount }, index) => {
    spans += spanCount
    return index === 0 || spans <= SPANS_MAX
  })
}

async function rulesOf(
  tx: Tx,
  runs: readonly queries.DueRun[],
): Promise<Map<string, AttributionRule[]>> {
  const ids = new Set(runs.map(({ organizationId }) => organizationId))
  const rules = new Map<string, AttributionRule[]>()
  for (const id of ids) rules.set(id, await listRules(tx, id))
  return rules
}

type Reader = { findPricesOf: CloseDeps['usage']['findPrices']; now: Date }

const keyOf = ({ organizationId, traceId }: queries.RunKey) => `${organizationId} ${traceId}`

/** Reads the open spans and calls of runs, page after page, and adds them up. */
async function readRuns(tx: Tx, runs: readonly queries.DueRun[], { findPricesOf, now }: Reader) {
  const closing = runs.map((run) => ({ ...run, isClosing: isClosing(run, now) }))
  const links = Map.groupBy(
    await queries.listLinks(
      tx,
      closing.filter((run) => run.isClosing),
    ),
    keyOf,
  )
  const readings = new Map(
    closing.map((run) => {
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
    const page = await queries.listOpenSpans(tx, closing, { after, limit: SPANS_AT_ONCE })
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

function isClosing({ openSpanCount, closesAt }: queries.DueRun, now: Date): boolean {
  return openSpanCount > 0 && closesAt !== null && closesAt <= now
}

type Composed = {
  run: queries.DueRun
  uncounted: readonly queries.SpanKey[]
  /** Undefined: nothing to record. */
  composed: ComposedRun | undefined
}

async function write(tx: Tx, runs: readonly Composed[], now: Date): Promise<void> {
  const kept = runs.flatMap(({ composed, ...one }) => (composed ? [{ ...one, composed }] : []))
  const empty = runs.flatMap(({ run, composed }) => (composed ? [] : [run]))
  const ofRun = <Part>({ organizationId, traceId }: queries.DueRun, parts: readonly Part[]) =>
    parts.map((part) => ({ organizationId, traceId, ...part }))
  await queries.deleteRuns(tx, empty)
  await queries.markUncounted(
    tx,
    kept.flatMap(({ uncounted }) => uncounted),
  )
  await queries.closeSpans(
    tx,
    kept.flatMap(({ run, composed: { spansNumber: recordNumber } }) =>
      recordNumber === undefined ? [] : ofRun(run, [{ recordNumber }]),
    ),
  )
  await queries.closeCalls(
    tx,
    kept.flatMap(({ run, composed }) => ofRun(run, composed.calls)),
  )
  const records = kept.flatMap(({ run, composed }) =>
    ofRun(
      run,
      composed.records.map(({ number, record }) => ({ number, record: JSON.stringify(record) })),
    ),
  )
  await queries.insertRecords(tx, records, now)
  await queries.updateRuns(
    tx,
    kept.map(({ composed }) => composed.run),
  )
}
