import { isSuccess, nextAttempt } from '../../../domain/webhooks/next-attempt.ts'
import { newId } from '../../../platform/id.ts'
import type { Sealer } from '../../../platform/program/seal.ts'
import { bodyText } from '../announcements/announcement.ts'
import { openSecrets } from '../endpoints/secrets.ts'
import type { DueDelivery, Target } from './queries.ts'
import type { Recorded } from './recorder.ts'
import type { Answer, Requester } from './request.ts'
import { createSigner, type Signer } from './sign.ts'

export type AttemptDeps = {
  requester: Requester
  now: () => Date
  /** From 0 to 1, for the jitter of retries. */
  random: () => number
}

/** Sends a delivery once, and determines what follows from the answer. */
export async function attemptDelivery(
  deps: AttemptDeps,
  target: OpenTarget,
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
    url: target.url,
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

/** `sign` is undefined if the secret cannot be read. */
export type OpenTarget = Target & { sign: Signer | undefined }

type Sending = { target: OpenTarget; delivery: DueDelivery; at: Date }

async function send(
  { requester }: AttemptDeps,
  { target, delivery, at }: Sending,
): Promise<Answer> {
  if (!target.sign) {
    const error = 'The secret of the endpoint cannot be read: was PIECEWORK_SECRET replaced?'
    return { result: 'refused', status: null, retryAfter: null, response: null, error }
  }
  const body = bodyText(delivery, delivery.includesCosts)
  const headers = target.sign({ id: delivery.id, at, body })
  return requester.post({ url: target.url, headers, body })
}

/** Opens the secrets of a target. */
export function openTarget(sealer: Sealer, target: Target, now: Date): OpenTarget {
  try {
    return { ...target, sign: createSigner(openSecrets(sealer, target, now)) }
  } catch {
    return { ...target, sign: undefined }
  }
}
