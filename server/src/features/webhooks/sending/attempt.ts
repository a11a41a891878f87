import { isSuccess, nextAttempt } from '../../../domain/webhooks/next-attempt.ts'
import { newId } from '../../../platform/id.ts'
import type { Sealer } from '../../../platform/program/seal.ts'
import { toBody } from '../announcements/announcement.ts'
import { openSecrets } from '../endpoints/secrets.ts'
import type { DueDelivery, Target } from './queries.ts'
import type { Recorded } from './recorder.ts'
import type { Answer, Requester } from './request.ts'
import { signedHeaders } from './sign.ts'

export type AttemptDeps = {
  requester: Requester
  sealer: Sealer
  now: () => Date
  /** From 0 to 1, for the jitter of retries. */
  random: () => number
}

/** Sends a delivery once, and determines what follows from the answer. */
export async function attemptDelivery(
  deps: AttemptDeps,
  target: Target,
  delivery: DueDelivery,
): Promise<Recorded> {
  const { now, random } = deps
  const attemptedAt = now()
  const startedAt = performance.now()
  const { retryAfter, ...answer } = await send(deps, { target, delivery, at: attemptedAt })
  const { status } = answer
  const attempts = delivery.attempts + 1
  const step = nextAttempt({ attempts, status, retryAfter }, now(), random())
  const answered = isSuccess(status) ? 'succeeded' : 'rejected'
  return {
    ...answer,
    id: newId(),
    announcementId: delivery.id,
    endpointId: target.id,
    organizationId: target.organizationId,
    result: answer.result === 'answered' ? answered : answer.result,
    durationMs: Math.round(performance.now() - startedAt),
    attemptedAt,
    attempts,
    deliveryStatus: STATUS[step.kind],
    nextAttemptAt: step.kind === 'retry' ? step.at : null,
    isGone: step.kind === 'gone',
  }
}

const STATUS = {
  succeeded: 'succeeded',
  retry: 'pending',
  gone: 'failed',
  failed: 'failed',
} as const

type Sending = { target: Target; delivery: DueDelivery; at: Date }

async function send(
  { requester, sealer }: AttemptDeps,
  { target, delivery, at }: Sending,
): Promise<Answer> {
  const body = JSON.stringify(toBody(delivery, target.includesCosts))
  let secrets: string[]
  try {
    secrets = openSecrets(sealer, target, at)
  } catch {
    const error = 'The secret of the endpoint cannot be read: was PIECEWORK_SECRET replaced?'
    return { result: 'refused', status: null, retryAfter: null, response: null, error }
  }
  const headers = signedHeaders({ id: delivery.id, secrets, at, body })
  return requester.post({ url: target.url, headers, body })
}
