import type { Attempt, Delivery, LastAttempt } from './delivery.ts'
import type { Delivery as DeliveryBody, DeliveryDetail } from './schemas.ts'

type Outcome = Pick<LastAttempt, 'result' | 'status' | 'durationMs'>

export function toBody(
  { organizationId: _, includesCosts: __, ...delivery }: Delivery,
  lastAttempt: Outcome | undefined,
): DeliveryBody {
  return {
    ...delivery,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    lastAttemptAt: delivery.lastAttemptAt?.toISOString() ?? null,
    lastAttempt: lastAttempt ? outcomeOf(lastAttempt) : null,
    createdAt: delivery.createdAt.toISOString(),
  }
}

const outcomeOf = ({ result, status, durationMs }: Outcome) => ({ result, status, durationMs })

export function toDetail(
  delivery: Delivery,
  { request, attempts }: { request: DeliveryDetail['request']; attempts: readonly Attempt[] },
): DeliveryDetail {
  return {
    ...toBody(delivery, attempts[0]),
    request,
    attemptList: attempts.map(({ attemptedAt, ...attempt }) => ({
      ...attempt,
      attemptedAt: attemptedAt.toISOString(),
    })),
  }
}
