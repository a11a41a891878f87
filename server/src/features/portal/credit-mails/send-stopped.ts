import { topUpUrl } from '../../control/top-up-url.ts'
import { findCustomer } from '../../customers/service.ts'
import { formatMoney } from '../../delivery/documents/format.ts'
import { queueEmail } from '../../emails/queue.ts'
import { accountUrl } from '../../invoices/pay-link/account-url.ts'
import { getSettings } from '../../organizations/settings.ts'
import type { CustomerEvent } from '../../outbox/event.ts'
import { findAutoTopUp } from '../../payments/auto-top-ups/agreements.ts'
import { companyMail } from '../mails/company-mail.ts'
import type { CreditMailDeps } from './send.ts'

/**
 * Emails a customer that its automatic top-ups were switched off after failures. Sends nothing when the
 * organization has disabled emails about credit, or to a customer without an email address.
 */
export async function sendStoppedMail(deps: CreditMailDeps, event: CustomerEvent): Promise<void> {
  const { db, config, mailer, now } = deps
  const { organizationId, customerId, id } = event
  await db.transaction().execute(async (tx) => {
    const settings = await getSettings(tx, organizationId)
    if (!settings.emailOnCredit) return
    const [autoTopUp, customer] = await Promise.all([
      findAutoTopUp(tx, { organizationId, customerId, id }),
      findCustomer(tx, { organizationId, id: customerId }),
    ])
    const to = customer?.email ?? customer?.billingContactEmail
    if (autoTopUp?.stopReason !== 'failures' || !to) return
    const url = settings.accountLinkInMails
      ? accountUrl(config, { organizationId, customerId })
      : topUpUrl(config)
    const content = companyMail(settings, {
      subject: `Automatic top-ups of your credit with ${settings.name} are switched off`,
      title: 'Automatic top-ups are switched off',
      lead: `Your saved payment method could not be charged for your credit with ${settings.name}, three times in a row.`,
      figure: {
        amount: formatMoney(autoTopUp.amount, autoTopUp.currency),
        about: 'Amount of each top-up',
      },
      link: { url, label: 'View your credit' },
      after:
        'Nothing is charged automatically until you set them again, for example with another card.',
    })
    const about = { organizationId, customerId, invoiceId: null, to, cc: [], limitPerHour: null }
    const mail = { ...about, ...content, id: event.eventId, from: mailer.from }
    const kind = 'auto_top_up_stopped' as const
    await queueEmail(tx, { ...mail, kind, businessAt: event.happenedAt }, now())
  })
}
