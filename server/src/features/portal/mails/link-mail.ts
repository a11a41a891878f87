import type { MailContent } from '../../delivery/documents/mail/mail.ts'
import { companyMail, type MailCompany } from './company-mail.ts'

/** What a customer gets who has asked for a way into the portal. */
export function linkMail(company: MailCompany, url: string): MailContent {
  const { name } = company
  return companyMail(company, {
    subject: `Your link to your account with ${name}`,
    title: 'Open your account',
    lead: `With this link you see your invoices and usage at ${name}, pay, and change your details.`,
    link: { url, label: 'Open your account' },
    after:
      'The link works once, for one hour. If you did not ask for it, you need not do anything: ' +
      'nobody gets in without it.',
  })
}
