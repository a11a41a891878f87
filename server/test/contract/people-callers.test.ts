import { expect, test } from 'vitest'
import { createApi } from '../support/app.ts'
import { documentedRoutes } from '../support/openapi.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()
const routes = documentedRoutes().filter(({ path }) => path.startsWith('/v1/'))
const ofPeople = routes.filter(({ callers }) =>
  ['members', 'people', 'visitors'].includes(callers ?? ''),
)

test('every route documents its callers', () => {
  const known = ['anybody', 'visitors', 'people', 'members', 'keys and members', 'customers']
  expect(routes.filter(({ callers }) => !known.includes(callers ?? ''))).toEqual([])
  expect(ofPeople.length).toBeGreaterThan(5)
})

/** Replaces each path parameter with some value; it is never read. */
const urlOf = (path: string) => path.replace(/\{\w+\}/g, t.organization.id)

test.each(ofPeople)('$name refuses an API key, even a valid one', async ({ method, path }) => {
  const { secretKey, publishableKey } = t.organization
  for (const key of [secretKey, publishableKey]) {
    const answer = await createApi(t.app, key).call(method, urlOf(path), {})
    expect(answer).toMatchObject({ status: 403, body: { code: 'person_only' } })
  }
  expect((await createApi(t.app, 'pw_sk_test_x').call(method, urlOf(path), {})).status).toBe(401)
})
