import { dateAt } from '../../../domain/time/dates.ts'
import { periodsAround } from '../../../domain/time/periods-around.ts'
import type { BilledPeriod } from '../../../domain/time/schedule.ts'
import { rolledBack } from '../../../platform/database/rolled-back.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { getCustomer } from '../../customers/service.ts'
import { type CreateCommand, createSubscriptionIn } from '../../subscriptions/create.ts'
import { periodBody } from '../../subscriptions/periods/period-body.ts'
import { type BillingContext, readBillingContext } from '../context/billing-context.ts'
import { termsOf } from '../drafts/draft.ts'
import { refuseUnshowable } from '../drafts/showable.ts'
import { loadInvoiceFacts } from '../facts/facts.ts'
import { billsAnything, computeInvoice } from '../lines/compute.ts'
import { previewBody } from '../preview-body.ts'
import type { SubscriptionPreview } from './schemas.ts'

const PERIODS_SHOWN = 3

/**
 * Previews a subscription and its first invoice. Both are created by the real code path and then
 * rolled back, so errors and amounts equal those of a real creation.
 */
export async function previewSubscription(
  db: Db,
  command: CreateCommand,
  moment: Moment,
): Promise<SubscriptionPreview> {
  const { businessNow } = moment
  return rolledBack(db, async (tx) => {
    const { id, customerId, status } = await createSubscriptionIn(tx, command, moment)
    const { organizationId } = command
    const billing = await readBillingContext(tx, { organizationId, customerId, subscriptionId: id })
    const { subscription } = billing
    // A start in the past shows the first periods from then.
    const at = subscription.startsAt
    const counts = { at, before: 0, after: PERIODS_SHOWN - 1 }
    const periods = periodsAround(subscription, [], counts)
    const [first] = periods
    if (first === undefined) throw nothingToBill()
    return {
      status,
      timezone: subscription.timeZone,
      periods: periods.map((period) => periodBody(period, subscription.timeZone, businessNow)),
      invoice: await firstInvoice(tx, billing, first, moment),
    }
  })
}

async function firstInvoice(
  tx: Tx,
  billing: BillingContext,
  { start, end }: BilledPeriod,
  moment: Moment,
): Promise<SubscriptionPreview['invoice']> {
  const { organizationId, customerId } = billing.subscription
  const customer = await getCustomer(tx, { organizationId, id: customerId })
  const laterOf = (time: Temporal.Instant) =>
    new Date(Math.max(dateAt(time).getTime(), moment.businessNow.getTime()))
  const compute = async (at: Date, isAdvanceOnly: boolean) => {
    const about = { window: { start, end }, invoiceId: null, at, isAdvanceOnly, isStored: false }
    return { at, invoice: computeInvoice(await loadInvoiceFacts(tx, billing, about)) }
  }
  // Fees in advance have an invoice at the start. Another one is computed as of the end of its
  // period, or now if that is later.
  const starting = await compute(laterOf(start), true)
  const first = billsAnything(starting.invoice) ? starting : await compute(laterOf(end), false)
  const { at: madeAt, invoice: computed } = first
  refuseUnshowable(computed)
  const terms = termsOf(billing, { ...moment, businessNow: madeAt })
  const about = { customer, billing, terms, lineId: newId }
  const { subscriptionId: _unsaved, ...invoice } = previewBody(computed, about)
  return invoice
}

const nothingToBill = () =>
  new AppError('inconsistent', 'The subscription ends before it starts; it has no billing period')
