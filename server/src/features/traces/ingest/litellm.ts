import { readLitellmCall } from '../../../domain/traces/litellm.ts'
import type { Db } from '../../../platform/database.ts'
import { keepSpans } from '../spans/keep-spans.ts'
import { type KeptSpan, keptCall } from '../spans/kept-span.ts'

export type LitellmOutcome = {
  accepted: number
  ignored: number
  rejected: { index: number; error: string }[]
}

/** Keeps the calls that LiteLLM reports, each once; a worker records them within seconds. */
export async function keepLitellmCalls(
  db: Db,
  { organizationId, payloads }: { organizationId: string; payloads: readonly unknown[] },
  now: Date,
): Promise<LitellmOutcome> {
  const spans: KeptSpan[] = []
  const outcome: LitellmOutcome = { accepted: 0, ignored: 0, rejected: [] }
  for (const [index, payload] of payloads.entries()) {
    const result = readLitellmCall(payload)
    if (result.kind === 'call') spans.push(keptCall(result.call, now))
    else if (result.kind === 'free') outcome.ignored += 1
    else outcome.rejected.push({ index, error: result.reason })
  }
  // Calls are recorded within seconds, so that they are not reported to holds before.
  const kept = { organizationId, hasHolds: false, spans }
  const { rejectedCount, reasons } = await keepSpans(db, kept, now)
  outcome.accepted = spans.length - rejectedCount
  // Which calls their runs did not take is not said: a gateway does not send them again anyway.
  for (const error of reasons) outcome.rejected.push({ index: 0, error })
  return outcome
}
