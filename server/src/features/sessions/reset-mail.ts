import { html } from '../../platform/http/html.ts'
import { newId } from '../../platform/id.ts'
import { oneLine } from '../../platform/mail/mail-address.ts'
import type { PrivateMail } from '../../platform/mail/private-mail.ts'

type Reset = { name: string; email: string; url: string }

export function resetMail({ name, email, url }: Reset): PrivateMail {
  const about = 'Somebody, probably you, asked for another password to Piecework.'
  const ignore = 'It works once, for an hour. If it was not you, there is nothing to do.'
  return {
    id: newId(),
    to: email,
    subject: 'Choose another password',
    text: `Hello ${oneLine(name)},\n\n${about} Choose it here:\n\n${url}\n\n${ignore}\n`,
    html: html`<p>Hello ${name},</p>
<p>${about}</p>
<p><a href="${url}">Choose another password</a></p>
<p>${ignore}</p>`.markup,
  }
}
