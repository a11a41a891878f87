import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { type Fields, givenAgent, givenCustomer, givenPlan, unique } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { followReferences } from '../support/openapi.ts'
import { llm } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

const BROKEN = [
  'a\nb',
  'a\r\nBcc: b@evil.example',
  'a\tb',
  'a\u0007b',
  'a\u0085b',
  'a\u2028b',
  'a\n',
]

describe('a name with a line break or a control character is refused by its field', () => {
  const refused = async (path: string, body: (name: string) => unknown, field: string) => {
    for (const name of BROKEN) {
      const answer = await api.post(path, body(name))
      expect(answer.status, JSON.stringify([name, answer.body])).toBe(400)
      expect(messageOf(answer)).toContain(field)
    }
  }

  test.each<[string, Fields]>([
    ['customers', { name: 'Acme' }],
    ['customers', { name: 'Acme', externalId: 'acme' }],
    ['customers', { name: 'Acme', city: 'Berlin', billingContactName: 'Ann', phone: '1' }],
    ['agents', { name: 'Support', agentCode: 'support' }],
    ['pricing-plans', { name: 'Pro' }],
    ['coupons', { name: 'Half', percentOff: 50 }],
    ['tax-rates', { name: 'VAT', percentage: 19 }],
  ])('POST /v1/%s %o', async (list, body) => {
    for (const field of Object.keys(body).filter((key) => typeof body[key] === 'string')) {
      await refused(`/v1/${list}`, (name) => ({ ...body, [field]: name }), field)
    }
  })

  test('signals, strategies and copies of plans', async () => {
    const { id: agentId } = await givenAgent(api)
    const { id: planId } = await givenPlan(api)
    const fee = { chargeType: 'recurring', rate: 1 }
    await refused('/v1/signals', (name) => ({ agentId, name }), 'name')
    await refused('/v1/signals', (shortName) => ({ agentId, name: 'a', shortName }), 'shortName')
    const strategies = `/v1/pricing-plans/${planId}/pricing-strategies`
    await refused(strategies, (name) => [{ ...fee, name }], '[0].name')
    await refused(`/v1/pricing-plans/${planId}/copy`, (name) => ({ name }), 'name')
  })

  test('the organization', async () => {
    for (const name of BROKEN) {
      expect((await api.patch('/v1/organization', { name })).status).toBe(400)
    }
  })
})

test.each(['customerExternalId', 'agentCode', 'signalName'])(
  'a usage record with a line break in its %s fails alone',
  async (field) => {
    const bad = BROKEN.map((name) => llm({ customerExternalId: 'acme', [field]: name }))
    const good = llm({ customerExternalId: unique('good') })
    const { status, body } = await api.post('/v1/usage/record', { records: [...bad, good] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ successful: 1, failed: BROKEN.length })
    for (const failed of body.results.failed) {
      expect(failed).toMatchObject({ code: 'VALIDATION_ERROR', stored: false })
      expect(failed.error).toContain(field)
    }
    expect((await api.get('/v1/customers')).body.totalResults).toBe(1)
  },
)

test('descriptions and addresses keep their line breaks, and take no other control character', async () => {
  const lines = 'First line\r\nSecond\tline\n'
  const body = { name: 'Acme', addressLine1: lines, taxExemptionReason: lines }
  const made = await api.post('/v1/customers', body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { body: read } = await api.get(`/v1/customers/${made.body.id}`)
  expect(read).toMatchObject(body)
  expect((await api.post('/v1/pricing-plans', { name: 'Pro', description: lines })).status).toBe(
    201,
  )
  const bell = await api.post('/v1/pricing-plans', { name: 'Pro', description: 'a\u0007b' })
  expect(bell.status).toBe(400)
  expect(messageOf(bell)).toContain('description')
})

test('names that were stored before are read, found and changed', async () => {
  const { id } = await givenCustomer(api, { externalId: unique('old') })
  const [name, externalId] = ['Old\nname', unique('old\n')]
  const stored = 'update customers set name = $2, external_id = $3 where id = $1'
  await t.database.pool.query(stored, [id, name, externalId])
  expect((await api.get(`/v1/customers/${id}`)).body).toMatchObject({ name, externalId })
  const path = `/v1/customers/by-external-id/${encodeURIComponent(externalId)}`
  expect((await api.get(path)).body.id).toBe(id)
  const link = await api.post('/v1/portal-sessions', { customerExternalId: externalId })
  expect(link.status).toBe(201)
  expect((await api.patch(`/v1/customers/${id}`, { city: 'Berlin' })).status).toBe(200)
})

/**
 * Fields that are not free text: parsed, or compared with stored values. Records are tested above.
 */
const NO_TEXTS =
  /(^|\.)(records\b.*|\w*Date|\w*[eE]mail|timezone|\w*[pP]assword|billingPeriod\w+|quantity|token|amount|amountOff|percentOff|percentage|rate|lower|upper|proratedAmount|currency|customerExternalId|returnUrl|now)$/

test('every text that a request takes refuses control characters', () => {
  const document = followReferences(
    JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')),
  )
  const open: string[] = []
  for (const [path, methods] of Object.entries<Fields>(document.paths)) {
    for (const [method, operation] of Object.entries<Fields>(methods as never)) {
      const content = (operation as Operation).requestBody?.content ?? {}
      for (const { schema } of Object.values(content)) {
        for (const [name, text] of textsOf(schema, '')) {
          const isOpen = text.pattern === undefined || new RegExp(text.pattern, 'u').test('a\u0007')
          if (isOpen && !NO_TEXTS.test(name)) open.push(`${method} ${path} ${name}`)
        }
      }
    }
  }
  expect(open).toEqual([])
})

type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } }
type Schema = {
  type?: string | string[]
  enum?: unknown
  const?: unknown
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

function textsOf(schema: Schema, name: string): [string, Schema][] {
  const { properties = {}, items, anyOf = [], type, format } = schema
  const isText = [type].flat().includes('string') && !schema.enum && schema.const === undefined
  return [
    ...(isText && format === undefined ? [[name, schema] as [string, Schema]] : []),
    ...Object.entries(properties).flatMap(([key, one]) =>
      textsOf(one, name ? `${name}.${key}` : key),
    ),
    ...(items ? textsOf(items, name) : []),
    ...anyOf.flatMap((one) => textsOf(one, name)),
  ]
}
