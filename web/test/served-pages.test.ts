import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { useBrowser } from './support/use-browser.ts'
import { useSite } from './support/use-site.ts'

const site = useSite()
const { newPage } = useBrowser(site)

const HTML = { accept: 'text/html' }
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { headers })

/** Returns the assets that both pages load at once, including styles. */
async function assetsOf(path: string): Promise<string[]> {
  const html = await (await get(path, HTML)).text()
  const assets = Array.from(html.matchAll(/"(\/assets\/[^"]+)"/g), ([, name = '']) => name)
  expect(assets.length).toBeGreaterThan(1)
  return assets
}

test.each(['/', '/portal'])('the page at %s renders under its policy', async (path) => {
  const page = await newPage()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.title()).toContain('Piecework')
})

test('each response allows only its own styles', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const policy = (await get('/', HTML)).headers.get('content-security-policy') ?? ''
      return /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1]
    }),
  )
  expect(nonces[0]).toMatch(/^[\w+/]{22}==$/)
  expect(nonces[0]).not.toBe(nonces[1])
})

test('an injected script does not run', async () => {
  const page = await newPage({ tolerates: /Content Security Policy|violates the following/ })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const hasRun = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.hasRun = true'
    document.body.append(script)
    const image = document.createElement('img')
    image.setAttribute('onerror', 'globalThis.hasRun = true')
    document.body.append(image)
    image.dispatchEvent(new Event('error'))
    return 'hasRun' in globalThis
  })
  expect(hasRun).toBe(false)
})

test('another site cannot show a page in a frame', async () => {
  const other = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<title>Other</title><iframe src="${site.origin}/" title="stolen"></iframe>`)
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const address = other.address()
  if (address === null || typeof address === 'string') throw new Error('No port')

  const page = await newPage({ tolerates: /frame-ancestors|X-Frame-Options/ })
  const refusal = page.waitForEvent('console', (message) => /fram/i.test(message.text()))
  await page.goto(`http://localhost:${address.port}/`)
  await refusal
  expect(await page.frameLocator('iframe').locator('#app').count()).toBe(0)
})

test.each(['/', '/portal'])(
  'assets of %s are cached permanently, and are identical in every encoding',
  async (path) => {
    // A font is compressed in itself.
    const assets = (await assetsOf(path)).filter((name) => !name.endsWith('.woff2'))
    for (const asset of assets) {
      const answers = await Promise.all(
        ['identity', 'br', 'gzip'].map((accepted) => get(asset, { 'accept-encoding': accepted })),
      )
      const [plain = '', ...packed] = await Promise.all(answers.map((answer) => answer.text()))
      expect(packed, asset).toEqual([plain, plain])
      const [, brotli] = answers
      if (plain.length > 1_024) expect(brotli?.headers.get('content-encoding'), asset).toBe('br')
      expect(brotli?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  },
)

test.each(['/', '/portal', '/docs/guides'])('text at %s is in the typeface', async (path) => {
  const page = await newPage()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const isLoaded = await page.evaluate(async () => {
    const faces = await document.fonts.load('14px Inter')
    return faces.length > 0 && getComputedStyle(document.body).fontFamily.startsWith('Inter')
  })
  expect(isLoaded).toBe(true)
})

test('a missing file is not answered with a page', async () => {
  const answer = await get('/assets/gone-1a2b3c4d.js', HTML)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toContain('application/json')
})
