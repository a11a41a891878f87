import { escapeHtml, escapeLines } from '../../../../platform/http/html.ts'
import { BREAK, button, head, letter, MUTED, RULE, row } from '../../../../platform/mail/letter.ts'
import { accentOf } from '../../../organizations/accent.ts'
import type { InvoiceDocument } from '../document.ts'
import { type DocumentLine, priceText } from '../lines.ts'
import { totalRows } from '../totals.ts'
import { senderOf } from './sender.ts'
import type { MailWords } from './words.ts'

/** The PDF lists the rest: some mail programs cut off long messages. */
const LINES_SHOWN = 50

/** Renders an email about an invoice as HTML. */
export function renderHtml(document: InvoiceDocument, words: MailWords): string {
  const { seller, payUrl, accountUrl } = document
  const accent = accentOf(seller.accentColor)
  const rows = `${head(senderOf(seller), { ...words, accent })}
${words.message ? callout(words.message, accent.color) : ''}
${words.figure ? figure(words.figure) : ''}
${payUrl ? button(payUrl, words.payLabel, accent) : ''}
${row(facts(document), '16px 32px 0')}
${row(lineTable(document), '16px 32px 0')}
${row(totals(document), '8px 32px 24px')}
${document.taxNote ? note(document.taxNote) : ''}
${document.memo ? note(document.memo) : ''}
${accountUrl ? accountLink(accountUrl, accent.textOnLight) : ''}`
  return letter({ ...words, accent, rows, foot: sender(document) })
}

function callout(message: string, color: string): string {
  return row(
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="note ink" style="padding:14px 16px;background:#f3f5f8;border-left:4px solid ${color};color:#16202e;font-size:15px;line-height:1.5;${BREAK}">${escapeLines(message)}</td></tr></table>`,
    '8px 32px',
  )
}

/** Renders the amount that an email is about. */
export function figure({ amount, about }: NonNullable<MailWords['figure']>): string {
  return row(
    `<div class="ink" style="color:#16202e;font-size:32px;line-height:1.25;font-weight:600;letter-spacing:-0.01em;font-variant-numeric:tabular-nums;${BREAK}">${escapeHtml(amount)}</div>
<div class="soft" style="${MUTED}font-size:14px;">${escapeHtml(about)}</div>`,
    '8px 32px 4px',
  )
}

function facts({ name, number, issueDate, dueDate, period, buyer }: InvoiceDocument): string {
  const rows = [
    [name, number],
    ['Billed to', buyer.name],
    ...(issueDate === null ? [] : [['Issued', issueDate]]),
    ['Due', dueDate],
    ['Period', period],
  ]
  const cells = rows.map(
    ([label = '', value = '']) =>
      `<tr><td class="soft" style="padding:3px 12px 3px 0;${MUTED}white-space:nowrap;vertical-align:top;">${label}</td><td width="100%" class="ink" style="padding:3px 0;color:#16202e;font-size:14px;line-height:1.5;${BREAK}">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${cells.join('\n')}</table>`
}

function lineTable({ lines }: InvoiceDocument): string {
  const rest = lines.length - LINES_SHOWN
  const more =
    rest > 0
      ? `<tr><td colspan="2" class="soft" style="padding:10px 0;${MUTED}">${rest} more ${rest === 1 ? 'line' : 'lines'} in the attached PDF</td></tr>`
      : ''
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;"><tr><th align="left" scope="col" class="soft rule" style="padding:8px 0;${MUTED}${RULE}font-weight:600;">Description</th><th align="right" scope="col" class="soft rule" style="padding:8px 0;${MUTED}${RULE}font-weight:600;">Amount</th></tr>
${lines.slice(0, LINES_SHOWN).map(lineRow).join('\n')}${more}</table>`
}

function lineRow(line: DocumentLine): string {
  const { description, notes, amount } = line
  const price = priceText(line)
  const under = [...(price === null ? [] : [price]), ...notes].map(escapeHtml).join('<br>')
  return `<tr><td class="ink rule" style="padding:10px 12px 10px 0;${RULE}color:#16202e;font-size:14px;line-height:1.45;vertical-align:top;${BREAK}">${escapeHtml(description)}<div class="soft" style="${MUTED}">${under}</div></td><td align="right" class="ink rule" style="padding:10px 0;${RULE}color:#16202e;font-variant-numeric:tabular-nums;font-size:14px;line-height:1.45;white-space:nowrap;vertical-align:top;">${escapeHtml(amount)}</td></tr>`
}

function totals(document: InvoiceDocument): string {
  const rows = totalRows(document).map(({ label, amount, isStrong }) => {
    const weight = isStrong ? 'font-weight:700;font-size:15px;' : 'font-size:14px;'
    return `<tr><td class="ink" style="padding:5px 12px 5px 0;color:#16202e;${weight}${BREAK}">${escapeHtml(label)}</td><td align="right" class="ink" style="padding:5px 0;color:#16202e;font-variant-numeric:tabular-nums;${weight}white-space:nowrap;vertical-align:top;">${escapeHtml(amount)}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('\n')}</table>`
}

function note(text: string): string {
  return row(
    `<div class="ink" style="color:#16202e;font-size:14px;line-height:1.5;${BREAK}">${escapeLines(text)}</div>`,
    '0 32px 28px',
  )
}

function accountLink(url: string, color: string): string {
  return row(
    `<a href="${escapeHtml(url)}" class="link" style="color:${color};font-size:14px;line-height:1.5;">View your account</a>`,
    '0 32px 28px',
  )
}

function sender({ seller, footer }: InvoiceDocument): string {
  const { name, address, email, taxId } = seller
  const lines = [name, ...address, email, taxId && `Tax ID: ${taxId}`].filter(
    (line): line is string => Boolean(line),
  )
  const who = lines.map(escapeHtml).join(' &middot; ')
  return footer ? `${who}<br><br>${escapeLines(footer)}` : who
}
