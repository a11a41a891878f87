import { escapeHtml } from '../../../platform/http/html.ts'
import { button, head, letter, MUTED, row } from '../../../platform/mail/letter.ts'
import { oneLine } from '../../../platform/mail/mail-address.ts'
import { figure } from '../../delivery/documents/mail/html.ts'
import type { MailContent } from '../../delivery/documents/mail/mail.ts'
import { senderOf } from '../../delivery/documents/mail/sender.ts'
import type { MailWords } from '../../delivery/documents/mail/words.ts'
import { type Accent, accentOf } from '../../organizations/accent.ts'
import type { OrganizationSettings } from '../../organizations/settings.ts'

export type MailCompany = Pick<OrganizationSettings, 'name' | 'email' | 'logo' | 'accentColor'>

type Words = {
  subject: string
  title: string
  lead: string
  /** The amount that the email is about, in large type. */
  figure?: MailWords['figure']
  /** The button with its URL. */
  link?: { url: string; label: string }
  after: string
}

/** Builds an email of a company to its customer that concerns no invoice, in the same design. */
export function companyMail(company: MailCompany, words: Words): MailContent {
  const { subject, title, lead, figure: amount, link, after } = words
  const accent = accentOf(company.accentColor)
  const foot = [company.name, company.email].filter((text) => text !== null)
  const text = [
    title,
    lead,
    ...(amount ? [`${amount.about}: ${amount.amount}`] : []),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    after,
  ].map(oneLine)
  return {
    subject,
    html: letter({
      subject,
      preview: lead,
      accent,
      rows: rowsOf(company, words, accent),
      foot: foot.map(escapeHtml).join(' &middot; '),
    }),
    text: `${[...text, foot.map(oneLine).join('\n')].join('\n\n')}\n`,
  }
}

function rowsOf(
  company: MailCompany,
  { title, lead, figure: amount, link, after }: Words,
  accent: Accent,
): string {
  return `${head(senderOf(company), { title, lead, accent })}
${amount ? figure(amount) : ''}
${link ? button(link.url, link.label, accent) : ''}
${row(`<div class="soft" style="${MUTED}font-size:14px;">${escapeHtml(after)}</div>`, '8px 32px 28px')}`
}
