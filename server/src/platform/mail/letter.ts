import { escapeHtml } from '../http/html.ts'

const FONT =
  "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
/** Small text. Use it with the class `soft`. */
export const MUTED = 'color:#5a6779;font-size:13px;line-height:1.5;'
export const BREAK = 'word-break:break-word;overflow-wrap:anywhere;'
/** A line below a row. Use it with the class `rule`. */
export const RULE = 'border-bottom:1px solid #dde3ea;'

/** The colour of the sender, and its variants that are readable as text. */
type Accent = { color: string; onColor: string; textOnLight: string; textOnDark: string }

type Letter = {
  subject: string
  /** Shown by mail programs next to the subject. */
  preview: string
  accent: Accent
  /** The rows of the letter's table, as HTML. */
  rows: string
  /** Text below the letter, as HTML. */
  foot: string
}

/**
 * Renders a message as HTML with tables and inline styles, which is all that mail programs reliably
 * support. Programs that read style sheets also get dark colours and the layout for a phone. Others
 * may invert the inline colours: no text or line is in a picture, and none is the only sign of
 * something.
 */
export function letter({ subject, preview, accent, rows, foot }: Letter): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title>
<style>${styleOf(accent)}</style>
</head>
<body class="ground ink" style="margin:0;padding:0;background:#f3f5f8;${FONT}color:#16202e;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:#f3f5f8;"><tr><td align="center" class="edge" style="padding:32px 12px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" class="paper" style="width:100%;max-width:600px;background:#ffffff;border:1px solid #dde3ea;border-top:4px solid ${accent.color};border-radius:8px;">
${rows}
</table>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;"><tr><td class="pad soft" style="padding:20px 32px;${MUTED}text-align:center;${BREAK}">${foot}</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** Colours of a dark letter. `data-ogsc` and `data-ogsb` are set by Outlook, which rewrites colours. */
function styleOf({ textOnDark }: Accent): string {
  const dark = (on: string) => `${on}.ground{background:#10161e!important}
${on}.paper{background:#18202a!important;border-right-color:#303b4a!important;border-bottom-color:#303b4a!important;border-left-color:#303b4a!important}
${on}.ink{color:#e8edf4!important}
${on}.soft{color:#a6b1c1!important}
${on}.rule{border-bottom-color:#303b4a!important}
${on}.note{background:#222d3b!important}
${on}.link{color:${textOnDark}!important}
${on}.plate{background:#ffffff!important;padding:6px!important;border-radius:6px!important}`
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${dark('')}
}
${dark('[data-ogsc] ')}
${dark('[data-ogsb] ')}
@media (max-width:480px){
.edge{padding:0!important}
.paper{border-right:0!important;border-left:0!important;border-radius:0!important}
.pad{padding-right:20px!important;padding-left:20px!important}
.button{width:100%!important}
.button a{display:block!important;text-align:center!important}
}`
}

export type Sender = {
  name: string
  /** The source of the logo; null without one. */
  logoSource: string | null
}

/** Renders a row of the letter. */
export function row(content: string, padding: string): string {
  return `<tr><td class="pad" style="padding:${padding};">${content}</td></tr>`
}

/** Renders the sender and the title. */
export function head(
  sender: Sender,
  { title, lead, accent }: { title: string; lead: string; accent: Accent },
): string {
  return row(
    `${brand(sender, accent)}
<h1 class="ink" style="margin:24px 0 8px;color:#16202e;font-size:22px;line-height:1.3;font-weight:600;${BREAK}">${escapeHtml(title)}</h1>
<p class="ink" style="margin:0 0 8px;color:#16202e;font-size:15px;line-height:1.5;${BREAK}">${escapeHtml(lead)}</p>`,
    '28px 32px 8px',
  )
}

/** Renders the logo, on a light plate in a dark letter, or the first letter of the name. */
function brand({ name, logoSource }: Sender, { color, onColor }: Accent): string {
  const safeName = escapeHtml(name)
  if (logoSource !== null) {
    return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="plate"><img src="${logoSource}" alt="${safeName}" style="display:block;max-height:48px;max-width:200px;border:0;"></td></tr></table>`
  }
  const [initial = ''] = name.trim()
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td width="36" align="center" valign="top"><div aria-hidden="true" style="width:36px;height:36px;background:${color};border-radius:8px;color:${onColor};font-size:16px;line-height:36px;font-weight:600;">${escapeHtml(initial.toUpperCase())}</div></td><td class="ink" style="padding-left:12px;color:#16202e;font-size:15px;line-height:1.35;font-weight:600;${BREAK}">${safeName}</td></tr></table>`
}

export function button(url: string, label: string, { color, onColor }: Accent): string {
  const href = escapeHtml(url)
  return row(
    `<table role="presentation" cellpadding="0" cellspacing="0" class="button"><tr><td class="button" style="background:${color};border-radius:6px;"><a href="${href}" style="display:inline-block;padding:13px 26px;border:1px solid ${color};border-radius:6px;font-size:16px;line-height:20px;font-weight:600;color:${onColor};text-decoration:none;${BREAK}">${escapeHtml(label)}</a></td></tr></table>`,
    '12px 32px 8px',
  )
}
