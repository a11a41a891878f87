import { beforeEach, describe, expect, test } from 'vitest'
import { createApi, createTestOrganization } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  countEvents,
  llm,
  multi,
  recordOne,
  sms,
  times,
  unknownModel,
  without,
} from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-03-01T00:00:00Z')
let keys = 0
let key = ''

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })

beforeEach(() => {
  keys += 1
  key = `key-${keys}`
})

type Entry = { index: number; eventId: string; duplicate?: boolean; code?: string }
type Answer = { body: { results: { success: Entry[]; failed: Entry[] } } }

const entriesOf = ({ body }: Answer): Entry[] => [...body.results.success, ...body.results.failed]
const distinctIds = (entries: Entry[]) => new Set(entries.map(({ eventId }) => eventId))

/** Returns how many events the action added. */
async function added(action: () => Promise<unknown>): Promise<number> {
  const before = await countEvents(t.database.pool)
  await action()
  return (await countEvents(t.database.pool)) - before
}

describe('a repeated idempotencyKey', () => {
  test('is a success with the ids of the first event, and stores nothing', async () => {
    const record = llm({ idempotencyKey: key, metadata: { job: 1 } })
    const first = await recordOne(t.api, record)
    expect(first).not.toHaveProperty('duplicate', true)
    const count = await added(async () => {
      const { body } = await t.api.record(record)
      expect(body).toMatchObject({ processed: 1, successful: 1, failed: 0 })
      const [again] = body.results.success
      expect(again).toMatchObject({
        index: 0,
        stored: true,
        duplicate: true,
        eventId: first.eventId,
        rawEventId: first.rawEventId,
        totalCostUsd: '0.0075000000',
        quantity: 1,
      })
    })
    expect(count).toBe(0)
  })

  test('is still one after ten years, and although the default usageDate moved', async () => {
    const first = await recordOne(t.api, llm({ idempotencyKey: key }))
    const back = now
    now = new Date('2036-03-01T00:00:00Z')
    const again = await recordOne(t.api, llm({ idempotencyKey: key }))
    now = back
    expect(again).toMatchObject({ duplicate: true, eventId: first.eventId })
  })

  test('is one whatever the order of the fields', async () => {
    const record = llm({ idempotencyKey: key, metadata: { a: 1, b: { c: 2, d: 3 } } })
    const first = await recordOne(t.api, record)
    const shuffled = Object.fromEntries(Object.entries(record).toReversed())
    const again = await recordOne(t.api, { ...shuffled, metadata: { b: { d: 3, c: 2 }, a: 1 } })
    expect(again).toMatchObject({ duplicate: true, eventId: first.eventId })
  })

  test('of a record without a cost stores nothing either and names the first event', async () => {
    const record = unknownModel({ idempotencyKey: key })
    const [first] = entriesOf(await t.api.record(record))
    const count = await added(async () => {
      const [again] = entriesOf(await t.api.record(record))
      expect(again).toMatchObject({ duplicate: true, eventId: first?.eventId })
    })
    expect(count).toBe(0)
  })

  test('of a multi-service record is one too', async () => {
    const services = [{ model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1 }]
    const first = await recordOne(t.api, multi(services, { idempotencyKey: key }))
    const again = await recordOne(t.api, multi(services, { idempotencyKey: key }))
    expect(again).toMatchObject({ duplicate: true, eventId: first.eventId })
  })

  test('stores one event when twenty requests race', async () => {
    const record = llm({ idempotencyKey: key, customerExternalId: `race-${key}` })
    const count = await added(async () => {
      const answers = await Promise.all(times(20, () => t.api.record(record)))
      const entries = answers.flatMap(entriesOf)
      expect(distinctIds(entries).size).toBe(1)
      expect(entries.filter((entry) => entry.duplicate)).toHaveLength(19)
      for (const { body } of answers) expect(body.successful).toBe(1)
    })
    expect(count).toBe(1)
  })
})

describe('the same idempotencyKey with another payload', () => {
  test.each([
    ['tokens', { inputTokens: 1001 }],
    ['quantity', { quantity: 2 }],
    ['model', { model: 'gpt-4o-mini' }],
    ['agent', { agentCode: 'another' }],
    ['signal', { signalName: 'another' }],
    ['usageDate', { usageDate: '2026-01-01' }],
    ['metadata', { metadata: { job: 2 } }],
  ])('(another %s) is a VALIDATION_ERROR that says so', async (_, change) => {
    const first = await recordOne(t.api, llm({ idempotencyKey: key }))
    const count = await added(async () => {
      const { body } = await t.api.record(llm({ idempotencyKey: key, ...change }))
      const [entry] = body.results.failed
      expect(entry).toMatchObject({ code: 'VALIDATION_ERROR', stored: false })
      expect(entry.error).toMatch(/idempotencyKey/)
      expect(entry.conflictingEventId).toBe(first.eventId)
    })
    expect(count).toBe(0)
    const again = await recordOne(t.api, llm({ idempotencyKey: key }))
    expect(again).toMatchObject({ duplicate: true, eventId: first.eventId })
  })

  test('racing in parallel: one is stored, all others fail', async () => {
    const count = await added(async () => {
      const answers = await Promise.all(
        times(10, (quantity) => t.api.record(llm({ idempotencyKey: key, quantity }))),
      )
      const failed = answers.flatMap(({ body }) => body.results.failed)
      expect(failed).toHaveLength(9)
      for (const entry of failed) {
        expect(entry).toMatchObject({ code: 'VALIDATION_ERROR', stored: false })
      }
    })
    expect(count).toBe(1)
  })
})

describe('recordedAt', () => {
  test('dates a record without usageDate, and a repetition at another time is a duplicate', async () => {
    const record = llm({ idempotencyKey: key })
    const first = await recordOne(t.api, { ...record, recordedAt: '2026-02-27T10:00:00.000Z' })
    const later = await recordOne(t.api, { ...record, recordedAt: '2026-02-28T10:00:00.000Z' })
    const without = await recordOne(t.api, record)
    expect([later, without]).toMatchObject([
      { duplicate: true, eventId: first.eventId },
      { duplicate: true, eventId: first.eventId },
    ])
    expect(first).not.toHaveProperty('warnings')
    const event = await t.api.get(`/v1/events/${first.eventId}`)
    expect(event.body.usageDate).toBe('2026-02-27T10:00:00.000Z')
  })

  test('does not replace a usageDate, and must be a date', async () => {
    const dates = { usageDate: '2026-02-01', recordedAt: '2026-02-28T10:00:00.000Z' }
    const { eventId } = await recordOne(t.api, llm({ idempotencyKey: key, ...dates }))
    const event = await t.api.get(`/v1/events/${eventId}`)
    expect(event.body.usageDate).toBe('2026-02-01T00:00:00.000Z')
    const { body } = await t.api.record(llm({ recordedAt: 'today' }))
    expect(body.results.failed).toMatchObject([{ code: 'VALIDATION_ERROR' }])
    expect(body.results.failed[0].error).toMatch(/^recordedAt must be/)
  })
})

describe('within one batch', () => {
  test('the same key twice is one event and a duplicate', async () => {
    const record = llm({ idempotencyKey: key })
    const count = await added(async () => {
      const { body } = await t.api.record(record, llm(), record)
      expect(body).toMatchObject({ processed: 3, successful: 3, failed: 0 })
      const [first, , third] = body.results.success
      expect(third).toMatchObject({ index: 2, duplicate: true, eventId: first.eventId })
      expect(first).not.toHaveProperty('duplicate', true)
    })
    expect(count).toBe(2)
  })

  test('the same key with another payload fails the later record', async () => {
    const count = await added(async () => {
      const { body } = await t.api.record(
        llm({ idempotencyKey: key }),
        llm({ idempotencyKey: key, quantity: 2 }),
      )
      expect(body.results.success).toMatchObject([{ index: 0 }])
      expect(body.results.failed).toMatchObject([
        { index: 1, code: 'VALIDATION_ERROR', stored: false },
      ])
    })
    expect(count).toBe(1)
  })

  test('a whole retried batch is a hundred duplicates', async () => {
    const batch = times(100, (index) => sms({ idempotencyKey: `${key}-${index}` }))
    const first = await t.api.record(...batch)
    const count = await added(async () => {
      const again = await t.api.record(...batch)
      expect(again.body).toMatchObject({ successful: 100, failed: 0 })
      expect(entriesOf(again).map(({ eventId }) => eventId)).toEqual(
        entriesOf(first).map(({ eventId }) => eventId),
      )
    })
    expect(count).toBe(0)
  })
})

test('batches that name the same keys in opposite order neither block nor fail', async () => {
  const batch = times(50, (index) => llm({ idempotencyKey: `${key}-${index}` }))
  const count = await added(async () => {
    const answers = await Promise.all(
      times(10, (index) => t.api.record(...(index % 2 ? batch : batch.toReversed()))),
    )
    for (const { body } of answers) expect(body).toMatchObject({ successful: 50, failed: 0 })
    expect(distinctIds(answers.flatMap(entriesOf)).size).toBe(50)
  })
  expect(count).toBe(50)
})

describe('a key belongs to one customer', () => {
  test('so two customers may use the same one', async () => {
    const one = await recordOne(t.api, llm({ idempotencyKey: key, customerExternalId: 'one' }))
    const two = await recordOne(t.api, llm({ idempotencyKey: key, customerExternalId: 'two' }))
    expect(two).not.toHaveProperty('duplicate', true)
    expect(two.eventId).not.toBe(one.eventId)
  })

  test('and to one organization', async () => {
    const other = await createTestOrganization(t.dependencies)
    const one = await recordOne(t.api, llm({ idempotencyKey: key }))
    const two = await recordOne(createApi(t.app, other.secretKey), llm({ idempotencyKey: key }))
    expect(two).not.toHaveProperty('duplicate', true)
    expect(two.eventId).not.toBe(one.eventId)
  })
})

describe('a key is not used up', () => {
  test('by a record that failed validation', async () => {
    await t.api.record(llm({ idempotencyKey: key, inputTokens: -1 }))
    const fixed = await recordOne(t.api, llm({ idempotencyKey: key }))
    expect(fixed).not.toHaveProperty('duplicate', true)
  })

  test('by a batch that was refused whole', async () => {
    await t.api.record(llm({ idempotencyKey: key }), without(llm(), 'agentCode'))
    const again = await recordOne(t.api, llm({ idempotencyKey: key }))
    expect(again).not.toHaveProperty('duplicate', true)
  })
})

test('a key of 255 characters is fine, and keys differ by case and spaces', async () => {
  const long = `${key}-`.padEnd(255, 'x')
  for (const idempotencyKey of [long, long.toUpperCase(), `${key} `, ` ${key}`, key]) {
    expect(await recordOne(t.api, llm({ idempotencyKey }))).not.toHaveProperty('duplicate', true)
  }
})

test('records without a key are never treated as duplicates', async () => {
  const count = await added(() => t.api.record(llm(), llm(), llm()))
  expect(count).toBe(3)
})
