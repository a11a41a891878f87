/**
 * Measures how long after its root span ended a run is an event, and how long after its first calls were
 * kept its hold knows their cost. Runs begin at a fixed rate, whether others are recorded or not; each
 * sends four calls, and a second later its root. The service and its lanes share a process.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dependencies } from '../src/dependencies.ts'
import { createHold } from '../src/features/control/guard/service.ts'
import { runTraceLane } from '../src/features/traces/lane.ts'
import { createExports } from '../src/features/traces/otlp/export.ts'
import { runReportLane } from '../src/features/traces/reporting/lane.ts'
import {
  chat,
  newSpanId,
  newTraceId,
  outcome,
  protobufOf,
  type TestSpan,
  tracesOf,
} from '../test/support/traces.ts'
import { latencyOf } from './latency.ts'

const RUNS_PER_SECOND = 20
const ROOT_AFTER_MS = 1_000
const CALLS = 4
const POLL_MS = 100
/** Until the last run is recorded. */
const ENDING_MS = 30_000
const CUSTOMER = 'acme'

type Given = { organizationId: string; seconds: number }

/** Returns the times in milliseconds; fewer than `runs` events if some took longer than half a minute. */
export async function measureTraceDelays(
  dependencies: Dependencies,
  { organizationId, seconds }: Given,
) {
  await dependencies.usage.directories.customers.provision(organizationId, [CUSTOMER])
  const stopping = new AbortController()
  const { signal } = stopping
  const lanes = [runTraceLane(dependencies, signal), runReportLane(dependencies, signal)]
  const send = senderOf(dependencies, organizationId)
  const kept = new Map<string, number>()
  const reported = watchReports(dependencies, signal)
  const runs: Promise<void>[] = []
  const begun = performance.now()
  for (;;) {
    const elapsed = performance.now() - begun
    if (elapsed > seconds * 1_000) break
    while (runs.length < (elapsed / 1_000) * RUNS_PER_SECOND) runs.push(oneRun(send, kept))
    await sleep(2)
  }
  await Promise.all(runs)
  await sleep(ENDING_MS)
  stopping.abort()
  await Promise.all([...lanes, reported.ended])
  return {
    runs: runs.length,
    'root end to event': latencyOf(await eventDelays(dependencies, organizationId)),
    'calls kept to hold': latencyOf(
      [...kept].flatMap(([runId, at]) => (reported.seen.get(runId) ?? Number.NaN) - at),
    ),
  }
}

type Sender = {
  hold: (runId: string) => Promise<unknown>
  keep: (spans: readonly TestSpan[]) => Promise<unknown>
}

function senderOf(dependencies: Dependencies, organizationId: string): Sender {
  const { clock, guardService } = dependencies
  const exports = createExports(dependencies)
  return {
    hold: (runId) =>
      createHold(
        guardService,
        {
          organizationId,
          body: {
            ...{ customerExternalId: CUSTOMER, agentCode: 'support', signalName: 'ticket' },
            ...{ runId, estimatedCostUsd: '0.40' },
          },
        },
        clock.moment(organizationId),
      ),
    keep: (spans) => {
      const bytes = protobufOf(tracesOf(spans, { at: new Date() }))
      return exports.keepTraces(organizationId, { bytes, encoding: 'protobuf' }, new Date())
    },
  }
}

async function oneRun({ hold, keep }: Sender, kept: Map<string, number>): Promise<void> {
  const traceId = newTraceId()
  const root = newSpanId()
  await hold(traceId)
  await keep(
    Array.from({ length: CALLS }, () => ({
      ...{ traceId, spanId: newSpanId(), parentSpanId: root, attributes: chat() },
    })),
  )
  kept.set(traceId, performance.now())
  await sleep(ROOT_AFTER_MS)
  await keep([{ traceId, spanId: root, name: 'agent', attributes: outcome(), endedAt: Date.now() }])
}

/** Notes when the cost of each run is first in its hold; it is 0, because no model has a price here. */
function watchReports({ pool }: Dependencies, signal: AbortSignal) {
  const seen = new Map<string, number>()
  const look = async () => {
    while (!signal.aborted) {
      const { rows } = await pool.query<{ runId: string }>(
        `select run_id as "runId" from control_holds
         where reported_cost is not null and created_at > now() - interval '1 minute'`,
      )
      for (const { runId } of rows) if (!seen.has(runId)) seen.set(runId, performance.now())
      await sleep(POLL_MS)
    }
  }
  return { seen, ended: look() }
}

/** From the end of the root, which dates the event, to the receipt of its record. */
async function eventDelays({ pool }: Dependencies, organizationId: string): Promise<number[]> {
  const { rows } = await pool.query<{ delay: number }>(
    `select (extract(epoch from created_at - usage_date) * 1000)::float8 as delay
     from usage_events where organization_id = $1`,
    [organizationId],
  )
  return rows.map(({ delay }) => delay)
}
