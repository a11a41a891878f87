import { type AttributionRule, suggestedAgent } from '../../../domain/traces/attribution.ts'
import type { Reading } from '../../../domain/traces/span.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import { digitsOf, hexOf } from '../spans/kept-span.ts'
import { serviceOf } from '../spans/service-of.ts'
import { attributeRun, isTextOfName } from './attribute-run.ts'
import type { ClosedRun, DueRun } from './queries.ts'
import type { Facts } from './run-facts.ts'
import { usageRecords } from './run-record.ts'

/** A session has no span that ends it: its outcome waits until no call came for this time. */
const SESSION_QUIET_MS = 15 * 60_000

export type OpenCall = { spanId: string; endedAt: Date; reading: Reading }

/** What was read of a due run. */
export type ReadRun = {
  facts: Facts
  calls: readonly OpenCall[]
  /** The services of its open spans; undefined while it waits for further spans. */
  services: readonly JsonObject[] | undefined
}

export type ComposedRun = {
  records: { number: number; record: JsonObject }[]
  /** The record of each call. */
  calls: { spanId: string; recordNumber: number }[]
  /** The record of its open spans; undefined while they wait. */
  spansNumber: number | undefined
  run: ClosedRun
}

/**
 * Composes the usage records of a run and its next state. Undefined: the run has nothing to record, and
 * is not kept. Each call is a record of quantity 0; the spans together are another one, with the
 * outcome.
 */
export function composeRun(
  run: DueRun,
  { facts, calls, services }: ReadRun,
  { rules, now }: { rules: readonly AttributionRule[]; now: Date },
): ComposedRun | undefined {
  const attributed = attributeRun(run, facts, rules)
  const { signal } = attributed
  const records: ComposedRun['records'] = []
  let number = run.recordCount
  const add = (more: readonly JsonObject[]) => {
    for (const record of more) records.push({ number: number++, record })
  }
  const callNumbers = calls.map(({ spanId, reading, endedAt }) => {
    const recordNumber = number
    // A call without usage declares the outcome of its run, which another record has.
    if (!reading.usage) return { spanId, recordNumber: Math.max(0, number - 1) }
    const agent = reading.identity.agent ?? attributed.agent ?? suggestedAgent(reading.identity)
    add(
      usageRecords({
        runId: run.runId,
        idempotencyKey: reading.identity.key ?? `${keyOf(run)}:${hexOf(spanId)}`,
        agent: isTextOfName(agent) ? agent : null,
        signal,
        quantity: 0,
        usageDate: endedAt,
        services: [serviceOf(reading.usage)],
      }),
    )
    return { spanId, recordNumber }
  })
  const openCallCount = run.openCallCount - calls.length
  const openSpanCount = services ? 0 : run.openSpanCount
  const isQuiet = run.lastReceivedAt.getTime() + SESSION_QUIET_MS <= now.getTime()
  const isSessionOver = openCallCount === 0 && openSpanCount === 0 && isQuiet
  const isOutcomeDue =
    signal !== null && !run.hasOutcome && (services !== undefined || isSessionOver)
  if (isOutcomeDue || (services && services.length > 0)) {
    const isFirst = number === 0
    add(
      usageRecords({
        runId: run.runId,
        idempotencyKey: isFirst ? keyOf(run) : `${keyOf(run)}:${number}`,
        agent: attributed.agent,
        signal,
        quantity: isOutcomeDue ? attributed.quantity : 0,
        usageDate: facts.endedAt ?? run.endedAt ?? run.lastReceivedAt,
        services: services ?? [],
        ...(isOutcomeDue && { evidence: evidenceIn(facts) }),
      }),
    )
  }
  if (number === 0 && openCallCount === 0 && openSpanCount === 0) return undefined
  const hasOutcome = run.hasOutcome || isOutcomeDue
  const isOpen = openCallCount > 0 || openSpanCount > 0
  const counts = { openCallCount, openSpanCount, isOutcomeAwaited: signal !== null && !hasOutcome }
  return {
    records,
    calls: callNumbers,
    spansNumber: services ? Math.max(0, number - 1) : undefined,
    run: {
      organizationId: run.organizationId,
      traceId: run.traceId,
      ...attributed,
      quantity: signal === null ? null : String(attributed.quantity),
      // Earlier records are at the unassigned customer.
      isAssigning: run.customer === null && attributed.customer !== null && run.recordCount > 0,
      recordCount: number,
      hasOutcome,
      openCallCount,
      openSpanCount,
      openedAt: isOpen ? run.openedAt : null,
      closesAt: openSpanCount > 0 ? run.closesAt : null,
      dueAt: dueAt(run, counts, now),
      name: run.name ?? facts.name,
      startedAt: earlier(run.startedAt, facts.startedAt),
      endedAt: later(run.endedAt, facts.endedAt),
      isError: run.isError || facts.isError,
    },
  }
}

function evidenceIn({ identity: { evidenceUrl, evidence } }: Facts) {
  return {
    ...(evidenceUrl !== undefined && { evidenceUrl }),
    ...(evidence !== undefined && { evidence }),
  }
}

/** The idempotency key of the first record of a run; others add to it. */
const keyOf = ({ traceId }: DueRun) => `otel:${digitsOf(traceId)}`

type Still = { openCallCount: number; openSpanCount: number; isOutcomeAwaited: boolean }

function dueAt(run: DueRun, still: Still, now: Date): Date | null {
  if (still.openCallCount > 0) return now
  if (still.openSpanCount > 0) return run.closesAt
  if (!still.isOutcomeAwaited) return null
  return new Date(run.lastReceivedAt.getTime() + SESSION_QUIET_MS)
}

function earlier(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a < b ? a : b) : (a ?? b)
}

function later(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b)
}
