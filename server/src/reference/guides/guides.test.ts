import { expect, test } from 'vitest'
import { browse } from '../../../test/support/app.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { scriptHashesOf } from '../../platform/http/script-hashes.ts'
import type { Guides } from './guides.ts'
import { guidePage, policyOf } from './page.ts'
import { renderGuide } from './render.ts'

const t = useTestApp({ config: { publicUrl: 'https://billing.test' } })

const guide = (name: string, markdown: string) => ({
  name,
  path: `docs/${name}.md`,
  title: name,
  summary: '',
  markdown,
})
const index = guide('README', '# Index\n\n[a](a.md)')
const a = guide('a', '# A\n\n[b](b.md#part) [file](../LICENSE) ![p](pictures/p.png)')
const b = guide('b', '# B\n\n## Part')
const guides: Guides = {
  index,
  guides: [a, b],
  files: new Map([['pictures/p.png', { type: 'image/png', body: Buffer.from('p') }]]),
}

test('every guide of the index is served publicly, as a page and as Markdown', async () => {
  const first = await browse(t, '/docs/guides')
  expect(first.statusCode).toBe(200)
  const links = [...first.body.matchAll(/<li><a href="(\/docs\/guides\/[\w-]+)"/g)]
  expect(links.length).toBeGreaterThan(5)
  for (const [, link = ''] of links) {
    const [page, source] = await Promise.all([browse(t, link), browse(t, `${link}.md`)])
    expect([link, page.statusCode, source.statusCode]).toEqual([link, 200, 200])
    expect(page.body).toContain('<h1 id=')
    expect(source.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(source.body).toMatch(/^# /)
  }
})

test('commands go to the address of the service', async () => {
  const { body } = await browse(t, '/docs/guides/concepts')
  expect(body).toContain('https://billing.test/v1$2')
  expect(body).not.toContain('127.0.0.1')
})

test('a guide begins with what its reader will be able to do', async () => {
  const { body } = await browse(t, '/llms.txt')
  const rows = body.match(/^- \[.+\]\(.+\.md\): .*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter((row) => !/\): After this page .*[.:]$/.test(row))).toEqual([])
})

test('no script of a guide runs but those of the build, and nothing comes from elsewhere', async () => {
  const { headers, body } = await browse(t, '/docs/guides/backup')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).not.toMatch(/unsafe|http/)
  expect(headers['x-frame-options']).toBe('DENY')
  expect(body).not.toMatch(/<link rel="stylesheet"|src="http/)
})

test('a guide has no script where no pages are built', () => {
  expect(policyOf(undefined)).not.toContain('script-src')
  expect(guidePage(a, guides)).not.toMatch(/<script|class="find"/)
})

test('a guide runs the script of the build, and one of its own by its hash', () => {
  const scripts = { script: '/assets/guides-1.js', searchIndex: '/assets/search-1.json' }
  const page = guidePage(a, guides, scripts)
  expect(page).toContain('src="/assets/guides-1.js" data-search-index="/assets/search-1.json"')
  expect(policyOf(scripts)).toContain(`script-src 'self' ${scriptHashesOf(page).join(' ')};`)
})

test('three blocks in a row, one for each language, are an example; others are not', () => {
  const block = (kind: string) => `\`\`\`${kind}\n${kind} <code>\n\`\`\``
  const three = ['sh', 'ts', 'python'].map(block).join('\n\n')
  const { markup } = renderGuide(
    guide('c', `${three}\n\n${block('sh')}\n\ntext\n\n${block('ts')}`),
    guides,
  )
  expect(markup.match(/<div class="example">/g)).toHaveLength(1)
  const languages = Array.from(markup.matchAll(/data-language="(\w+)"><p class="language">(\w+)/g))
  expect(languages.map(([, language, name]) => [language, name])).toEqual([
    ['sh', 'curl'],
    ['ts', 'TypeScript'],
    ['python', 'Python'],
  ])
  expect(markup.match(/<div class="code"><pre/g)).toHaveLength(2)
  expect(markup).toContain('sh &lt;code&gt;')
})

test('only guides are served, not other files or decision records', async () => {
  const paths = ['nothing', '../package.json', '%2e%2e/package.json', 'adr/0001-workspaces.md']
  for (const path of paths) {
    const answer = await t.app.inject({ url: `/docs/guides/${path}` })
    expect([path, answer.statusCode]).toEqual([path, 404])
  }
})

test('llms.txt names every guide with its subject, and llms-full.txt holds all of them', async () => {
  const [short, full] = await Promise.all([browse(t, '/llms.txt'), browse(t, '/llms-full.txt')])
  const rows = [...short.body.matchAll(/^- \[.+\]\(https:\/\/billing\.test(\/\S+\.md)\): \S.+$/gm)]
  expect(rows.length).toBeGreaterThan(5)
  for (const [, address = ''] of rows) {
    expect(full.body).toContain((await browse(t, address)).body.trim())
  }
  expect(short.headers['content-type']).toBe('text/plain; charset=utf-8')
})

test('pages of the clients are guides, with their links and the default address of a client', async () => {
  const client = await browse(t, '/docs/guides/node-client-reference')
  expect(client.body).toContain('<a href="/docs/guides/node-client">')
  expect(client.body).toContain('<a href="/docs/guides/node-client-versions">')
  expect(client.body).toContain('else <code>http://127.0.0.1:8080</code>')
  const { body } = await browse(t, '/docs/guides/python-client')
  expect(body).toContain('<a href="/docs/guides/python-client-reference">')
  expect(body).toContain('<a href="/docs/guides/python-client-versions">')
  expect((await browse(t, '/llms-full.txt')).body).toContain('# Python client reference')
})

test('links between files lead to pages, and links to other files become text', () => {
  const { markup } = renderGuide(a, guides)
  expect(markup).toContain('<a href="/docs/guides/b#part">b</a>')
  expect(markup).toContain('<span>file</span>')
  expect(markup).toContain('src="/docs/guides/pictures/p.png"')
})

test('HTML and addresses that run scripts are text, should one ever get into a guide', () => {
  const bad = guide('bad', '# <b>x</b>\n\n<script>alert(1)</script> [x](javascript:alert(1))')
  const page = guidePage(bad, { ...guides, guides: [bad] })
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toMatch(/<script|href="javascript/)
})

test('headings have unique anchors, as on GitHub', () => {
  const { markup } = renderGuide(guide('c', '# A `b` c!\n\n## Same\n\n## Same'), guides)
  expect(markup).toContain('<h1 id="a-b-c">')
  expect(markup).toContain('<h2 id="same">')
  expect(markup).toContain('<h2 id="same-1">')
})
