import { sql } from 'kysely'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import { EARLIEST_DATE, LATEST_DATE } from '../../../platform/dates/sent-date.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { withExternalIds } from '../../customers/external-ids.ts'
import { keptByPlace } from '../../earnings/read/kept-rows.ts'
import { findUnbilledSubscriptions } from '../../subscriptions/unbilled/unbilled-time.ts'
import { figure } from '../../usage-figures/figures.ts'
import { sumUsage } from '../../usage-figures/sums.ts'
import { dateText, parseWindow } from '../../usage-figures/window.ts'
import { sumUnpriced, UNPRICED_FIGURES } from '../unpriced.ts'
import { countWithoutTokens } from '../without-tokens-queries.ts'
import * as queries from './queries.ts'
import type { Attention } from './schemas.ts'

const DAY_MS = 24 * 60 * 60_000
const MAIL_DAYS = 30
const SUBSCRIPTIONS_NAMED = 20
const TOKEN_DAYS = 30

const EVERYTHING = {
  customerId: undefined,
  agentId: undefined,
  signalId: undefined,
  dates: { startDate: dateText(EARLIEST_DATE), endDate: dateText(LATEST_DATE) },
}

/**
 * Records without tokens cannot be corrected. They are reported only while the cause may still be
 * fixed.
 */
function lastDays(businessNow: Date) {
  const startDate = dateText(businessNow.getTime() - TOKEN_DAYS * DAY_MS)
  return { startDate, endDate: EVERYTHING.dates.endDate }
}

/**
 * Sums the unpriced work of the last 30 days as it is kept; a list of problems does not wait for a
 * refresh. Voided events have neither units nor cost: there is nothing left to price.
 */
function unpricedWork(db: Db, organizationId: string, businessNow: Date) {
  const { start, end } = parseWindow({}, businessNow)
  const filter = { organizationId, customerId: undefined, agentId: undefined }
  return atOneMoment(db, async (tx) => {
    const times = { window: { start, end }, horizon: end }
    const kept = await keptByPlace(tx, filter, { ...times, figures: UNPRICED_FIGURES })
    return sumUnpriced(tx, sql`(select * from ${kept} every where quantity <> 0 or cost <> 0)`)
  })
}

/** Returns what needs the operator's attention, as of now. */
export async function attentionOf(
  db: Db,
  organizationId: string,
  { now, businessNow }: Moment,
): Promise<Attention> {
  const tomorrow = new Date(businessNow.getTime() + DAY_MS)
  // Mails are dated by the real clock, not by the business clock.
  const since = new Date(now.getTime() - MAIL_DAYS * DAY_MS)
  const unbilledAsked = { organizationId, businessNow, limit: SUBSCRIPTIONS_NAMED }
  const [
    work,
    withoutTokens,
    unpriced,
    overdue,
    failedCharges,
    failedMails,
    disabledWebhooks,
    drafts,
    unbilled,
  ] = await Promise.all([
    sumUsage(db, { ...EVERYTHING, organizationId }),
    countWithoutTokens(db, { ...EVERYTHING, organizationId, dates: lastDays(businessNow) }),
    unpricedWork(db, organizationId, businessNow),
    queries.sumOverdue(db, organizationId),
    queries.countFailedCharges(db, organizationId),
    queries.countFailedMails(db, organizationId, since),
    queries.countDisabledWebhooks(db, organizationId),
    queries.countDraftsGoingOut(db, organizationId, tomorrow),
    findUnbilledSubscriptions(db, unbilledAsked),
  ])
  const subscriptions = await withExternalIds(db, organizationId, unbilled.subscriptions)
  return {
    uncostedEvents: Number(work.uncostedEvents),
    eventsWithoutTokens: withoutTokens,
    unpriced,
    overdue: overdue.map(({ currency, count, amount }) => {
      return { currency, count: Number(count), amount: figure(amount) }
    }),
    failedCharges,
    failedMails,
    disabledWebhooks,
    draftsGoingOut: Number(drafts.count),
    firstDraftAt: drafts.firstAt?.toISOString() ?? null,
    unbilledSubscriptions: unbilled.total,
    unbilledTime: subscriptions.flatMap(({ id, name, unbilledTime, ...customer }) =>
      unbilledTime.map((time) => {
        return { ...time, subscriptionId: id, subscriptionName: name, ...customer }
      }),
    ),
  }
}
