import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltPages, readBuiltPages } from './built-pages.ts'
import { addAssets, pageOrNotFound } from './pages.ts'

const SCRIPT = "document.documentElement.dataset.scheme = 'dark'"
/** Computed with: openssl dgst -sha256 -binary | base64 */
const SCRIPT_HASH = 'sha256-XdiJ6mp4QWqrGQViPVQOCyqWPpZY2QpZf07kjQBOgHI='
const page = (name: string) =>
  `<meta name="style-nonce" content="__NONCE__"><script>${SCRIPT}</script><title>${name}</title>`

let folder: string
let app: FastifyInstance
let built: BuiltPages | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'piecework-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), page('dashboard'))
  await writeFile(join(folder, 'portal.html'), page('portal'))
  await writeFile(join(folder, 'secret.txt'), 'not to be served')
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'plain')
  await writeFile(join(folder, 'assets', 'main-1a2b.js.br'), 'brotli')
  await writeFile(join(folder, 'assets', 'main-1a2b.js.gz'), 'gzip')
  built = await readBuiltPages(folder)
  app = serving(built)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

function serving(pages: BuiltPages | undefined) {
  const server = fastify()
  addAssets(server, pages)
  server.setNotFoundHandler(pageOrNotFound(pages))
  return server
}

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8'
const browse = (url: string, accept = HTML) => app.inject({ url, headers: { accept } })

describe('a page', () => {
  test.each(['/', '/o/acme/home?page=2', '/sign-in', '/v1x', '/portals'])(
    'of the dashboard is at %s',
    async (url) => {
      const { statusCode, body } = await browse(url)
      expect(statusCode).toBe(200)
      expect(body).toContain('<title>dashboard')
    },
  )

  test.each(['/portal', '/portal/invoices/1'])('of the portal is at %s', async (url) => {
    expect((await browse(url)).body).toContain('<title>portal')
  })

  test('has a nonce of its own in each answer, for styles alone', async () => {
    const [first, second] = [await browse('/'), await browse('/')]
    const nonce = /content="([^"]+)"/.exec(first.body)?.[1]
    expect(nonce).toMatch(/^[\w+/]{22}==$/)
    expect(second.body).not.toContain(nonce)
    const policy = String(first.headers['content-security-policy'])
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(/script-src [^;]+/.exec(policy)?.[0]).toBe(`script-src 'self' '${SCRIPT_HASH}'`)
    expect(policy).not.toMatch(/unsafe|\*/)
  })

  test('is not cached and cannot be framed', async () => {
    const { headers } = await browse('/')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
    expect(headers.etag).toBeUndefined()
  })

  test.each([
    ...['/v1/nothing', '/assets/gone-1a2b.js', '/docs/nothing', '/pay/x/y', '/webhooks/x'],
    ...['/healthz/x', '/metrics/x', '/checkout/x', '/openapi.json/x'],
  ])('is never the answer to %s', async (url) => {
    const { statusCode, headers } = await browse(url)
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toContain('json')
  })

  test.each([
    ['GET', '*/*'],
    ['GET', 'application/json'],
    ['POST', HTML],
    ['HEAD', HTML],
  ] as const)('is not the answer to %s that accepts %s', async (method, accept) => {
    const { statusCode } = await app.inject({ method, url: '/o/acme', headers: { accept } })
    expect(statusCode).toBe(404)
  })

  test('says what to do where nothing was built', async () => {
    expect(await readBuiltPages(join(folder, 'nowhere'))).toBeUndefined()
    const bare = serving(undefined)
    const { statusCode, body } = await bare.inject({ url: '/', headers: { accept: HTML } })
    expect(statusCode).toBe(503)
    expect(body).toContain('npm run build')
    await bare.close()
  })
})

describe('a file', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'brotli'],
    ['gzip, deflate', 'gzip'],
    ['', 'plain'],
  ])('for a browser that accepts "%s" is the one made for it', async (accepted, body) => {
    const headers = { 'accept-encoding': accepted }
    const answer = await app.inject({ url: '/assets/main-1a2b.js', headers })
    expect(answer.body).toBe(body)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
  })

  test.each(['../secret.txt', '%2e%2e%2fsecret.txt', '..%2findex.html', 'main-1a2b.js.br', ''])(
    'outside of the assets, such as %s, is not served',
    async (name) => {
      expect((await app.inject({ url: `/assets/${name}` })).statusCode).toBe(404)
    },
  )
})
