import { html } from '../../platform/http/html.ts'
import { oneLine } from '../../platform/mail/mail-address.ts'
import type { PrivateMail } from '../../platform/mail/private-mail.ts'

type Facts = { id: string; email: string; inviter: string; organization: string; url: string }

export function invitationMail({ id, email, inviter, organization, url }: Facts): PrivateMail {
  const about = oneLine(`${inviter} invites you to work with ${organization} in Piecework.`)
  const once = 'The link works once, expires in one week, and is valid only for this address.'
  return {
    id,
    to: email,
    subject: `${inviter} invites you to ${organization}`,
    text: `${about}\n\nAccept here:\n\n${url}\n\n${once}\n`,
    html: html`<p>${about}</p>
<p><a href="${url}">Accept the invitation</a></p>
<p>${once}</p>`.markup,
  }
}
