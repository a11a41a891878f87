import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { handleNotFound } from '../../platform/http/error-handler.ts'
import type { BuiltPages } from '../../platform/http/pages/built-pages.ts'
import { type Guide, type Guides, readGuides } from './guides.ts'
import { llmsFull, llmsIndex } from './llms.ts'
import { guidePage, policyOf } from './page.ts'
import { PATH } from './render.ts'
import { guideScripts } from './scripts.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const SOME_MINUTES = 'public, max-age=300'
const MARKDOWN = 'text/markdown; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

type Deps = { config: { publicUrl: string }; pages: BuiltPages | undefined }

/** Serves the guides and the pages of the clients as HTML and Markdown. Files are loaded at the first request. */
export const guideRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { config, pages }) => {
  let reading: Promise<Guides | undefined> | undefined
  const read = () => {
    reading ??= readGuides(ROOT, config.publicUrl)
    return reading
  }
  const scripts = guideScripts(pages)
  const policy = policyOf(scripts)
  const sendPage = (reply: FastifyReply, page: Guide, guides: Guides) => {
    void reply.headers({ 'content-security-policy': policy, 'x-frame-options': 'DENY' })
    return sendText(reply, 'text/html; charset=utf-8', guidePage(page, guides, scripts))
  }
  const open = { config: { scope: 'public' as const }, schema: { hide: true } }

  app.get(PATH, open, async (request, reply) => {
    const guides = await read()
    if (guides === undefined) return handleNotFound(request, reply)
    return sendPage(reply, guides.index, guides)
  })
  const params = Type.Object({ '*': Type.String() })
  app.get(`${PATH}/*`, { ...open, schema: { ...open.schema, params } }, async (request, reply) => {
    const path = request.params['*']
    const guides = await read()
    const all = guides ? [guides.index, ...guides.guides] : []
    const page = all.find(({ name }) => name === path)
    if (guides && page) return sendPage(reply, page, guides)
    const source = all.find(({ name }) => `${name}.md` === path)
    if (source) return sendText(reply, MARKDOWN, source.markdown)
    const file = guides?.files.get(path)
    if (file === undefined) return handleNotFound(request, reply)
    return reply.type(file.type).header('cache-control', SOME_MINUTES).send(file.body)
  })
  app.get('/llms.txt', open, async (request, reply) => {
    const guides = await read()
    if (guides === undefined) return handleNotFound(request, reply)
    return sendText(reply, TEXT, llmsIndex(guides, config.publicUrl))
  })
  app.get('/llms-full.txt', open, async (request, reply) => {
    const guides = await read()
    if (guides === undefined) return handleNotFound(request, reply)
    return sendText(reply, TEXT, llmsFull(guides))
  })
}

function sendText(reply: FastifyReply, type: string, text: string) {
  return reply
    .type(type)
    .header('cache-control', SOME_MINUTES)
    .serializer((body: string) => body)
    .send(text)
}
