import { escapeHtml } from '../../platform/http/html.ts'
import { BREAK, button, head, letter, MUTED, row } from '../../platform/mail/letter.ts'
import { accentOf } from './accent.ts'

type Words = {
  subject: string
  title: string
  lead: string
  /** Listed below the lead, one in a row. */
  lines?: readonly string[]
  link: { url: string; label: string }
  after: string
}

/** Renders an email of the service itself, such as an invitation, in the design of all emails. */
export function plainLetter({ subject, title, lead, lines = [], link, after }: Words): string {
  const accent = accentOf(null)
  return letter({
    subject,
    preview: lead,
    accent,
    rows: `${head({ name: 'Piecework', logoSource: null }, { title, lead, accent })}
${lines.map(lineRow).join('\n')}
${button(link.url, link.label, accent)}
${row(`<div class="soft" style="${MUTED}font-size:14px;">${escapeHtml(after)}</div>`, '8px 32px 28px')}`,
    foot: 'Piecework',
  })
}

function lineRow(line: string): string {
  return row(`<div style="${BREAK}">${escapeHtml(line)}</div>`, '4px 32px')
}
