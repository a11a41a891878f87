import type { Attempt, Delivery } from './delivery.ts'
import type { Delivery as DeliveryBody, DeliveryDetail } from './schemas.ts'

export function toBody({
  organizationId: _,
  includesCosts: __,
  ...delivery
}: Delivery): DeliveryBody {
  return {
    ...delivery,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    lastAttemptAt: delivery.lastAttemptAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  }
}

export function toDetail(
  delivery: Delivery,
  { request, attempts }: { request: DeliveryDetail['request']; attempts: readonly Attempt[] },
): DeliveryDetail {
  return {
    ...toBody(delivery),
    request,
    attemptList: attempts.map(({ attemptedAt, ...attempt }) => ({
      ...attempt,
      attemptedAt: attemptedAt.toISOString(),
    })),
  }
}
