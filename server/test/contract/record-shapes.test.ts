import { describe, expect, test } from 'vitest'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { countEvents, llm, multi, sms, times, without } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })

const openai = { model: 'gpt-4o', modelProvider: 'openai' }

/** Sends a malformed body and returns the messages of the 400 error. */
async function refused(body: unknown): Promise<string[]> {
  const answer = await storesNothing(t.database.pool, () => t.api.post('/v1/usage/record', body))
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  return [answer.body.message].flat()
}

describe('the batch', () => {
  test('takes 1 record and takes 100', async () => {
    expect((await t.api.record(llm())).body).toMatchObject({ processed: 1, successful: 1 })
    const full = await t.api.record(...times(100, () => llm()))
    expect(full.status).toBe(200)
    expect(full.body).toMatchObject({ processed: 100, successful: 100, failed: 0 })
  })

  test('of no records is refused', async () => {
    expect((await refused({ records: [] })).join()).toContain('records')
  })

  test('of 101 records is refused whole', async () => {
    const messages = await refused({ records: times(101, () => llm()) })
    expect(messages.join()).toContain('records')
    expect(messages.join()).toContain('100')
  })

  test.each([
    ['nothing at all', {}],
    ['record instead of records', { record: [llm()] }],
    ['null', { records: null }],
    ['a single record that is not in an array', { records: llm() }],
    ['a string', { records: 'x' }],
    ['a number', { records: 1 }],
    ['an object with a length', { records: { length: 1, 0: llm() } }],
  ])('with %s where records belong is refused, naming records', async (_, body) => {
    expect((await refused(body)).join()).toContain('records')
  })

  test.each([
    ['an array', [llm()]],
    ['null', null],
    ['a string', 'records'],
    ['a number', 7],
    ['true', true],
  ])('that is %s instead of an object is refused', async (_, body) => {
    await refused(body)
  })

  test.each([
    ['null', null],
    ['a string', 'x'],
    ['a number', 1],
    ['an array', [llm()]],
    ['an empty object', {}],
  ])('with %s in the place of a record is refused, naming the place', async (_, item) => {
    expect((await refused({ records: [llm(), item] })).join()).toContain('records[1]')
  })
})

describe('a missing required field refuses the whole batch and is named by its path', () => {
  test.each(['customerExternalId', 'agentCode', 'signalName'])('%s', async (field) => {
    const messages = await refused({ records: [llm(), sms(), llm(), without(llm(), field), llm()] })
    expect(messages.join()).toContain(`records[3].${field}`)
  })

  test('model or modelProvider, when the other one was sent', async () => {
    const noModel = await refused({ records: [without(llm(), 'model')] })
    expect(noModel.join()).toMatch(/records\[0\]\.model\b/)
    const noProvider = await refused({ records: [llm(), without(llm(), 'modelProvider')] })
    expect(noProvider.join()).toContain('records[1].modelProvider')
  })

  test('model or modelProvider of a service entry', async () => {
    const noModel = multi([openai, { modelProvider: 'openai', inputTokens: 1 }])
    expect((await refused({ records: [noModel] })).join()).toMatch(
      /records\[0\]\.services\[1\]\.model\b/,
    )
    const noProvider = multi([{ model: 'gpt-4o' }])
    expect((await refused({ records: [sms(), noProvider] })).join()).toContain(
      'records[1].services[0].modelProvider',
    )
  })

  test('all of them at once, over all records', async () => {
    const messages = await refused({
      records: [
        without(llm(), 'agentCode'),
        llm(),
        without(llm(), 'customerExternalId', 'signalName'),
      ],
    })
    const text = messages.join('\n')
    expect(text).toContain('records[0].agentCode')
    expect(text).toContain('records[2].customerExternalId')
    expect(text).toContain('records[2].signalName')
    expect(text).not.toContain('records[1]')
  })

  test('also when another record has only a bad value', async () => {
    await refused({ records: [llm({ inputTokens: -1 }), without(llm(), 'agentCode')] })
  })
})

describe('the two shapes', () => {
  const both = multi([openai], openai)
  const neither = without(llm(), 'model', 'modelProvider')

  test('both at once are refused with a message that shows the fix', async () => {
    const text = (await refused({ records: [llm(), both] })).join()
    expect(text).toContain('records[1]')
    expect(text).toContain('services')
    expect(text).toContain('modelProvider')
  })

  test('both at once are refused also when services is empty', async () => {
    await refused({ records: [llm({ services: [] })] })
  })

  test('empty services are refused with a service to send instead, which costs nothing', async () => {
    const [text = ''] = await refused({ records: [multi([])] })
    expect(text).toBe(
      'records[0].services must have at least 1 entry: for work that used none, send model "none" of modelProvider "piecework"',
    )
    const none = { model: 'none', modelProvider: 'piecework' }
    const { body } = await t.api.record(multi([{ ...none, quantity: 1 }]), llm(none))
    expect(body).toMatchObject({ processed: 2, successful: 2, failed: 0 })
    const free = { totalCostUsd: '0.0000000000' }
    expect(body.results.success).toMatchObject([free, free])
  })

  test('neither is refused with a message that shows the fix', async () => {
    const text = (await refused({ records: [neither] })).join()
    expect(text).toContain('records[0]')
    expect(text).toContain('services')
    expect(text).toContain('modelProvider')
  })

  test('incomplete parts of both are refused', async () => {
    await refused({ records: [multi([openai], { model: 'gpt-4o' })] })
    await refused({ records: [multi([openai], { modelProvider: 'openai' })] })
  })

  test('may share one batch', async () => {
    const services = [
      { ...openai, inputTokens: 10 },
      { ...sms(), quantity: 2 },
    ]
    const { body } = await t.api.record(llm(), multi(services.slice(0, 1)), sms())
    expect(body).toMatchObject({ processed: 3, successful: 3, failed: 0 })
  })

  test.each([
    ['an object', { services: openai }],
    ['a string', { services: 'gpt-4o' }],
    ['null', { services: null }],
    ['an empty array', { services: [] }],
    ['an array that holds null', { services: [null] }],
    ['an array that holds a string', { services: ['gpt-4o'] }],
    ['an array of arrays', { services: [[openai]] }],
  ])('with services being %s, the record is refused and no event is stored', async (_, fields) => {
    const before = await countEvents(t.database.pool)
    const { status, body } = await t.api.record(multi(undefined, fields))
    if (status === 200) {
      expect(body.results.failed).toMatchObject([{ code: 'VALIDATION_ERROR', stored: false }])
    } else {
      expect(status).toBe(400)
    }
    expect(await countEvents(t.database.pool)).toBe(before)
  })
})

test('one job with a thousand service entries is one event with the sum of their costs', async () => {
  const services = times(1000, () => ({ ...openai, inputTokens: 1 }))
  const { body } = await t.api.record(multi(services))
  expect(body.results.success[0].totalCostUsd).toBe('0.0025000000')
})
