import { dateAt, instantOf } from '../../../domain/time/dates.ts'
import { intersect } from '../../../domain/time/range.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { type Command, findKey } from '../../subscriptions/change/lock-for-change.ts'
import {
  type ChangedSeats,
  changeSeatsIn,
  type SeatsCommand,
} from '../../subscriptions/change-seats.ts'
import { listSeatsOf } from '../../subscriptions/list-seats.ts'
import type { SeatsCreate, SubscriptionSeats } from '../../subscriptions/terms/seats-fields.ts'
import { readBillingContext } from '../context/billing-context.ts'
import { makeDraft } from '../drafts/draft.ts'
import { listDraftsInAdvance, listExistingInvoices } from '../drafts/overlap-queries.ts'
import { recomputeDraft } from '../drafts/recompute-drafts.ts'
import { lifetimeOf } from '../window.ts'

/** The request to change the seats of a subscription. */
export type SeatsRequest = Command & { body: SeatsCreate }

/** Changes the number of seats from a day on, and recomputes the drafts that bill such days, also in advance. */
export async function changeSeats(
  db: Db,
  { key, ...request }: SeatsRequest,
  moment: Moment,
): Promise<SubscriptionSeats> {
  const known = await findKey(db, key)
  return db.transaction().execute(async (tx) => {
    const changed = await changeWithDrafts(tx, { key: known, ...request }, moment)
    const all = await listSeatsOf(tx, changed.subscription, moment.businessNow)
    return shownFrom(all, changed.from)
  })
}

/** Like `changeSeats`, in the caller's transaction. */
export async function changeWithDrafts(
  tx: Tx,
  command: SeatsCommand,
  moment: Moment,
): Promise<ChangedSeats> {
  const changed = await changeSeatsIn(tx, command, moment)
  await recomputeDraftsOf(tx, changed, moment)
  return changed
}

/** Returns the entry of a list that begins on a day. */
export function shownFrom(all: readonly SubscriptionSeats[], day: string): SubscriptionSeats {
  const own = all.find(({ from }) => from === day)
  if (!own) throw new Error(`the seats from ${day} are not listed`)
  return own
}

/** The lock on the subscription keeps the drafts from being finalized. */
async function recomputeDraftsOf(
  tx: Tx,
  { subscription, time }: ChangedSeats,
  moment: Moment,
): Promise<void> {
  const { organizationId, customerId, id: subscriptionId } = subscription
  const key = { organizationId, customerId, subscriptionId }
  const range = { start: dateAt(time.start), end: dateAt(time.end) }
  const invoices = await listExistingInvoices(tx, key, range)
  const drafts = invoices.filter(({ status }) => status === 'draft')
  const own = new Set(drafts.map(({ id }) => id))
  const inAdvance = (await listDraftsInAdvance(tx, key, range)).filter((id) => !own.has(id))
  if (drafts.length + inAdvance.length === 0) return
  const billing = await readBillingContext(tx, key)
  for (const { periodStart, periodEnd } of drafts) {
    const period = { start: instantOf(periodStart), end: instantOf(periodEnd) }
    const window = intersect(period, lifetimeOf(billing))
    if (window) await makeDraft(tx, billing, window, moment)
  }
  for (const id of inAdvance) {
    const draft = await lockInvoice(tx, { organizationId, customerId, id })
    if (draft?.status !== 'draft') continue
    await recomputeDraft(tx, billing, { draft, outdatedIds: [] }, moment)
  }
}
