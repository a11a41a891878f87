import { type Html, html } from '../../platform/http/html.ts'
import { FONT_PRELOAD } from '../../platform/http/typeface.ts'
import type { Guide, Guides } from './guides.ts'
import { PATH, renderGuide } from './render.ts'
import { type GuideScripts, LANGUAGE_SCRIPT, LANGUAGE_SCRIPT_SOURCE } from './scripts.ts'
import { STYLE, STYLE_SOURCE } from './style.ts'

/** Returns the policy of a guide: without scripts of the build, no script may run. */
export function policyOf(scripts: GuideScripts | undefined): string {
  return [
    "default-src 'none'",
    ...(scripts ? [`script-src 'self' ${LANGUAGE_SCRIPT_SOURCE}`, "connect-src 'self'"] : []),
    `style-src ${STYLE_SOURCE}`,
    "font-src 'self'",
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function guidePage(guide: Guide, guides: Guides, scripts?: GuideScripts): string {
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
${scripts && scriptsOf(scripts)}
</head>
<body>
<div class="whole">
<main>
<p class="up"><a href="#guides">All guides</a>${scripts && SEARCH_BUTTON}</p>
${renderGuide(guide, guides)}
${next && html`<p class="next">Next: <a href="${PATH}/${next.name}">${next.title}</a></p>`}
</main>
<nav id="guides" aria-label="Guides"><div class="menu">
<a class="name" href="${PATH}">Piecework guides</a>
${scripts && SEARCH_BUTTON}
${listOf(guide, guides)}
</div></nav>
</div>
</body>
</html>
`.markup
}

/** The script adds the dialog that these buttons open. On each width, one of them is shown. */
const SEARCH_BUTTON = html`<button type="button" class="find" aria-haspopup="dialog">Search <kbd aria-hidden="true">/</kbd></button>`

function scriptsOf({ script, searchIndex }: GuideScripts): Html {
  const language: Html = { markup: `<script>${LANGUAGE_SCRIPT}</script>` }
  return html`${language}
<script type="module" src="${script}" data-search-index="${searchIndex}"></script>`
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
