import type MarkdownIt from 'markdown-it'
import { escapeHtml } from '../../platform/http/html.ts'
import { LANGUAGES } from './languages.ts'

type Reader = InstanceType<typeof MarkdownIt>
type Token = ReturnType<Reader['parse']>[number]

/**
 * Renders code blocks. Three in a row, one for each language, are an example: a script shows one of
 * them at a time, and without it all of them are shown with the name of their language.
 */
export function renderFences(reader: Reader): void {
  reader.renderer.rules.fence = (tokens, index) => {
    const place = placeInExample(tokens, index)
    const [language, name] = LANGUAGES[place ?? -1] ?? []
    const { info = '', content = '' } = tokens[index] ?? {}
    const [kind = ''] = info.split(' ')
    const code = `<pre tabindex="0"><code class="language-${escapeHtml(kind)}">${escapeHtml(content)}</code></pre>`
    if (language === undefined) return `<div class="code">${code}</div>\n`
    const opening = place === 0 ? '<div class="example">' : ''
    const closing = place === LANGUAGES.length - 1 ? '</div>\n' : ''
    const label = `<p class="language">${name}</p>`
    return `${opening}<div class="code" data-language="${language}">${label}${code}</div>${closing}`
  }
}

/** Returns a block's place in its example; undefined when it is in none. */
function placeInExample(tokens: readonly Token[], index: number): number | undefined {
  const place = LANGUAGES.findIndex((_, at) => at <= index && isExample(tokens.slice(index - at)))
  return place < 0 ? undefined : place
}

const isExample = (tokens: readonly Token[]) =>
  LANGUAGES.every(([language], at) => tokens[at]?.type === 'fence' && tokens[at].info === language)
