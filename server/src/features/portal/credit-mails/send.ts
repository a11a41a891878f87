import { ZERO } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import { availableOf, type CreditAlert } from '../../control/alerts/credit/credit-alert.ts'
import { findCreditAlert } from '../../control/alerts/credit/find-alert.ts'
import { topUpUrl } from '../../control/top-up-url.ts'
import { findGrant } from '../../credit-balances/grant.ts'
import { findCustomer } from '../../customers/service.ts'
import type { ConsumerDeps } from '../../delivery/consumer.ts'
import { queueEmail } from '../../emails/queue.ts'
import { accountUrl } from '../../invoices/pay-link/account-url.ts'
import { getSettings } from '../../organizations/settings.ts'
import type { CustomerEvent } from '../../outbox/event.ts'
import { creditMail } from './credit-mail.ts'

export type CreditMailDeps = ConsumerDeps & { config: { portalUrl: string; secret: string } }

/**
 * Emails a customer that its credit is low, used up or about to expire. Sends nothing when the
 * organization has disabled it, to a customer without an email address, or when credit was added, or
 * the expiring credit used, in between.
 */
export async function sendCreditMail(deps: CreditMailDeps, event: CustomerEvent): Promise<void> {
  const { db, config, mailer, now } = deps
  const { organizationId, customerId } = event
  await db.transaction().execute(async (tx) => {
    const settings = await getSettings(tx, organizationId)
    if (!settings.emailOnCredit) return
    const [alert, customer] = await Promise.all([
      findCreditAlert(tx, event),
      findCustomer(tx, { organizationId, id: customerId }),
    ])
    const to = customer?.email ?? customer?.billingContactEmail
    if (!alert || !customer || !to || !(await isTrueStill(tx, alert))) return
    const url = settings.accountLinkInMails
      ? accountUrl(config, { organizationId, customerId })
      : topUpUrl(config)
    const { kind, ...content } = creditMail(settings, alert, { url, timezone: customer.timezone })
    const about = { organizationId, customerId, invoiceId: null, kind, to, cc: [] }
    const mail = { ...about, ...content, id: event.eventId, from: mailer.from, limitPerHour: null }
    await queueEmail(tx, { ...mail, businessAt: event.happenedAt }, now())
  })
}

/** Low credit that is used up is announced as such. */
async function isTrueStill(tx: Tx, alert: CreditAlert): Promise<boolean> {
  const { organizationId, customerId, kind, subjectId: id, endedAt } = alert
  if (kind === 'expiring') {
    const grant = await findGrant(tx, { organizationId, customerId, id })
    return grant?.left.gt(ZERO) ?? false
  }
  return endedAt === null && (kind === 'depleted' || availableOf(alert).gt(ZERO))
}
