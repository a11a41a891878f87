import type { AttributionRule } from '../../../domain/traces/attribution.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { FindPrices } from '../../usage/costs/cost-record.ts'
import { listRules } from '../rules/read-rules.ts'
import { type ComposedRun, composeRun } from './compose-run.ts'
import * as queries from './queries.ts'
import { readRuns } from './read-runs.ts'

export type CloseDeps = { db: Db; usage: { findPrices: (organizationId: string) => FindPrices } }

/** Runs of one transaction. */
export const RUNS_AT_ONCE = 200
/** Spans of one transaction, unless a single run has more. */
const SPANS_MAX = 50_000

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
    const closing = runs.map((run) => ({ ...run, isClosing: isClosing(run, now) }))
    const readings = await readRuns(tx, closing, usage.findPrices)
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
    now,
  )
}
