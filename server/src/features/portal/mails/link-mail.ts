import type { MailContent } from '../../delivery/documents/mail/mail.ts'
import { companyMail, type MailCompany } from './company-mail.ts'

/** Builds the email with a portal link that a customer requested. */
export function linkMail(company: MailCompany, url: string): MailContent {
  const { name } = company
  return companyMail(company, {
    subject: `Your link to your account with ${name}`,
    title: 'Open your account',
    lead: `Use this link to see your invoices and usage at ${name}, to pay, and to change your details.`,
    link: { url, label: 'Open your account' },
    after:
      'The link works once and expires in one hour. If you did not request it, you can ignore ' +
      'this email: your account cannot be opened without the link.',
  })
}
