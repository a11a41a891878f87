import { availableOf, type CreditAlert } from '../../control/alerts/credit/credit-alert.ts'
import { formatDate, formatMoney } from '../../delivery/documents/format.ts'
import type { MailContent } from '../../delivery/documents/mail/mail.ts'
import type { EmailKind } from '../../emails/email.ts'
import { companyMail, type MailCompany } from '../mails/company-mail.ts'

type Of = {
  /** Where the customer sees and buys credit, or asks for a link to its account. */
  url: string
  /** Of the customer, in which dates are. */
  timezone: string
}

/** Builds the email to a customer about its credit. */
export function creditMail(
  company: MailCompany,
  alert: CreditAlert,
  { url, timezone }: Of,
): MailContent & { kind: EmailKind } {
  const link = { url, label: 'View your credit' }
  const { currency, threshold, expiresAt } = alert
  const { name } = company
  const available = formatMoney(availableOf(alert), currency)
  switch (alert.kind) {
    case 'expiring': {
      const left = formatMoney(threshold, currency)
      const date = expiresAt === null ? '' : formatDate(expiresAt, timezone)
      const mail = companyMail(company, {
        subject: `${left} of your credit with ${name} expires on ${date}`,
        title: 'Your credit is about to expire',
        lead: `Credit that you have not used by ${date} expires.`,
        figure: { amount: left, about: `Expires on ${date}` },
        link,
        after: 'Usage until then still draws from it, also usage that is not invoiced yet.',
      })
      return { kind: 'credit_expiring', ...mail }
    }
    case 'depleted': {
      const mail = companyMail(company, {
        subject: `Your credit with ${name} is used up`,
        title: 'Your credit is used up',
        lead: `Your prepaid credit with ${name} does not cover further usage.`,
        figure: { amount: available, about: 'Available' },
        link,
        after: AFTER,
      })
      return { kind: 'credit_depleted', ...mail }
    }
    default: {
      const mail = companyMail(company, {
        subject: `Your credit with ${name} is low`,
        title: 'Your credit is low',
        lead: `Less than ${formatMoney(threshold, currency)} of your prepaid credit with ${name} is left.`,
        figure: { amount: available, about: 'Available' },
        link,
        after: AFTER,
      })
      return { kind: 'credit_low', ...mail }
    }
  }
}

const AFTER = 'Usage that is not invoiced yet is deducted already.'
