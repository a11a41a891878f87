import { posix } from 'node:path'
import MarkdownIt from 'markdown-it'
import type { Html } from '../../platform/http/html.ts'
import { renderFences } from './fences.ts'
import { GUIDES, type Guide, type Guides } from './guides.ts'
import { slugOf } from './slug.ts'

export const PATH = '/docs/guides'

/** Raw HTML in a page is escaped, and script URLs are not rendered as links. */
const reader = new MarkdownIt({ html: false, linkify: false })
renderFences(reader)

type Token = ReturnType<typeof reader.parse>[number]

export function renderGuide(guide: Guide, guides: Guides): Html {
  const tokens = reader.parse(guide.markdown, {})
  nameHeadings(tokens)
  for (const { children } of tokens) leadHome(children ?? [], guide, guides)
  const markup = reader.renderer.render(tokens, reader.options, {})
  // A wide table scrolls on its own, so that the page does not scroll sideways.
  return {
    markup: markup
      .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>')
      // An empty cell is no heading of its column.
      .replaceAll('<th></th>', '<td></td>'),
  }
}

/** Sets the anchors that GitHub generates, so that links work in both places. */
function nameHeadings(tokens: readonly Token[]): void {
  const seen = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const slug = slugOf(tokens[index + 1]?.content ?? '')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    token.attrSet('id', before === 0 ? slug : `${slug}-${before}`)
  }
}

/**
 * Rewrites links between files to links between pages. A link to a file that is not served becomes
 * plain text.
 */
function leadHome(tokens: readonly Token[], guide: Guide, guides: Guides): void {
  let isDead = false
  for (const token of tokens) {
    if (token.type === 'image') {
      const to = addressOf(String(token.attrGet('src')), guide, guides)
      token.attrSet('src', to ?? '')
      token.attrSet('loading', 'lazy')
    }
    if (token.type === 'link_open') {
      const to = addressOf(String(token.attrGet('href')), guide, guides)
      isDead = to === undefined
      if (to !== undefined) token.attrSet('href', to)
    }
    if (isDead && (token.type === 'link_open' || token.type === 'link_close')) {
      if (token.type === 'link_close') isDead = false
      token.tag = 'span'
      token.attrs = null
    }
  }
}

function addressOf(address: string, { path }: Guide, guides: Guides): string | undefined {
  if (/^(https?:|mailto:|#)/.test(address)) return address
  const [to = '', anchor] = address.split('#')
  const target = posix.normalize(posix.join(posix.dirname(path), to))
  const end = anchor === undefined ? '' : `#${anchor}`
  const file = posix.relative(GUIDES, target)
  if (guides.files.has(file)) return `${PATH}/${file}`
  if (target === guides.index.path) return `${PATH}${end}`
  const found = guides.guides.find((guide) => guide.path === target)
  return found && `${PATH}/${found.name}${end}`
}
