import { escapeHtml, escapeLines } from '../../../../platform/http/html.ts'
import { accentOf } from '../../../organizations/accent.ts'
import type { InvoiceDocument } from '../document.ts'
import { type DocumentLine, priceText } from '../lines.ts'
import { totalRows } from '../totals.ts'
import { BREAK, button, frame, header, MUTED } from './frame.ts'
import type { MailWords } from './words.ts'

const RULE = 'border-bottom:1px solid #e4e7ec;'
/** The PDF lists the rest: some mail programs cut off long messages. */
const LINES_SHOWN = 50

/** Renders an email about an invoice as HTML. */
export function renderHtml(document: InvoiceDocument, words: MailWords): string {
  const { seller, payUrl, accountUrl } = document
  const accent = accentOf(seller.accentColor)
  const rows = `<tr><td style="padding:32px 32px 8px;">${header(seller, words)}</td></tr>
${words.message ? callout(words.message) : ''}
${payUrl ? button(payUrl, words.payLabel, accent) : ''}
<tr><td style="padding:16px 32px 0;">${facts(document)}</td></tr>
<tr><td style="padding:16px 32px 0;">${lineTable(document)}</td></tr>
<tr><td style="padding:8px 32px 24px;">${totals(document)}</td></tr>
${document.taxNote ? note(document.taxNote) : ''}
${document.memo ? note(document.memo) : ''}
${accountUrl ? accountLink(accountUrl, accent.textOnLight) : ''}`
  return frame({ ...words, rows, foot: sender(document) })
}

function callout(message: string): string {
  return `<tr><td style="padding:8px 32px;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="padding:14px 16px;background:#eff4ff;border-left:4px solid #1d4ed8;font-size:15px;line-height:1.5;${BREAK}">${escapeLines(message)}</td></tr></table></td></tr>`
}

function facts({ number, issueDate, dueDate, period, buyer }: InvoiceDocument): string {
  const rows = [
    ['Invoice', number],
    ['Billed to', buyer.name],
    ...(issueDate === null ? [] : [['Issued', issueDate]]),
    ['Due', dueDate],
    ['Period', period],
  ]
  const cells = rows.map(
    ([label = '', value = '']) =>
      `<tr><td style="padding:3px 12px 3px 0;${MUTED}white-space:nowrap;vertical-align:top;">${label}</td><td width="100%" style="padding:3px 0;font-size:14px;line-height:1.5;${BREAK}">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${cells.join('\n')}</table>`
}

function lineTable({ lines }: InvoiceDocument): string {
  const rest = lines.length - LINES_SHOWN
  const more =
    rest > 0
      ? `<tr><td colspan="2" style="padding:10px 0;${MUTED}">${rest} more ${rest === 1 ? 'line' : 'lines'} in the attached PDF</td></tr>`
      : ''
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;"><tr><th align="left" style="padding:8px 0;${MUTED}${RULE}font-weight:600;">Description</th><th align="right" style="padding:8px 0;${MUTED}${RULE}font-weight:600;">Amount</th></tr>
${lines.slice(0, LINES_SHOWN).map(lineRow).join('\n')}${more}</table>`
}

function lineRow(line: DocumentLine): string {
  const { description, notes, amount } = line
  const price = priceText(line)
  const under = [...(price === null ? [] : [price]), ...notes].map(escapeHtml).join('<br>')
  return `<tr><td style="padding:10px 12px 10px 0;${RULE}font-size:14px;line-height:1.45;vertical-align:top;${BREAK}">${escapeHtml(description)}<div style="${MUTED}">${under}</div></td><td align="right" style="padding:10px 0;${RULE}font-size:14px;line-height:1.45;white-space:nowrap;vertical-align:top;">${escapeHtml(amount)}</td></tr>`
}

function totals(document: InvoiceDocument): string {
  const rows = totalRows(document).map(({ label, amount, isStrong }) => {
    const weight = isStrong ? 'font-weight:700;font-size:15px;' : 'font-size:14px;'
    return `<tr><td style="padding:5px 12px 5px 0;${weight}${BREAK}">${escapeHtml(label)}</td><td align="right" style="padding:5px 0;${weight}white-space:nowrap;vertical-align:top;">${escapeHtml(amount)}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('\n')}</table>`
}

function note(text: string): string {
  return `<tr><td style="padding:0 32px 28px;font-size:14px;line-height:1.5;${BREAK}">${escapeLines(text)}</td></tr>`
}

function accountLink(url: string, color: string): string {
  return `<tr><td style="padding:0 32px 28px;font-size:14px;line-height:1.5;"><a href="${escapeHtml(url)}" style="color:${color};">View your account</a></td></tr>`
}

function sender({ seller, footer }: InvoiceDocument): string {
  const { name, address, email, taxId } = seller
  const lines = [name, ...address, email, taxId && `Tax ID: ${taxId}`].filter(
    (line): line is string => Boolean(line),
  )
  const who = lines.map(escapeHtml).join(' &middot; ')
  return footer ? `${who}<br><br>${escapeLines(footer)}` : who
}
