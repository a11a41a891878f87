import type { MailContent } from '../../delivery/documents/mail/mail.ts'
import { companyMail, type MailCompany } from './company-mail.ts'

/**
 * Builds the email to an address that a customer has replaced. It contains no link, because the
 * recipient may no longer be authorized.
 */
export function addressMail(company: MailCompany, customerName: string): MailContent {
  const { name, email } = company
  return companyMail(company, {
    subject: `Your email address at ${name} was changed`,
    title: 'Your email address was changed',
    lead:
      `In the account of ${customerName} with ${name}, this email address was replaced or removed. ` +
      'Emails will no longer be sent to this address.',
    after: `If you did not expect this change, contact ${email === null ? name : `${name} at ${email}`}.`,
  })
}
