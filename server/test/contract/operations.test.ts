import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { followReferences } from '../support/openapi.ts'
import { llm, recordOne } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })

const get = (url: string) => t.app.inject({ url })

describe('health', () => {
  test.each(['/healthz', '/readyz'])('%s answers 200 without a key', async (url) => {
    const response = await get(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toContain('application/json')
    expect(response.json()).toMatchObject({ status: 'ok' })
  })

  test('/healthz says the version of the package', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'))
    expect((await get('/healthz')).json()).toEqual({ status: 'ok', version })
  })
})

describe('/metrics', () => {
  test('is in the text format of Prometheus', async () => {
    const response = await get('/metrics')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/plain/)
    const sample = /^[a-zA-Z_:][a-zA-Z0-9_:]*(\{.*\})? (-?[\d.]+(e[+-]?\d+)?|\+Inf|-Inf|NaN)$/i
    const samples = response.body.split('\n').filter((line) => line && !line.startsWith('#'))
    expect(samples.length).toBeGreaterThan(10)
    for (const line of samples) expect(line).toMatch(sample)
  })

  test('names no key, customer or path of a caller', async () => {
    await recordOne(t.api, llm({ customerExternalId: 'secret-customer' }))
    await t.api.get('/v1/services/01890000-0000-7000-8000-000000000000')
    await t.api.get('/v1/made-up-path-4711')
    const { body } = await get('/metrics')
    expect(body).not.toContain(t.organization.secretKey)
    expect(body).not.toContain('secret-customer')
    expect(body).not.toContain('01890000-0000-7000-8000-000000000000')
    expect(body).not.toContain('made-up-path-4711')
  })
})

describe('/openapi.json', () => {
  type Parameter = { name: string; in: string; required?: boolean; schema?: object }
  type Operation = {
    operationId: string
    parameters?: Parameter[]
    requestBody?: { content: Record<string, { schema: unknown }> }
    responses: Record<string, { description: string }>
  }
  const operations = async () => {
    const { paths } = followReferences((await get('/openapi.json')).json())
    return Object.entries<Record<string, Operation>>(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    )
  }
  const find = async (method: string, path: string) => {
    const found = (await operations()).find((one) => one.method === method && one.path === path)
    if (!found) throw new Error(`openapi.json lacks ${method} ${path}`)
    return found.operation
  }

  test('is served without a key, as OpenAPI 3.1', async () => {
    const response = await get('/openapi.json')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toContain('application/json')
    expect(response.json()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: expect.any(String), version: expect.any(String) },
    })
  })

  test('describes every route of the API', async () => {
    const routes = (await operations()).map(({ method, path }) => `${method} ${path}`)
    expect(routes).toEqual(
      expect.arrayContaining([
        'get /v1/verify',
        'post /v1/usage/record',
        'post /v1/usage/estimate',
        'get /v1/events',
        'get /v1/events/needs-cost-backfill',
        'get /v1/events/map-model/estimate',
        'post /v1/events/map-model',
        'get /v1/services',
        'get /v1/services/{serviceId}',
      ]),
    )
  })

  test('gives each operation its own id, described answers and declared path parameters', async () => {
    const all = await operations()
    const ids = all.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of all) {
      expect(Object.keys(operation.responses).length, path).toBeGreaterThan(0)
      for (const [status, answer] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^([1-5]\d\d|default)$/)
        expect(answer.description).toEqual(expect.any(String))
      }
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path')
      expect(declared.map(({ name }) => name)).toEqual(inPath)
      expect(declared.every(({ required }) => required)).toBe(true)
    }
  })

  test('declares the key in x-api-key and asks for it wherever keys may call', async () => {
    const document = (await get('/openapi.json')).json()
    const schemes = Object.entries<{ type: string; in: string; name: string }>(
      document.components.securitySchemes,
    )
    const [name] =
      schemes.find(([, one]) => one.type === 'apiKey' && one.name.toLowerCase() === 'x-api-key') ??
      []
    expect(name).toEqual(expect.any(String))
    for (const { path, method } of await operations()) {
      const operation = document.paths[path][method]
      if (operation['x-callers'] !== 'keys and members') continue
      const { security } = operation
      expect(security, path).toContainEqual({ [String(name)]: [] })
    }
  })

  test('asks for no parameter that has a default', async () => {
    for (const { path, operation } of await operations()) {
      const preset = operation.parameters?.filter(({ schema }) => schema && 'default' in schema)
      for (const { name, required } of preset ?? [])
        expect([path, name, required]).toEqual([path, name, false])
    }
  })

  test('documents the query of each list and the refusals of each route', async () => {
    const namesOf = async (path: string) =>
      (await find('get', path)).parameters
        ?.filter((one) => one.in === 'query')
        .map(({ name }) => name)
        .toSorted()
    expect(await namesOf('/v1/events')).toEqual(
      [
        'after',
        'agentId',
        'customerExternalId',
        'customerId',
        'endDate',
        'eventProcessed',
        'limit',
        'page',
        'runId',
        'signalId',
        'sortBy',
        'sortOrder',
        'startDate',
      ].toSorted(),
    )
    expect(await namesOf('/v1/services')).toEqual(
      ['isApi', 'limit', 'page', 'provider', 'search', 'serviceType'].toSorted(),
    )
    const statuses = async (method: string, path: string) =>
      Object.keys((await find(method, path)).responses)
    expect(await statuses('post', '/v1/usage/record')).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '429']),
    )
    expect(await statuses('get', '/v1/services/{serviceId}')).toEqual(
      expect.arrayContaining(['200', '401', '404']),
    )
  })

  test('uses no keyword that 3.1 dropped and no reference that leads nowhere', async () => {
    const document = (await get('/openapi.json')).json()
    const visit = (value: unknown, at: string): void => {
      if (value === null || typeof value !== 'object') return
      for (const [key, child] of Object.entries(value)) {
        if (!at.endsWith('properties')) {
          expect(`${at}.${key}`).not.toMatch(/\.(nullable|x-nullable)$/)
          if (/^exclusiveM(in|ax)imum$/.test(key)) expect(typeof child).toBe('number')
        }
        if (key === '$ref') expect(resolve(document, String(child)), String(child)).toBeDefined()
        visit(child, `${at}.${key}`)
      }
    }
    visit(document, '$')
  })

  const resolve = (document: unknown, ref: string): unknown =>
    ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>(
        (value, key) => (value && typeof value === 'object' ? Reflect.get(value, key) : undefined),
        document,
      )
})

test('/docs shows the API reference without a key', async () => {
  const response = await t.app.inject({ url: '/docs' })
  expect([200, 301, 302, 308]).toContain(response.statusCode)
  const location = response.headers.location
  const page = location ? await get(new URL(location, 'http://localhost/docs').pathname) : response
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
})

test('every operation is in a group of the reference, and no group names an unused tag', async () => {
  const { body: document } = await t.api.get('/openapi.json')
  const operations = Object.values<Record<string, { tags?: string[] }>>(document.paths).flatMap(
    (path) => Object.values(path),
  )
  const used = new Set(operations.flatMap(({ tags = ['none'] }) => tags))
  const grouped = document['x-tagGroups'].flatMap(({ tags }: { tags: string[] }) => tags)
  expect([...used].toSorted()).toEqual(grouped.toSorted())
})

test('the reference loads nothing from elsewhere', async () => {
  const page = await t.app.inject({ url: '/docs/' })
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  expect((await t.app.inject({ url: '/docs/js/scalar.js' })).statusCode).toBe(200)
})

test('the reference runs its own inline script, by its hash, and no other', async () => {
  const page = await t.app.inject({ url: '/docs/' })
  const policy = String(page.headers['content-security-policy'])
  const inline = [...page.body.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)]
  expect(inline.length).toBeGreaterThan(0)
  const hashes = inline.map(([, script = '']) => {
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  })
  expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${hashes.join(' ')}`)
})

describe('/openapi.json, apart from the bodies,', () => {
  type Named = { name: string; in: string }
  type Operation = {
    operationId: string
    parameters?: Named[]
    responses: Record<string, { description: string; headers: Record<string, object> }>
    'x-callers': string
  }
  const document = async () => (await get('/openapi.json')).json()
  const operationsOf = async () => {
    const { paths } = followReferences(await document())
    return Object.entries<Record<string, Operation>>(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
    )
  }
  const headersOf = ({ parameters = [] }: Operation) =>
    parameters.filter((one) => one.in === 'header').map(({ name }) => name)

  test('gives every object a name, and no two names to one thing', async () => {
    const { paths, components } = await document()
    const isNamed = /^\$\.components\.schemas\.\w+$/
    const visit = (value: unknown, at: string): string[] => {
      if (value === null || typeof value !== 'object' || /\.examples?$/.test(at)) return []
      // An object without fields is free-form, such as metadata.
      const fields = Object.keys(('properties' in value && value.properties) || {})
      const isAnonymous = fields.length > 0 && !at.endsWith('.properties') && !isNamed.test(at)
      const inside = Object.entries(value).flatMap(([key, part]) => visit(part, `${at}.${key}`))
      return isAnonymous ? [at, ...inside] : inside
    }
    expect(visit({ paths, components }, '$')).toEqual([])
    const shapes = Object.entries<{ properties?: object; required?: string[] }>(components.schemas)
      .filter(([, { properties = {} }]) => Object.keys(properties).length > 1)
      .map(([, { properties, required }]) => JSON.stringify({ properties, required }))
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) < index)).toEqual([])
  })

  test('has one name for free-form objects', async () => {
    const visit = (value: unknown, at: string): string[] => {
      if (value === null || typeof value !== 'object') return []
      const inside = Object.entries(value).flatMap(([key, part]) => visit(part, `${at}.${key}`))
      return Reflect.get(value, 'additionalProperties') === true ? [at, ...inside] : inside
    }
    expect(visit(await document(), '$')).toEqual(['$.components.schemas.JsonObject'])
  })

  test('has shared components for common parameters', async () => {
    const { paths, components } = await document()
    const taken = Object.values<Record<string, Operation>>(paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ operationId, parameters = [] }) =>
        parameters.map(({ name }) => ({ operationId, name })),
      )
    const copies = taken.filter(({ name }) => name in components.parameters)
    // The pages of these lists have another size.
    expect(copies).toEqual([
      { operationId: 'listServices', name: 'limit' },
      // Required there.
      { operationId: 'createTopUp', name: 'Idempotency-Key' },
      { operationId: 'listPortalSessions', name: 'limit' },
      { operationId: 'createPortalTopUp', name: 'Idempotency-Key' },
    ])
    expect(Object.keys(components.parameters)).toContain('X-Request-Id')
  })

  test('describes an id in one way', async () => {
    const visit = (value: unknown): string[] => {
      if (value === null || typeof value !== 'object') return []
      const { description: _, ...shape } = value as Record<string, unknown>
      const inside = Object.values(value).flatMap(visit)
      return shape.format === 'uuid' ? [JSON.stringify(shape), ...inside] : inside
    }
    const shapes = visit(await document())
    expect(shapes.length).toBeGreaterThan(100)
    expect([...new Set(shapes)]).toEqual([JSON.stringify({ type: 'string', format: 'uuid' })])
  })

  test('names a server, so that clients can be made of it', async () => {
    const { servers } = await document()
    expect(servers).toMatchObject([{ url: '/' }])
  })

  test('describes every answer', async () => {
    for (const { operationId, responses } of await operationsOf()) {
      for (const [status, { description }] of Object.entries(responses)) {
        const place = `${operationId} ${status}: ${description}`
        expect(description.length, place).toBeGreaterThan(4)
        expect(description, place).not.toBe('Default Response')
      }
    }
  })

  test('names Idempotency-Key wherever it is accepted, and only there', async () => {
    const without = [
      ...['recordUsage', 'estimateUsage'],
      ...['exportTraces', 'exportLogs', 'exportMetrics', 'ingestLitellm', 'ingestCloudEvents'],
      'previewAttributionRule',
      // Repeated with the same run, they have the same result.
      ...['createHold', 'checkRun', 'extendHold', 'releaseHold'],
      ...['previewInvoice', 'previewPricingStrategies', 'previewSubscription'],
      ...['previewPriceChange', 'compareOutcomes'],
      // Their responses contain links, or they end the session that the key belongs to.
      ...['createInvitation', 'resendInvitation', 'leaveOrganization'],
    ]
    for (const operation of await operationsOf()) {
      const { method, operationId, 'x-callers': callers } = operation
      const isHeeded =
        (method === 'post' && callers.endsWith('members') && !without.includes(operationId)) ||
        // The one route of customers that takes a key.
        operation.operationId === 'createPortalTopUp'
      expect(headersOf(operation).includes('Idempotency-Key'), operationId).toBe(isHeeded)
    }
  })

  test('names the headers of answers, each of which is there', async () => {
    const { components } = await document()
    for (const operation of await operationsOf()) {
      expect(headersOf(operation)).toContain('X-Request-Id')
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        const names = Object.keys(headers)
        const place = `${operation.operationId} ${status}`
        expect(names, place).toContain('X-Request-Id')
        expect(names.includes('Retry-After'), place).toBe(['429', '503'].includes(status))
        for (const name of names) expect(headers[name], place).toEqual(components.headers[name])
      }
    }
  })
})
