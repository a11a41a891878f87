import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../../platform/http/html.ts'
import { FONT_PRELOAD } from '../../../platform/http/typeface.ts'
import { documentName, type Invoice } from '../../invoices/invoice.ts'
import type { Parties } from '../parties.ts'
import { accentStyle, STYLE, STYLE_SOURCE } from './style.ts'

const policyOf = (accentSource: string, { formLeadsTo = [], script }: Page) =>
  [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE} ${accentSource}`,
    ...(script === undefined ? [] : [`script-src ${script.source}`]),
    "font-src 'self'",
    'img-src data:',
    ["form-action 'self'", ...formLeadsTo].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

type Page = {
  title: string
  body: Html
  /** Color of the billing company; null or undefined: the default color. */
  accentColor?: string | null
  isTest?: boolean
  /**
   * Origins to which the form's response may redirect. Without them the page's policy allows only
   * this site.
   */
  formLeadsTo?: readonly string[]
  /** The only script of the page, with its hash for the content security policy. */
  script?: { text: string; source: string }
  /**
   * `same-origin` by default: the URL alone opens the invoice, so no other site may learn it.
   * `no-referrer` would also hide the origin of forms on this site.
   */
  referrerPolicy?: 'same-origin' | 'no-referrer'
}

/** Sends a complete page to a customer. It must not be cached or framed. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const accent = accentStyle(page.accentColor ?? null)
  return reply
    .code(status)
    .headers({
      'content-security-policy': policyOf(accent.source, page),
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': page.referrerPolicy ?? 'same-origin',
      'x-robots-tag': 'noindex, nofollow',
    })
    .type('text/html; charset=utf-8')
    .serializer((text: string) => text)
    .send(render(page, accent.text))
}

function render({ title, body, script, isTest = false }: Page, accent: string): string {
  const banner =
    isTest &&
    html`<aside class="banner" aria-label="Test mode"><strong>Test mode: no real money.</strong> Test cards only.</aside>`
  // Bypasses the template, because escaping would change the hash. Only validated colors vary.
  const style: Html = {
    markup: `<link ${FONT_PRELOAD}><style>${STYLE}</style><style>${accent}</style>`,
  }
  const scripts: Html | undefined = script && { markup: `<script>${script.text}</script>` }
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
${style}
</head>
<body>
${banner}
<main>
${body}
</main>
${scripts}
</body>
</html>
`.markup
}

const DATA_URL = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=]+$/

export function sellerHeading({ sellerName, sellerLogo }: Parties): Html {
  return companyHeading({ name: sellerName, logo: sellerLogo })
}

export function companyHeading({ name, logo }: { name: string; logo: string | null }): Html {
  const picture =
    logo !== null && DATA_URL.test(logo)
      ? html`<img src="${logo}" alt="">`
      : html`<span class="mark" aria-hidden="true">${initialOf(name)}</span>`
  return html`<p class="seller">${picture}<span>${name}</span></p>`
}

function initialOf(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(name.trim())
  return first?.segment.toUpperCase() ?? ''
}

/** Renders the facts that every page shows about an invoice. */
export function invoiceFacts(invoice: Invoice, parties: Parties): Html {
  return html`<dl>
<div><dt>${documentName(invoice)}</dt><dd>${invoice.invoiceNumber}</dd></div>
<div><dt>Billed to</dt><dd>${parties.customerName}</dd></div>
<div><dt>From</dt><dd>${parties.sellerName}</dd></div>
</dl>`
}

type State = {
  title: string
  text: string
  icon: { sign: string | Html; isGood?: boolean }
  details?: Html
}

/** An inline drawing, because not every font has this character. */
export const CHECK_MARK = html`<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="M5 12.5l5 5 9-11"/></svg>`

/** Renders a page body with a single message. */
export function stateBody({ title, text, icon, details }: State): Html {
  return html`<div class="card narrow"><div class="state">
<div class="icon${icon.isGood === true ? ' good' : ''}" aria-hidden="true">${icon.sign}</div>
<h1>${title}</h1>
<p>${text}</p>
${details}
</div></div>`
}
