import { AppError } from '../../../platform/errors.ts'
import type { Subscription } from '../terms/subscription.ts'

const TAKE_BACK = (id: string) =>
  `take it back first with DELETE /v1/subscriptions/${id}/plan-change`

/** Throws `conflict` for a subscription that a change of plan ends: its successor begins where it ends. */
export function refuseReplaced({ id, succession }: Subscription): void {
  if (succession?.replacedById == null) return
  throw new AppError(
    'conflict',
    `A change of plan ends this subscription, which ${succession.replacedById} follows; change that one, or ` +
      `while it is upcoming ${TAKE_BACK(id)}`,
  )
}

/** Throws `conflict` for a subscription before or after a change of plan: both are one deal. */
export function refuseRemoval(subscription: Subscription): void {
  refuseReplaced(subscription)
  const { succession } = subscription
  if (succession?.replacesId == null) return
  throw new AppError(
    'conflict',
    'The subscription follows another one by a change of plan and cannot be deleted: end it, or while it is ' +
      `upcoming ${TAKE_BACK(succession.replacesId)}`,
  )
}

type Parties = { customerId: string; planId: string; agentId: string }

/** Throws for other parties that a subscription of a changed deal cannot have. */
export function refuseOtherParties(subscription: Subscription, asked: Parties): void {
  refuseReplaced(subscription)
  if (subscription.succession === null || asked.customerId === subscription.customerId) return
  throw new AppError(
    'inconsistent',
    'The subscription follows another one of its customer by a change of plan, so its customer cannot change',
    { param: 'customerId' },
  )
}

const TERMS_OF_PERIODS = [
  ...(['startDate', 'endDate', 'isForever', 'timezone'] as const),
  ...(['billingCycle', 'customCycleDays', 'billingDay', 'keepAdvance'] as const),
]

type Terms = Pick<Subscription, (typeof TERMS_OF_PERIODS)[number] | 'endAt'>

/**
 * Throws for other dates or cycles of a subscription that is replaced, and for another start or time zone of its
 * successor: the one begins where the other ends.
 */
export function refuseOtherTerms(subscription: Subscription, asked: Terms): void {
  const { succession } = subscription
  if (succession === null) return
  const changed = TERMS_OF_PERIODS.filter((field) => asked[field] !== subscription[field])
  if (asked.endAt?.getTime() !== subscription.endAt?.getTime()) changed.push('endDate')
  if (changed.length > 0) refuseReplaced(subscription)
  const fixed = changed.find((field) => field === 'startDate' || field === 'timezone')
  if (fixed === undefined) return
  throw new AppError(
    'inconsistent',
    `The subscription follows another one by a change of plan, so its ${fixed} cannot change`,
    { param: fixed },
  )
}
