import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { handleNotFound } from '../../platform/http/error-handler.ts'
import { type Guides, readGuides } from './guides.ts'
import { llmsFull, llmsIndex } from './llms.ts'
import { guidePage, POLICY } from './page.ts'
import { PATH } from './render.ts'

const FOLDER = join(import.meta.dirname, '../../../../docs')
const SOME_MINUTES = 'public, max-age=300'
const MARKDOWN = 'text/markdown; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

type Deps = { config: { publicUrl: string } }

/** Serves the guides of `docs/` as HTML and Markdown. Files are loaded at the first request. */
export const guideRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { config }) => {
  let reading: Promise<Guides | undefined> | undefined
  const read = () => {
    reading ??= readGuides(FOLDER, config.publicUrl)
    return reading
  }
  const open = { config: { scope: 'public' as const }, schema: { hide: true } }

  app.get(PATH, open, async (request, reply) => {
    const guides = await read()
    if (guides === undefined) return handleNotFound(request, reply)
    return sendPage(reply, guidePage(guides.index, guides))
  })
  const params = Type.Object({ '*': Type.String() })
  app.get(`${PATH}/*`, { ...open, schema: { ...open.schema, params } }, async (request, reply) => {
    const path = request.params['*']
    const guides = await read()
    const all = guides ? [guides.index, ...guides.guides] : []
    const page = all.find(({ name }) => name === path)
    if (guides && page) return sendPage(reply, guidePage(page, guides))
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

function sendPage(reply: FastifyReply, page: string) {
  void reply.headers({ 'content-security-policy': POLICY, 'x-frame-options': 'DENY' })
  return sendText(reply, 'text/html; charset=utf-8', page)
}

function sendText(reply: FastifyReply, type: string, text: string) {
  return reply
    .type(type)
    .header('cache-control', SOME_MINUTES)
    .serializer((body: string) => body)
    .send(text)
}
