import { oneLine } from '../../platform/mail/mail-address.ts'
import type { PrivateMail } from '../../platform/mail/private-mail.ts'
import { plainLetter } from '../organizations/plain-letter.ts'

type Facts = { id: string; email: string; inviter: string; organization: string; url: string }

export function invitationMail({ id, email, inviter, organization, url }: Facts): PrivateMail {
  const about = oneLine(`${inviter} invites you to work with ${organization} in Piecework.`)
  const once = 'The link works once, expires in one week, and is valid only for this address.'
  const subject = `${inviter} invites you to ${organization}`
  return {
    id,
    to: email,
    subject,
    text: `${about}\n\nAccept here:\n\n${url}\n\n${once}\n`,
    html: plainLetter({
      subject,
      title: `Join ${oneLine(organization)}`,
      lead: about,
      link: { url, label: 'Accept the invitation' },
      after: once,
    }),
  }
}
