import { html } from '../../../platform/http/html.ts'
import { newId } from '../../../platform/id.ts'
import { oneLine } from '../../../platform/mail/mail-address.ts'
import type { PrivateMail } from '../../../platform/mail/private-mail.ts'

type Reset = { name: string; email: string; url: string }

export function resetMail({ name, email, url }: Reset): PrivateMail {
  const about = 'A new password was requested for your Piecework account.'
  const ignore =
    'The link works once and expires in one hour. If you did not request it, ignore this email.'
  return {
    id: newId(),
    to: email,
    subject: 'Reset your password',
    text: `Hello ${oneLine(name)},\n\n${about} Set it here:\n\n${url}\n\n${ignore}\n`,
    html: html`<p>Hello ${name},</p>
<p>${about}</p>
<p><a href="${url}">Reset your password</a></p>
<p>${ignore}</p>`.markup,
  }
}
