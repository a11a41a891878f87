import { expect, test } from 'vitest'
import { anchorsOf, brokenLinks, linksOf, unreachable } from './support/links.ts'
import { readPages } from './support/pages.ts'

const all = readPages()
const pages = new Map(all.map((page) => [page.path, page]))

test('every link of the documentation leads to a file, and to a heading where it names one', () => {
  expect(all.flatMap((page) => brokenLinks(page, pages))).toEqual([])
})

test('every page can be reached from the index of the documentation', () => {
  expect(unreachable('docs/README.md', pages)).toEqual([])
})

test('links and headings are read as they are written', () => {
  const text =
    '# A `code` title\n\n[x](b.md#one) [y](#a-code-title) [z](https://a.b)\n\n# Again\n# Again\n'
  expect(linksOf({ path: 'docs/a.md', text })).toEqual([
    { target: 'docs/b.md', anchor: 'one' },
    { target: 'docs/a.md', anchor: 'a-code-title' },
  ])
  expect(anchorsOf(text)).toEqual(['a-code-title', 'again', 'again-1'])
})
