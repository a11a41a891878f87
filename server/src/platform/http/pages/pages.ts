import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { handleNotFound } from '../error-handler.ts'
import { html } from '../html.ts'
import type { Asset, BuiltPages, Page } from './built-pages.ts'

const PUBLIC = { config: { scope: 'public' as const } }
/** Asset names contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Paths that are never browser pages, even if nothing is found there. */
const NON_PAGE_PATHS =
  /^\/(assets|v1|docs|pay|checkout|r|webhooks|healthz|readyz|metrics|openapi\.json)(\/|$)/
const PORTAL = /^\/portal(\/|$)/

/** Serves the assets of the browser pages. A missing asset is a 404, never a page. */
export function addAssets(app: FastifyInstance, built: BuiltPages | undefined): void {
  const params = Type.Object({ '*': Type.String() })
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { ...PUBLIC, schema: { hide: true, params } },
    (request, reply) => {
      const asset = built?.assets.get(request.params['*'])
      if (asset === undefined) return handleNotFound(request, reply)
      const { encoding, body } = bodyFor(asset, String(request.headers['accept-encoding'] ?? ''))
      if (encoding !== undefined) void reply.header('content-encoding', encoding)
      void reply.type(asset.type).header('vary', 'accept-encoding')
      return reply.header('cache-control', IMMUTABLE).send(body)
    },
  )
}

/**
 * Handles requests without a route: a browser that requests a page gets one, any other client a
 * 404.
 */
export function pageOrNotFound(built: BuiltPages | undefined) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (!wantsPage(request) || NON_PAGE_PATHS.test(path)) return handleNotFound(request, reply)
    const page = built?.pages.get(PORTAL.test(path) ? 'portal.html' : 'index.html')
    return page === undefined ? sendNotBuilt(reply) : sendPage(reply, page)
  }
}

function wantsPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '')
}

function bodyFor({ body, brotli, gzip }: Asset, accepted: string) {
  if (brotli && /\bbr\b/.test(accepted)) return { encoding: 'br', body: brotli }
  if (gzip && /\bgzip\b/.test(accepted)) return { encoding: 'gzip', body: gzip }
  return { encoding: undefined, body }
}

/** Sends a page that must not be cached, because a cached page would contain an outdated nonce. */
function sendPage(reply: FastifyReply, { html: source, scriptHashes }: Page) {
  const nonce = randomBytes(16).toString('base64')
  void reply.headers({
    'content-security-policy': policy(nonce, scriptHashes),
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  })
  // A function, because `$&` and similar have a meaning in a replacement text.
  const page = source.replaceAll('__NONCE__', () => nonce)
  return reply.code(200).type('text/html; charset=utf-8').send(page)
}

function policy(nonce: string, scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

function sendNotBuilt(reply: FastifyReply) {
  const { markup } = html`<!doctype html>
<html lang="en"><title>Piecework</title>
<p>The service runs, but its pages were not built. Run <code>npm run build</code> and start it again.</p>`
  return reply
    .code(503)
    .headers({ 'content-security-policy': "default-src 'none'", 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(markup)
}
