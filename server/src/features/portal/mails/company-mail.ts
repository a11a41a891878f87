import { escapeHtml } from '../../../platform/http/html.ts'
import { oneLine } from '../../../platform/mail/mail-address.ts'
import { button, frame, header } from '../../delivery/documents/mail/frame.ts'
import type { MailContent } from '../../delivery/documents/mail/mail.ts'
import { type Accent, accentOf } from '../../organizations/accent.ts'
import type { OrganizationSettings } from '../../organizations/settings.ts'

export type MailCompany = Pick<OrganizationSettings, 'name' | 'email' | 'logo' | 'accentColor'>

type Words = {
  subject: string
  title: string
  lead: string
  /** The button with its URL. */
  link?: { url: string; label: string }
  after: string
}

/** Builds an email of a company to its customer that concerns no invoice, in the same design. */
export function companyMail(company: MailCompany, words: Words): MailContent {
  const { subject, title, lead, link, after } = words
  const accent = accentOf(company.accentColor)
  const foot = [company.name, company.email].filter((text) => text !== null)
  const text = [title, lead, ...(link ? [`${link.label}: ${link.url}`] : []), after].map(oneLine)
  return {
    subject,
    html: frame({
      subject,
      preview: lead,
      rows: rowsOf(company, words, accent),
      foot: foot.map(escapeHtml).join(' &middot; '),
    }),
    text: `${[...text, foot.map(oneLine).join('\n')].join('\n\n')}\n`,
  }
}

function rowsOf(company: MailCompany, { title, lead, link, after }: Words, accent: Accent): string {
  return `<tr><td style="padding:32px 32px 8px;">${header(company, { title, lead })}</td></tr>
${link ? button(link.url, link.label, accent) : ''}
<tr><td style="padding:8px 32px 28px;font-size:14px;line-height:1.5;color:#667085;">${escapeHtml(after)}</td></tr>`
}
