import { escapeHtml } from '../../platform/http/html.ts'
import { button, head, letter, MUTED, row } from '../../platform/mail/letter.ts'
import { accentOf } from './accent.ts'

type Words = {
  subject: string
  title: string
  lead: string
  link: { url: string; label: string }
  after: string
}

/** Renders an email of the service itself, such as an invitation, in the design of all emails. */
export function plainLetter({ subject, title, lead, link, after }: Words): string {
  const accent = accentOf(null)
  return letter({
    subject,
    preview: lead,
    accent,
    rows: `${head({ name: 'Piecework', logoSource: null }, { title, lead, accent })}
${button(link.url, link.label, accent)}
${row(`<div class="soft" style="${MUTED}font-size:14px;">${escapeHtml(after)}</div>`, '8px 32px 28px')}`,
    foot: 'Piecework',
  })
}
