import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { moveChanges } from '../../changelog/service.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockCustomer } from '../../customers/lock.ts'
import { voidDrafts } from '../../invoices/status/void-drafts.ts'
import { type LockedSubscription, lockParties } from '../change/lock-for-change.ts'
import { moveSubscription, updateParties } from '../change/queries.ts'
import { moveOwnPrices } from '../own-prices/queries.ts'
import { lockInvoicesOf } from '../periods/invoiced-queries.ts'
import { movePastTerms } from '../periods/past-schedules.ts'
import { moveSeats } from '../seats/queries.ts'
import type { SubscriptionUpdate } from '../terms/schemas.ts'
import type { Subscription } from '../terms/subscription.ts'
import { hasOwnDiscounts } from './queries.ts'

/** The customer, plan and agent of a subscription. */
export type Parties = { customerId: string; planId: string; agentId: string }

export const partiesOf = ({ customerId, planId, agentId }: Parties): Parties => ({
  customerId,
  planId,
  agentId,
})

/** Returns the requested parties; missing ones stay unchanged. */
export function partiesAsked(subscription: Parties, body: SubscriptionUpdate): Parties {
  const { customerId, planId, agentId } = body
  return {
    customerId: customerId?.toLowerCase() ?? subscription.customerId,
    planId: planId?.toLowerCase() ?? subscription.planId,
    agentId: agentId?.toLowerCase() ?? subscription.agentId,
  }
}

export function haveChanged(before: Parties, after: Parties): boolean {
  const fields = ['customerId', 'planId', 'agentId'] as const
  return fields.some((field) => before[field] !== after[field])
}

/**
 * Changes customer, plan or agent of a locked subscription. Throws `already_invoiced` if an invoice
 * was finalized: its parties are permanent. Drafts are voided and generated again for the new
 * parties. The caller has locked both customers.
 */
export async function changeParties(
  tx: Tx,
  { subscription, customerTimeZone }: LockedSubscription,
  asked: Parties,
  moment: Moment,
): Promise<LockedSubscription> {
  const { organizationId, customerId, planId, id } = subscription
  await voidDraftsOf(tx, subscription, moment)
  const timeZone =
    asked.customerId === customerId
      ? customerTimeZone
      : (await lockCustomer(tx, { organizationId, id: asked.customerId }, 'update')).timezone
  const { isPlanActive } = await lockParties(tx, { organizationId, ...asked })
  if (asked.planId !== planId && !isPlanActive) {
    throw new AppError(
      'inactive',
      `The plan ${asked.planId} is not active and takes no new subscriptions; choose another plan`,
      { param: 'planId' },
    )
  }
  if (asked.customerId !== customerId) await moveToCustomer(tx, subscription, asked, moment)
  await updateParties(tx, { organizationId, customerId: asked.customerId, id }, asked, moment.now)
  return {
    subscription: { ...subscription, ...asked, timeZone: subscription.timezone ?? timeZone },
    customerTimeZone: timeZone,
  }
}

async function voidDraftsOf(tx: Tx, subscription: Subscription, moment: Moment): Promise<void> {
  const { organizationId, customerId, id } = subscription
  const invoices = await lockInvoicesOf(tx, { organizationId, customerId, id })
  const final = invoices.find(({ wasFinalized }) => wasFinalized)
  if (final) {
    throw new AppError(
      'already_invoiced',
      `Invoice ${final.invoiceNumber} bills the current customer, plan and agent, so they cannot change here. ` +
        `Change the plan with POST /v1/subscriptions/${id}/plan-change; for another customer or agent end this subscription with PATCH /v1/subscriptions/${id} ` +
        '{"status": "ended"}, and start the other one with POST /v1/subscriptions',
    )
  }
  const drafts = invoices.filter(({ isDraft }) => isDraft)
  const keys = drafts.map((draft) => ({ organizationId, customerId, id: draft.id }))
  await voidDrafts(tx, keys, moment)
}

/** Inserts a new row: rows are distributed by customer and cannot change it. */
async function moveToCustomer(
  tx: Tx,
  subscription: Subscription,
  { customerId }: Parties,
  { now }: Moment,
): Promise<void> {
  if (await hasOwnDiscounts(tx, subscription)) {
    throw new AppError(
      'inconsistent',
      'A discount applies to this subscription of the current customer: end it with DELETE ' +
        '/v1/discounts/{discountId} first, and apply one for the other customer afterwards',
      { param: 'customerId' },
    )
  }
  await moveSubscription(tx, subscription, customerId, now)
  await moveChanges(tx, subscription, customerId)
  await movePastTerms(tx, subscription, customerId)
  await moveOwnPrices(tx, subscription, customerId)
  await moveSeats(tx, subscription, customerId)
}
