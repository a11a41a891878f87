import { readFileSync } from 'node:fs'
import compile from 'fast-json-stringify'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { followReferences } from '../../../test/support/openapi.ts'
import { addSerialization } from './serialization.ts'

type Answer = { content?: Record<string, { schema: object }> }
type Document = { paths: Record<string, Record<string, { responses: Record<string, Answer> }>> }

test('every response schema compiles, which the start does not check', () => {
  const file = new URL('../../../../openapi.json', import.meta.url)
  const { paths } = followReferences(JSON.parse(readFileSync(file, 'utf8'))) as Document
  const schemas = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ content }) => content?.['application/json']?.schema ?? [])
  expect(schemas.length).toBeGreaterThan(100)
  for (const schema of schemas) expect(() => compile(schema)).not.toThrow()
})

test('an answer is written by the schema of its status, and by no other', async () => {
  const app = fastify()
  addSerialization(app)
  const only = (name: string) => ({
    type: 'object',
    properties: { [name]: { type: 'string' } },
  })
  app.get(
    '/',
    { schema: { response: { 200: only('told'), 404: only('message') } } },
    async (request, reply) =>
      reply
        .code(Object.hasOwn(request.query ?? {}, 'none') ? 404 : 200)
        .send({ told: 'yes', message: 'no', secret: 'never' }),
  )
  expect((await app.inject('/')).json()).toEqual({ told: 'yes' })
  expect((await app.inject('/?none')).json()).toEqual({ message: 'no' })
  expect((await app.inject('/')).json()).toEqual({ told: 'yes' })
})

test('numbers are in plain notation, however large or small they are', async () => {
  const app = fastify()
  addSerialization(app)
  const properties = {
    large: { type: 'number' },
    small: { type: 'number' },
    count: { type: 'integer' },
  }
  app.get('/', { schema: { response: { 200: { type: 'object', properties } } } }, async () => {
    return { large: 9.007199164668998e23, small: -1.5e-8, count: 2 ** 53 }
  })
  const { body } = await app.inject('/')
  expect(body).toBe(
    '{"large":900719916466899800000000,"small":-0.000000015,"count":9007199254740992}',
  )
})
