import { existsSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { slugOf } from '../../../src/reference/guides/slug.ts'
import { type Page, proseOf, ROOT } from './pages.ts'

type Link = { target: string; anchor: string | undefined }

/** Returns a page's links to files of the repository and to its own headings. */
export function linksOf({ path, text }: Pick<Page, 'path' | 'text'>): Link[] {
  const found = proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)
  return [...found].flatMap(([, address = '']) => {
    if (/^[a-z]+:/.test(address)) return []
    const [file = '', anchor] = address.split('#')
    return [{ target: file === '' ? path : normalize(join(dirname(path), file)), anchor }]
  })
}

/** Returns the anchors that GitHub and our own pages generate for headings. */
export function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return Array.from(proseOf(text).matchAll(/^#+ +(.+)$/gm), ([, heading = '']) => {
    const slug = slugOf(heading)
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
}

/** Returns a page's broken links. */
export function brokenLinks(page: Page, pages: ReadonlyMap<string, Page>): string[] {
  return linksOf(page).flatMap(({ target, anchor }) => {
    if (!existsSync(join(ROOT, target))) return [`${page.path}: there is no ${target}`]
    const text = pages.get(target)?.text
    if (anchor === undefined || text === undefined) return []
    return anchorsOf(text).includes(anchor) ? [] : [`${page.path}: ${target} has no #${anchor}`]
  })
}

/**
 * Returns pages that no chain of links from the first page reaches; a link to a folder reaches all
 * its pages.
 */
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
