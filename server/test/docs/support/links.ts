import { existsSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { slugOf } from '../../../src/reference/guides/slug.ts'
import { type Page, proseOf, ROOT } from './pages.ts'

type Link = { target: string; anchor: string | undefined }

/** Links of a page to files of the repository, and to places in itself. */
export function linksOf({ path, text }: Pick<Page, 'path' | 'text'>): Link[] {
  const found = proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)
  return [...found].flatMap(([, address = '']) => {
    if (/^[a-z]+:/.test(address)) return []
    const [file = '', anchor] = address.split('#')
    return [{ target: file === '' ? path : normalize(join(dirname(path), file)), anchor }]
  })
}

/** What GitHub and our own pages call the headings of a page. */
export function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return Array.from(proseOf(text).matchAll(/^#+ +(.+)$/gm), ([, heading = '']) => {
    const slug = slugOf(heading)
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
}

/** Where links of a page lead nowhere. */
export function brokenLinks(page: Page, pages: ReadonlyMap<string, Page>): string[] {
  return linksOf(page).flatMap(({ target, anchor }) => {
    if (!existsSync(join(ROOT, target))) return [`${page.path}: there is no ${target}`]
    const text = pages.get(target)?.text
    if (anchor === undefined || text === undefined) return []
    return anchorsOf(text).includes(anchor) ? [] : [`${page.path}: ${target} has no #${anchor}`]
  })
}

/** Pages that nobody finds from the first one; a link to a folder leads to all that is in it. */
export function unreachable(first: string, pages: ReadonlyMap<string, Page>): string[] {
  const reached = new Set<string>([first])
  for (const path of reached) {
    const page = pages.get(path)
    for (const { target } of page ? linksOf(page) : []) {
      for (const found of pagesAt(target, pages)) reached.add(found)
    }
  }
  return [...pages.keys()].filter((path) => !reached.has(path))
}

function pagesAt(target: string, pages: ReadonlyMap<string, Page>): string[] {
  const place = join(ROOT, target)
  if (!existsSync(place) || !statSync(place).isDirectory()) return [target]
  const folder = `${target.replace(/\/$/, '')}/`
  return [...pages.keys()].filter((path) => path.startsWith(folder))
}
