import { countedSpans } from '../../../domain/traces/counted-spans.ts'
import type { Reading } from '../../../domain/traces/span.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import type { FindPrices } from '../../usage/costs/cost-record.ts'
import { listRules } from '../rules/read-rules.ts'
import { digitsOf, hexOf } from '../spans/kept-span.ts'
import { serviceOf } from '../spans/service-of.ts'
import { attributeRun, isTextOfName } from './attribute-run.ts'
import * as queries from './queries.ts'
import { createRunFacts, type RunFacts } from './run-facts.ts'
import { createServiceSums, usageRecords } from './run-record.ts'

export type CloseDeps = { db: Db; usage: { findPrices: (organizationId: string) => FindPrices } }

/** Runs of one transaction, so that a run with many spans delays few others. */
export const RUNS_AT_ONCE = 50
const SPANS_AT_ONCE = 5_000
/** Calls of one transaction. */
const CALLS_MAX = 5_000
/** A session has no span that ends it: its outcome waits until no call came for this time. */
const SESSION_QUIET_MS = 15 * 60_000

/**
 * Turns the spans of due runs into usage records, which are kept until they are stored as events.
 * Spans and records are written in one transaction, so that each span is in one record, whatever is
 * interrupted. Returns the number of runs that were looked at.
 */
export function closeDueRuns({ db, usage }: CloseDeps, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const runs = await queries.lockDueRuns(tx, RUNS_AT_ONCE, now)
    const rules = new Map<string, Awaited<ReturnType<typeof listRules>>>()
    for (const run of runs) {
      const { organizationId } = run
      const own = rules.get(organizationId) ?? (await listRules(tx, organizationId))
      rules.set(organizationId, own)
      await closeRun(tx, run, { rules: own, findPrices: usage.findPrices(organizationId), now })
    }
    return runs.length
  })
}

type Closing = { rules: Awaited<ReturnType<typeof listRules>>; findPrices: FindPrices; now: Date }

async function closeRun(tx: Tx, run: queries.DueRun, closing: Closing): Promise<void> {
  const { now } = closing
  const facts = createRunFacts()
  const calls = run.openCallCount > 0 ? await readCalls(tx, run, facts) : []
  const isClosing = run.openSpanCount > 0 && run.closesAt !== null && run.closesAt <= now
  const spans = isClosing ? await readSpans(tx, run, facts, closing.findPrices) : undefined
  const read = facts.read()
  const attributed = attributeRun(run, read, closing.rules)
  const records: { number: number; record: JsonObject }[] = []
  let { recordCount: number, hasOutcome } = run
  const add = (more: readonly JsonObject[]) => {
    for (const record of more) records.push({ number: number++, record })
  }
  const callNumbers = calls.map(({ spanId, reading, endedAt }) => {
    const recordNumber = number
    if (reading.usage) {
      const agent = reading.identity.agent ?? attributed.agent ?? reading.identity.fallback.agent
      add(
        usageRecords({
          runId: run.runId,
          idempotencyKey: callKey(run, spanId, reading),
          agent: isTextOfName(agent) ? agent : null,
          signal: attributed.signal,
          quantity: 0,
          usageDate: endedAt,
          services: [serviceOf(reading.usage)],
        }),
      )
    }
    // A call without usage declares the outcome of its run, which another record has.
    return { spanId, recordNumber: reading.usage ? recordNumber : Math.max(0, recordNumber - 1) }
  })
  const openCallCount = run.openCallCount - calls.length
  const openSpanCount = isClosing ? 0 : run.openSpanCount
  const isOutcomeDue =
    attributed.signal !== null &&
    !hasOutcome &&
    (isClosing ||
      (openSpanCount === 0 &&
        openCallCount === 0 &&
        run.lastReceivedAt.getTime() + SESSION_QUIET_MS <= now.getTime()))
  const services = spans?.services ?? []
  if (isClosing || isOutcomeDue) {
    if (services.length > 0 || isOutcomeDue) {
      add(
        usageRecords({
          runId: run.runId,
          idempotencyKey: spansKey(run, number, records.length > 0),
          agent: attributed.agent,
          signal: attributed.signal,
          quantity: isOutcomeDue ? attributed.quantity : 0,
          usageDate: read.endedAt ?? run.endedAt ?? run.lastReceivedAt,
          services,
        }),
      )
      hasOutcome ||= isOutcomeDue
    } else if (number === 0 && openCallCount === 0) {
      return queries.deleteRun(tx, run)
    }
  }
  if (spans) {
    const recordNumber = Math.max(0, number - 1)
    await queries.closeSpans(tx, run, { recordNumber, uncounted: spans.uncounted })
  }
  await queries.closeCalls(tx, run, callNumbers)
  const texts = records.map(({ record, ...one }) => ({ ...one, record: JSON.stringify(record) }))
  await queries.insertRecords(tx, run, texts, now)
  const isOutcomeAwaited = attributed.signal !== null && !hasOutcome
  const isOpen = openCallCount > 0 || openSpanCount > 0
  await queries.updateRun(tx, run, {
    ...attributed,
    quantity: attributed.signal === null ? null : String(attributed.quantity),
    // Earlier records are at the unassigned customer.
    isAssigning: run.customer === null && attributed.customer !== null && run.recordCount > 0,
    recordCount: number,
    hasOutcome,
    openCallCount,
    openSpanCount,
    openedAt: isOpen ? run.openedAt : null,
    closesAt: openSpanCount > 0 ? run.closesAt : null,
    dueAt: dueAt(run, { openCallCount, openSpanCount, isOutcomeAwaited, now }),
    name: run.name ?? read.name,
    startedAt: earlier(run.startedAt, read.startedAt),
    endedAt: later(run.endedAt, read.endedAt),
    isError: run.isError || read.isError,
  })
}

type Still = { openCallCount: number; openSpanCount: number; isOutcomeAwaited: boolean; now: Date }

function dueAt(run: queries.DueRun, { now, ...still }: Still): Date | null {
  if (still.openCallCount > 0) return now
  if (still.openSpanCount > 0) return run.closesAt
  if (!still.isOutcomeAwaited) return null
  return new Date(run.lastReceivedAt.getTime() + SESSION_QUIET_MS)
}

/** The first record of the spans of a trace has the trace alone as its key. */
function spansKey(
  { traceId, hasOutcome, recordCount }: queries.DueRun,
  number: number,
  hasCalls: boolean,
) {
  const isFirst = recordCount === 0 && !hasOutcome && !hasCalls
  const key = `otel:${digitsOf(traceId)}`
  return isFirst ? key : `${key}:${number}`
}

function callKey({ traceId }: queries.DueRun, spanId: string, { identity }: Reading): string {
  return identity.key ?? `otel:${digitsOf(traceId)}:${hexOf(spanId)}`
}

type ReadCall = { spanId: string; endedAt: Date; reading: Reading }

async function readCalls(tx: Tx, run: queries.DueRun, facts: RunFacts): Promise<ReadCall[]> {
  const calls = await queries.listOpenSpans(tx, run, {
    isCall: true,
    after: undefined,
    limit: CALLS_MAX,
  })
  return calls.map((call) => {
    const reading: Reading = JSON.parse(call.reading)
    facts.add(call, reading)
    return { spanId: call.spanId, endedAt: call.endedAt, reading }
  })
}

type ReadSpans = { services: JsonObject[]; uncounted: string[] }

async function readSpans(
  tx: Tx,
  run: queries.DueRun,
  facts: RunFacts,
  findPrices: FindPrices,
): Promise<ReadSpans> {
  const links = await queries.listLinks(tx, run)
  const counted = countedSpans(links)
  const uncounted = links
    .filter(({ spanId, isCounted, isRecorded }) => isCounted && !isRecorded && !counted.has(spanId))
    .map(({ spanId }) => spanId)
  const sums = createServiceSums(findPrices)
  let after: string | undefined
  for (let isEnd = false; !isEnd; ) {
    const page = await queries.listOpenSpans(tx, run, {
      isCall: false,
      after,
      limit: SPANS_AT_ONCE,
    })
    for (const span of page) {
      const reading: Reading = JSON.parse(span.reading)
      facts.add(span, reading)
      if (reading.usage && counted.has(span.spanId)) sums.add(reading.usage)
    }
    after = page.at(-1)?.spanId
    isEnd = page.length < SPANS_AT_ONCE
  }
  return { services: sums.services(), uncounted }
}

function earlier(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a < b ? a : b) : (a ?? b)
}

function later(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b)
}
