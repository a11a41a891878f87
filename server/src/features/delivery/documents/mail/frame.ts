import { escapeHtml } from '../../../../platform/http/html.ts'
import type { Accent } from '../../../organizations/accent.ts'
import { inlineLogo, LOGO_CONTENT_ID } from '../logo.ts'

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
export const MUTED = 'color:#667085;font-size:13px;line-height:1.5;'
export const BREAK = 'word-break:break-word;overflow-wrap:anywhere;'

type Frame = {
  subject: string
  /** Shown by mail programs next to the subject. */
  preview: string
  /** The rows of the letter's table, as HTML. */
  rows: string
  /** Text below the letter, as HTML. */
  foot: string
}

/**
 * Renders a message as HTML with tables and inline styles, which is all that mail programs reliably
 * support.
 */
export function frame({ subject, preview, rows, foot }: Frame): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f2f4f7;${FONT}color:#1a202c;">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f7;"><tr><td align="center" style="padding:32px 12px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff;border:1px solid #e4e7ec;border-radius:8px;">
${rows}
</table>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;"><tr><td style="padding:20px 32px;${MUTED}text-align:center;${BREAK}">${foot}</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

type Company = { name: string; logo: string | null }

/** Renders the sender and the title. */
export function header(
  { name, logo }: Company,
  { title, lead }: { title: string; lead: string },
): string {
  const safeName = escapeHtml(name)
  const head = inlineLogo(logo)
    ? `<img src="cid:${LOGO_CONTENT_ID}" alt="${safeName}" style="display:block;max-height:48px;max-width:200px;border:0;">`
    : `<div style="font-size:15px;font-weight:600;${BREAK}">${safeName}</div>`
  return `${head}
<h1 style="margin:20px 0 8px;font-size:24px;line-height:1.25;font-weight:700;${BREAK}">${escapeHtml(title)}</h1>
<p style="margin:0 0 8px;font-size:15px;line-height:1.5;${BREAK}">${escapeHtml(lead)}</p>`
}

export function button(url: string, label: string, { color, onColor }: Accent): string {
  const href = escapeHtml(url)
  return `<tr><td style="padding:12px 32px 8px;"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:${color};border-radius:6px;"><a href="${href}" style="display:inline-block;padding:13px 26px;font-size:16px;font-weight:600;color:${onColor};text-decoration:none;">${escapeHtml(label)}</a></td></tr></table></td></tr>`
}
