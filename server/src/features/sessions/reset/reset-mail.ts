import { newId } from '../../../platform/id.ts'
import { oneLine } from '../../../platform/mail/mail-address.ts'
import type { PrivateMail } from '../../../platform/mail/private-mail.ts'
import { plainLetter } from '../../organizations/plain-letter.ts'

type Reset = { name: string; email: string; url: string }

export function resetMail({ name, email, url }: Reset): PrivateMail {
  const about = 'A new password was requested for your Piecework account.'
  const ignore =
    'The link works once and expires in one hour. If you did not request it, ignore this email.'
  const subject = 'Reset your password'
  return {
    id: newId(),
    to: email,
    subject,
    text: `Hello ${oneLine(name)},\n\n${about} Set it here:\n\n${url}\n\n${ignore}\n`,
    html: plainLetter({
      subject,
      title: subject,
      lead: `Hello ${oneLine(name)}. ${about}`,
      link: { url, label: subject },
      after: ignore,
    }),
  }
}
