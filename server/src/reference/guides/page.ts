import { type Html, html } from '../../platform/http/html.ts'
import { FONT_PRELOAD } from '../../platform/http/typeface.ts'
import type { Guide, Guides } from './guides.ts'
import { PATH, renderGuide } from './render.ts'
import { STYLE, STYLE_SOURCE } from './style.ts'

export const POLICY = [
  "default-src 'none'",
  `style-src ${STYLE_SOURCE}`,
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function guidePage(guide: Guide, guides: Guides): string {
  // Not interpolated by the template: its text must match the hash in the policy exactly.
  const style: Html = { markup: `<link ${FONT_PRELOAD}><style>${STYLE}</style>` }
  const next = guides.guides[guides.guides.indexOf(guide) + 1]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${guide.title} · Piecework</title>
<link rel="alternate" type="text/markdown" href="${PATH}/${guide.name}.md">
${style}
</head>
<body>
<div class="whole">
<main>
<p class="up"><a href="#guides">All guides</a></p>
${renderGuide(guide, guides)}
${next && html`<p class="next">Next: <a href="${PATH}/${next.name}">${next.title}</a></p>`}
</main>
<nav id="guides" aria-label="Guides"><div class="menu">
<a class="name" href="${PATH}">Piecework guides</a>
${listOf(guide, guides)}
</div></nav>
</div>
</body>
</html>
`.markup
}

/** Renders the list of guides. On a phone it stands below the page, on wider screens next to it. */
function listOf(guide: Guide, { guides }: Guides): Html {
  const rows = guides.map((one) =>
    one === guide
      ? html`<li><a href="${PATH}/${one.name}" aria-current="page">${one.title}</a></li>`
      : html`<li><a href="${PATH}/${one.name}">${one.title}</a></li>`,
  )
  return html`<ul>${rows}</ul>
<ul class="other"><li><a href="/docs">API reference</a></li><li><a href="/llms.txt">llms.txt</a></li></ul>`
}
