import { fastify } from 'fastify'
import { Type } from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { handleError } from '../error-handler.ts'
import { uuid } from '../fields.ts'
import { pageParameters, sortOrder } from '../list.ts'
import { addJsonBodyParser } from './json-body.ts'
import { addValidation } from './validation.ts'

const app = fastify()
app.setErrorHandler(handleError)
addJsonBodyParser(app)
addValidation(app)
const Id = Type.Object({ id: uuid() })
app.get('/ids/:id', { schema: { params: Id } }, async ({ params }) => params)
const Named = Type.Object({ name: Type.String(), 'a/b': Type.Optional(Type.String()) })
const Body = Type.Object({ signals: Type.Array(Named) })
app.post('/object', { schema: { body: Body } }, async ({ body }) => body)
app.post('/array', { schema: { body: Type.Array(Named) } }, async ({ body }) => body)
const ListQuery = Type.Object({ ...pageParameters, sortOrder })
app.get('/list', { schema: { querystring: ListQuery } }, async ({ query }) => query)
const accept = async ({ body }: { body: unknown }) => ({ body: body ?? 'nothing' })
app.post('/optional', { schema: { body: Type.Union([Body, Type.Null()]) } }, accept)
app.delete('/none', accept)
afterAll(() => app.close())

const UUID = '01890000-0000-7000-8000-00000000ABCD'

describe('an id', () => {
  test.each([UUID, UUID.toLowerCase()])('%s is accepted', async (id) => {
    expect((await app.inject({ url: `/ids/${id}` })).statusCode).toBe(200)
  })

  test.each([`urn:uuid:${UUID}`, `{${UUID}}`, UUID.replaceAll('-', ''), `${UUID}0`])(
    '%s is rejected',
    async (id) => {
      const answer = await app.inject({ url: `/ids/${id}` })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().message).toEqual([expect.stringMatching(/^id must be a UUID such as/)])
    },
  )
})

describe('a request of type JSON that has no body', () => {
  const send = (method: 'POST' | 'DELETE', url: string) =>
    app.inject({ method, url, headers: { 'content-type': 'application/json' } })

  test('is accepted where the body is optional', async () => {
    expect((await send('POST', '/optional')).json()).toEqual({ body: 'nothing' })
    expect((await send('DELETE', '/none')).json()).toEqual({ body: 'nothing' })
  })

  test('is refused where a body is required', async () => {
    const answer = await send('POST', '/object')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain('body must be an object')
  })
})

describe('a refusal names the field', () => {
  test.each([
    ['/object', { signals: [{ name: '' }, { name: '' }, { name: 1 }] }, 'signals[2].name'],
    ['/object', { signals: [{ name: '', 'a/b': 1 }] }, 'signals[0].a/b'],
    ['/array', [{ name: '' }, { name: '' }, { name: 1 }], '[2].name'],
    ['/array', [1], '[0]'],
  ])('of %s %j', async (url, payload, field) => {
    const { message } = (await app.inject({ method: 'POST', url, payload })).json()
    expect(message.map((text: string) => text.split(' ')[0])).toEqual([field])
  })
})

describe('a list', () => {
  test('fills in the defaults of missing parameters', async () => {
    const answer = await app.inject({ url: '/list' })
    expect(answer.json()).toEqual({ page: 1, limit: 20, sortOrder: 'desc' })
  })

  test('requires no parameter of its caller', () => {
    expect(ListQuery).not.toHaveProperty('required', expect.arrayContaining(['page']))
    expect(JSON.parse(JSON.stringify(ListQuery)).required ?? []).toEqual([])
  })
})

describe('a number with more digits than a float keeps', () => {
  const t = useTestApp()

  const post = (url: string, payload: string) =>
    t.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'x-api-key': t.organization.secretKey, 'content-type': 'application/json' },
    })

  test.each([
    ['/v1/customers', '{"name": "A", "metadata": 12345678901234567890}', 'metadata'],
    ['/v1/customers', '{"name": "A", "metadata": 1e400}', 'metadata'],
    ['/v1/customers', '{"name": 12345678901234567890}', 'name'],
    ['/v1/pricing-plans', '{"name": "A", "featuresList": 12345678901234567890}', 'featuresList'],
    ['/v1/customers', '12345678901234567890', 'body'],
  ])('is no object and no text: %s %s', async (url, body, field) => {
    const answer = await post(url, body)
    expect(answer.statusCode).toBe(400)
    expect(JSON.stringify(answer.json().message)).toContain(field)
  })

  test.each([
    ['/v1/customers', 'metadata'],
    ['/v1/pricing-plans', 'featuresList'],
  ])('stays exact in free-form fields: %s %s', async (url, field) => {
    const kept = '{"deep":{"id":12345678901234567890},"flat":98765432109876543210}'
    const answer = await post(url, `{"name": "A", "${field}": ${kept}}`)
    expect(answer.statusCode).toBe(201)
    expect(answer.body).toContain(kept)
    const { id } = answer.json()
    const found = await t.app.inject({
      url: `${url}/${id}`,
      headers: { 'x-api-key': t.organization.secretKey },
    })
    expect(found.body).toContain(kept)
  })
})
