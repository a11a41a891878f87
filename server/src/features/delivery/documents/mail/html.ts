import { escapeHtml, escapeLines } from '../../../../platform/http/html.ts'
import { type Accent, accentOf } from '../../../organizations/accent.ts'
import type { InvoiceDocument } from '../document.ts'
import { type DocumentLine, priceText } from '../lines.ts'
import { inlineLogo, LOGO_CONTENT_ID } from '../logo.ts'
import { totalRows } from '../totals.ts'
import type { MailWords } from './words.ts'

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
const MUTED = 'color:#667085;font-size:13px;line-height:1.5;'
const RULE = 'border-bottom:1px solid #e4e7ec;'
const BREAK = 'word-break:break-word;overflow-wrap:anywhere;'
/** The PDF has the rest: some mail programs cut off long messages. */
const LINES_SHOWN = 50

/**
 * The message as HTML: tables and styles on each element, because mail programs know little else.
 */
export function renderHtml(document: InvoiceDocument, words: MailWords): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(words.subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f2f4f7;${FONT}color:#1a202c;">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(words.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f7;"><tr><td align="center" style="padding:32px 12px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff;border:1px solid #e4e7ec;border-radius:8px;">
<tr><td style="padding:32px 32px 8px;">${header(document, words)}</td></tr>
${words.message ? callout(words.message) : ''}
${document.payUrl ? button(document.payUrl, words.payLabel, accentOf(document.seller.accentColor)) : ''}
<tr><td style="padding:16px 32px 0;">${facts(document)}</td></tr>
<tr><td style="padding:16px 32px 0;">${lineTable(document)}</td></tr>
<tr><td style="padding:8px 32px 24px;">${totals(document)}</td></tr>
${document.taxNote ? note(document.taxNote) : ''}
${document.memo ? note(document.memo) : ''}
</table>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;"><tr><td style="padding:20px 32px;${MUTED}text-align:center;${BREAK}">${sender(document)}</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

function header({ seller }: InvoiceDocument, { title, lead }: MailWords): string {
  const name = escapeHtml(seller.name)
  const logo = inlineLogo(seller.logo)
    ? `<img src="cid:${LOGO_CONTENT_ID}" alt="${name}" style="display:block;max-height:48px;max-width:200px;border:0;">`
    : `<div style="font-size:15px;font-weight:600;${BREAK}">${name}</div>`
  return `${logo}
<h1 style="margin:20px 0 8px;font-size:24px;line-height:1.25;font-weight:700;${BREAK}">${escapeHtml(title)}</h1>
<p style="margin:0 0 8px;font-size:15px;line-height:1.5;${BREAK}">${escapeHtml(lead)}</p>`
}

function callout(message: string): string {
  return `<tr><td style="padding:8px 32px;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="padding:14px 16px;background:#eff4ff;border-left:4px solid #1d4ed8;font-size:15px;line-height:1.5;${BREAK}">${escapeLines(message)}</td></tr></table></td></tr>`
}

function button(url: string, label: string, { color, onColor }: Accent): string {
  const href = escapeHtml(url)
  return `<tr><td style="padding:12px 32px 8px;"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:${color};border-radius:6px;"><a href="${href}" style="display:inline-block;padding:13px 26px;font-size:16px;font-weight:600;color:${onColor};text-decoration:none;">${escapeHtml(label)}</a></td></tr></table></td></tr>`
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

function sender({ seller, footer }: InvoiceDocument): string {
  const { name, address, email, taxId } = seller
  const lines = [name, ...address, email, taxId && `Tax ID: ${taxId}`].filter(
    (line): line is string => Boolean(line),
  )
  const who = lines.map(escapeHtml).join(' &middot; ')
  return footer ? `${who}<br><br>${escapeLines(footer)}` : who
}
