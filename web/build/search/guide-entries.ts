import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import type { Entry } from '../../src/guides/search/search-options.ts'
import { excerptOf } from './excerpt.ts'

export type NewEntry = Omit<Entry, 'id'>

const PATH = '/docs/guides'
const reader = new MarkdownIt()
type Token = ReturnType<typeof reader.parse>[number]

/** Returns the sections of the guides and of the pages of clients that the index lists. */
export async function guideEntries(folder: string): Promise<NewEntry[]> {
  const index = await readFile(join(folder, 'README.md'), 'utf8')
  const links = index.matchAll(/\]\(((?:\.\.\/client[\w-]*\/)?[\w-]+)\.md\)/g)
  const paths = new Set(Array.from(links, ([, path = '']) => path))
  const sections = [...paths].map(async (path) => {
    const markdown = await readFile(join(folder, `${path}.md`), 'utf8')
    return sectionsOf(path.startsWith('../') ? nameOf(markdown) : path, markdown)
  })
  return (await Promise.all(sections)).flat()
}

/** Returns the name of the page of a client, which is the slug of its title. */
const nameOf = (markdown: string): string =>
  slugOf(/^# +(.+)$/m.exec(markdown)?.[1] ?? '', new Map())

/** Returns the sections of a guide, without its code blocks. */
export function sectionsOf(name: string, markdown: string): NewEntry[] {
  const seen = new Map<string, number>()
  const sections: { heading: string; url: string; texts: string[] }[] = []
  let isHeading = false
  for (const { type, children } of reader.parse(markdown, {})) {
    if (type === 'heading_open') isHeading = true
    if (type !== 'inline') continue
    const text = textOf(children ?? [])
    if (isHeading) {
      const url =
        sections.length === 0 ? `${PATH}/${name}` : `${PATH}/${name}#${slugOf(text, seen)}`
      sections.push({ heading: text, url, texts: [] })
      isHeading = false
    } else sections.at(-1)?.texts.push(text)
  }
  const page = sections[0]?.heading ?? name
  return sections.map(({ heading, url, texts }) => {
    const text = texts.join(' ')
    return { page, heading, url, excerpt: excerptOf(text), text }
  })
}

const textOf = (tokens: readonly Token[]) =>
  tokens.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('')

/** Returns the anchor of a heading, as the pages and GitHub generate it. */
function slugOf(heading: string, seen: Map<string, number>): string {
  const slug = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
  const before = seen.get(slug) ?? 0
  seen.set(slug, before + 1)
  return before === 0 ? slug : `${slug}-${before}`
}
