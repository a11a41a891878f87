import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { countEvents, findEvent, listEvents, llm, sms, without } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: (end) => expectRollupsToAddUp(end, { costDataIsExact: false }) })

// Costs of random token counts may have more digits than the JSON numbers of usageCostData.

/** Sends raw JSON text, which JSON.stringify cannot produce. */
async function send(payload: string, url = '/v1/usage/record') {
  const response = await t.app.inject({
    method: 'POST',
    url,
    headers: { 'x-api-key': t.organization.secretKey, 'content-type': 'application/json' },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

/** Returns a record as JSON text, with one raw member. */
const recordText = (member: string, record: Record<string, unknown> = llm()) =>
  `{${JSON.stringify(record).slice(1, -1)},${member}}`

/**
 * Sends the text of a record between two valid ones. Either the whole request is refused, or this
 * record alone. The error must blame the record and not the server, so that the caller does not
 * retry.
 */
async function refusesOrFails(text: string): Promise<void> {
  const before = await countEvents(t.database.pool)
  const { status, body } = await send(
    `{"records":[${JSON.stringify(llm())},${text},${JSON.stringify(sms())}]}`,
  )
  const after = await countEvents(t.database.pool)
  if (status === 200) {
    expect(body).toMatchObject({ processed: 3, successful: 2, failed: 1 })
    expect(body.results.failed).toMatchObject([
      { index: 1, code: 'VALIDATION_ERROR', stored: false },
    ])
    expect(after - before).toBe(2)
  } else {
    expect(status).toBe(400)
    expect([body.message].flat().join()).not.toBe('')
    expect(after - before).toBe(0)
  }
}

/** Sends raw metadata and asserts that it is stored unchanged or refused. */
async function keepsOrRefuses(member: string, metadata: unknown): Promise<void> {
  const { status, body } = await send(`{"records":[${recordText(member)}]}`)
  if (status === 400) return
  expect(status).toBe(200)
  const [stored] = body.results.success
  if (stored) expect((await findEvent(t.api, stored.eventId)).metadata).toEqual(metadata)
  else expect(body.results.failed).toMatchObject([{ code: 'VALIDATION_ERROR', stored: false }])
}

describe('a NUL character', () => {
  const fields = ['customerExternalId', 'agentCode', 'signalName', 'model', 'modelProvider']
  test.each([...fields, 'idempotencyKey', 'runId', 'usageDate'])(
    'in %s is refused, and costs at most its own batch',
    async (field) => {
      await refusesOrFails(JSON.stringify(llm({ [field]: 'a\u0000b' })))
    },
  )

  test.each([
    ['a value', '"metadata":{"a":"x\\u0000y"}', { a: 'x\u0000y' }],
    ['a key', '"metadata":{"x\\u0000y":1}', { 'x\u0000y': 1 }],
    ['a lone surrogate', '"metadata":{"a":"\\ud800"}', { a: '\ud800' }],
  ])('in metadata (%s) is kept or refused, never changed', async (_, member, metadata) => {
    await keepsOrRefuses(member, metadata)
  })

  test('in an unknown field costs at most its own record', async () => {
    const { status, body } = await t.api.record(llm(), llm({ 'x\u0000y': 'a\u0000b' }), llm())
    expect([200, 400]).toContain(status)
    for (const entry of body.results?.failed ?? []) expect(entry.code).toBe('VALIDATION_ERROR')
  })

  test('in a filter of a listing is a 400', async () => {
    for (const filter of ['customerId', 'startDate', 'page', 'limit']) {
      expect((await t.api.get(`/v1/events?${filter}=%00`)).status, filter).toBe(400)
    }
    for (const filter of ['search', 'provider', 'serviceType']) {
      const { status } = await t.api.get(`/v1/services?${filter}=a%00b`)
      expect([200, 400], filter).toContain(status)
    }
    expect([400, 404]).toContain((await t.api.get('/v1/services/%00')).status)
  })
})

describe('absurd numbers fail their record', () => {
  const fields = ['inputTokens', 'outputTokens', 'quantity', 'cacheReadTokens']
  test.each(fields)('%s', async (field) => {
    for (const number of ['1e400', '-1e400', '9007199254740993', '1e21', '0.1e-5']) {
      await refusesOrFails(recordText(`"${field}":${number}`, without(llm(), field)))
    }
  })

  test('1e400 in metadata is kept or refused, never turned into something else', async () => {
    await keepsOrRefuses('"metadata":{"a":1e400}', { a: Number.POSITIVE_INFINITY })
  })

  test('a 64-bit id in metadata keeps every digit', async () => {
    const { body } = await send(
      `{"records":[${recordText('"metadata":{"id":9223372036854775807}')}]}`,
    )
    const response = await t.app.inject({
      url: '/v1/events?limit=100',
      headers: { 'x-api-key': t.organization.secretKey },
    })
    expect(response.body).toContain(body.results.success[0].eventId)
    expect(response.body).toContain('"metadata":{"id":9223372036854775807}')
  })
})

describe('names that JavaScript objects already have', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
  test.each(names)('%s is a customer, agent and signal like any other', async (name) => {
    const names = { customerExternalId: name, agentCode: name, signalName: name }
    const { body } = await t.api.record(llm(names))
    expect(body.results.success).toMatchObject([{ ...names, totalCostUsd: '0.0075000000' }])
    const event = await findEvent(t.api, body.results.success[0].eventId)
    expect(event).toMatchObject({ customerExternalId: name, signal: { name, shortName: name } })
  })

  test.each(names)('%s is an unknown model of an unknown provider', async (name) => {
    const { body } = await t.api.record(
      llm({ model: name }),
      llm({ modelProvider: name }),
      llm({ model: name, modelProvider: name }),
    )
    expect(body.results.failed.map((entry: { code: string }) => entry.code)).toEqual(
      Array(3).fill('NEEDS_COST_BACKFILL'),
    )
  })

  test.each([
    ['in metadata', recordText('"metadata":{"__proto__":{"polluted":true}}')],
    ['in a record', recordText('"__proto__":{"polluted":true}')],
    ['as constructor.prototype', recordText('"constructor":{"prototype":{"polluted":true}}')],
  ])('as a key (%s) neither pollute nor break anything', async (_, text) => {
    const { status } = await send(`{"records":[${text}]}`)
    expect([200, 400]).toContain(status)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect((await t.api.record(llm())).body.successful).toBe(1)
  })

  test('cannot bring a missing required field through __proto__', async () => {
    const record = without(llm(), 'agentCode')
    const text = recordText('"__proto__":{"agentCode":"inherited"}', record)
    const { status } = await storesNothing(t.database.pool, () => send(`{"records":[${text}]}`))
    expect(status).toBe(400)
  })
})

describe('deep nesting', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const deepObject = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`

  test.each([
    ['metadata', `"metadata":{"a":${deep}}`],
    ['metadata, of objects', `"metadata":${deepObject}`],
    ['an unknown field', `"deep":${deep}`],
    ['an unknown field, of objects', `"deep":${deepObject}`],
  ])('in %s costs at most its own record, and is never the server’s fault', async (_, member) => {
    const { status, body } = await send(
      `{"records":[${JSON.stringify(llm())},${recordText(member)}]}`,
    )
    expect([200, 400], JSON.stringify(body).slice(0, 300)).toContain(status)
    if (status === 200) {
      expect(body.results.success[0]).toMatchObject({ index: 0 })
      for (const entry of body.results.failed) expect(entry.code).toBe('VALIDATION_ERROR')
    }
  })

  test.each(['customerExternalId', 'inputTokens', 'usageDate', 'services', 'idempotencyKey'])(
    'in the place of %s fails the record',
    async (field) => {
      const omit = field === 'services' ? ['model', 'modelProvider'] : [field]
      await refusesOrFails(recordText(`"${field}":${deep}`, without(llm(), ...omit)))
    },
  )

  test.each([
    ['the body', deep],
    ['records', `{"records":${deep}}`],
    ['a member of the body', `{"records":[],"a":${deepObject}}`],
  ])('as %s is a 400', async (_, text) => {
    for (const url of ['/v1/usage/record', '/v1/usage/estimate', '/v1/events/map-model']) {
      const { status } = await storesNothing(t.database.pool, () => send(text, url))
      expect(status, url).toBe(400)
    }
  })
})

test.each(['customerExternalId', 'agentCode', 'signalName', 'model', 'modelProvider', 'runId'])(
  'a %s of 100 000 random characters fails its record or is stored, nothing in between',
  async (field) => {
    const { status, body } = await t.api.record(
      llm({ [field]: randomBytes(50_000).toString('hex') }),
      llm(),
    )
    expect(status).toBe(200)
    expect(body.results.success.at(-1)).toMatchObject({ index: 1 })
    for (const entry of body.results.failed) {
      expect(['VALIDATION_ERROR', 'NEEDS_COST_BACKFILL'], entry.error.slice(0, 200)).toContain(
        entry.code,
      )
    }
  },
)

test.each(['0001-01-01', '0000-01-01', '9999-12-31T23:59:59.999Z', '-271821-04-20T00:00:00Z'])(
  'usageDate %s is stored as it is or fails its record',
  async (usageDate) => {
    const { body } = await t.api.record(llm({ usageDate }))
    const [stored] = body.results.success
    if (stored) {
      const event = await findEvent(t.api, stored.eventId)
      expect(new Date(event.usageDate)).toEqual(new Date(usageDate))
    } else {
      expect(body.results.failed).toMatchObject([{ code: 'VALIDATION_ERROR', stored: false }])
    }
  },
)

test('whatever JSON is sent, the answer is a 200 that adds up or a 400, and all events are listed', async () => {
  const value = fc.jsonValue({ maxDepth: 3, noUnicodeString: false })
  const record = fc
    .dictionary(fc.constantFrom(...Object.keys(llm()), 'services', 'metadata', 'usageDate'), value)
    .map((fields) => ({ ...llm(), ...fields }))
  const body = fc.oneof(value, fc.record({ records: fc.array(fc.oneof(record, value)) }))
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const answer = await send(JSON.stringify(sent))
      expect([200, 400]).toContain(answer.status)
      if (answer.status !== 200) return
      const { processed, successful, failed, results } = answer.body
      expect(successful + failed).toBe(processed)
      expect([results.success.length, results.failed.length]).toEqual([successful, failed])
      for (const entry of results.failed) expect(entry.code).not.toBe('INTERNAL_ERROR')
    }),
    { numRuns: 80 },
  )
  const events = await listEvents(t.api)
  expect(events).toHaveLength(await countEvents(t.database.pool))
})
