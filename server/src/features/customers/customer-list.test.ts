import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../../test/support/use-app.ts'

// All customers share one creation time, so that only the id orders them.
const service = useTestApp({ now: () => new Date('2026-05-01T00:00:00Z') })
const customers = [
  { name: 'beta', externalId: 'x3', email: 'sales@one.example' },
  { name: 'Alpha', externalId: 'x1', status: 'suspended' },
  { name: 'beta', externalId: 'x2', status: 'inactive' },
  { name: '100%_sure\\', email: 'MiXed@case.example' },
  { name: 'Ümläut 客户' },
]
beforeAll(async () => {
  for (const customer of customers) await service.api.post('/v1/customers', customer)
  const { body } = await service.api.post('/v1/customers', { name: 'Gone', externalId: 'x9' })
  await service.api.delete(`/v1/customers/${body.id}`)
})

async function list(query = '') {
  const { status, body } = await service.api.get(`/v1/customers?${query}`)
  expect(status).toBe(200)
  return body
}
const names = (body: { results: { name: string }[] }) => body.results.map(({ name }) => name)
const externalIds = (body: { results: { externalId: string }[] }) =>
  body.results.map(({ externalId }) => externalId)

test('shows the live customers, latest first, in the envelope of every list', async () => {
  const body = await list()
  expect(body).toMatchObject({ page: 1, limit: 20, totalPages: 1, totalResults: 5 })
  expect(names(body)).toEqual(customers.map(({ name }) => name).toReversed())
  const { results } = body
  expect((await service.api.get(`/v1/customers/${results[0].id}`)).body).toEqual(results[0])
})

test('sorts, with ties by id, so that pages never overlap', async () => {
  expect(names(await list('sortBy=createdAt&sortOrder=asc'))).toEqual(
    customers.map(({ name }) => name),
  )
  const byName = await list('sortBy=name&sortOrder=asc')
  expect(names(byName).slice(0, 4)).toEqual(['100%_sure\\', 'Alpha', 'beta', 'beta'])
  expect(externalIds(byName).slice(2, 4)).toEqual(['x3', 'x2'])
  expect(externalIds(await list('sortBy=externalId&sortOrder=asc'))).toEqual([
    'x1',
    'x2',
    'x3',
    null,
    null,
  ])
  expect(externalIds(await list('sortBy=externalId'))).toEqual(['x3', 'x2', 'x1', null, null])

  const seen: string[] = []
  for (const page of [1, 2, 3]) {
    seen.push(...names(await list(`sortBy=name&sortOrder=desc&limit=2&page=${page}`)))
  }
  expect(seen).toEqual(names(await list('sortBy=name&sortOrder=desc')))
  expect(await list('limit=2&page=9')).toMatchObject({ results: [], totalPages: 3, page: 9 })
  expect(await list('limit=5000')).toMatchObject({ limit: 100 })
})

describe('filters', () => {
  test.each([
    ['status=suspended', ['Alpha']],
    ['status=active&search=beta', ['beta']],
    ['externalId=x2', ['beta']],
    ['externalId=X2', []],
    ['externalId=x9', []],
    ['search=BETA', ['beta', 'beta']],
    ['search=x1', ['Alpha']],
    ['search=ONE.example', ['beta']],
    ['search=mixed%40CASE', ['100%_sure\\']],
    ['search=ümläut', ['Ümläut 客户']],
    ['search=%E5%AE%A2', ['Ümläut 客户']],
    ['search=0%25_', ['100%_sure\\']],
    ['search=%5C', ['100%_sure\\']],
    ['search=_eta', []],
    ['search=%27%20or%201%3D1--', []],
    ['search=&externalId=', customers.map(({ name }) => name).toReversed()],
  ])('%s', async (query, expected) => {
    const body = await list(query)
    expect(names(body)).toEqual(expected)
    expect(body.totalResults).toBe(expected.length)
  })

  test.each([
    'status=gone',
    'sortBy=email',
    'sortOrder=up',
    'page=0',
    'limit=0',
    'limit=x',
    `search=${'x'.repeat(256)}`,
  ])('refuses %s', async (query) => {
    const { status, body } = await service.api.get(`/v1/customers?${query}`)
    expect(status).toBe(400)
    expect(JSON.stringify(body.message)).toContain(query.split('=')[0])
  })
})
