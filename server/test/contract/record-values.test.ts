import { describe, expect, test } from 'vitest'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  countEvents,
  findEvent,
  llm,
  multi,
  recordEvent,
  recordOne,
  sms,
} from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const now = new Date('2026-03-01T12:34:56.789Z')

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })

/** Sends the record between two valid ones; it alone must fail, without an event. */
async function failsAlone(record: Record<string, unknown>) {
  const before = await countEvents(t.database.pool)
  const { status, body } = await t.api.record(llm(), record, sms())
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ processed: 3, successful: 2, failed: 1 })
  expect(body.results.success.map((entry: { index: number }) => entry.index)).toEqual([0, 2])
  const [entry] = body.results.failed
  expect(entry).toMatchObject({ index: 1, record, code: 'VALIDATION_ERROR', stored: false })
  expect(entry).not.toHaveProperty('eventId')
  expect(entry.error).toEqual(expect.any(String))
  expect(await countEvents(t.database.pool)).toBe(before + 2)
  return entry
}

const openai = { model: 'gpt-4o', modelProvider: 'openai' }
const badCounts = [-1, 1.5, '5', true, [], {}, 2 ** 53, 1e300, -0.5]

describe('an invalid value fails its own record, by name, and the other records are stored', () => {
  const fields = ['inputTokens', 'outputTokens', 'quantity', 'cacheReadTokens', 'cacheWriteTokens']
  test.each(fields)('%s that is not a whole number from 0', async (field) => {
    for (const value of badCounts) {
      const entry = await failsAlone(llm({ [field]: value }))
      expect(entry.error).toContain(field)
    }
  })

  test.each(fields)('%s of a service entry', async (field) => {
    for (const value of [-1, 1.5, '5']) {
      const entry = await failsAlone(multi([openai, { ...openai, [field]: value }]))
      expect(entry.error).toContain(field)
    }
  })

  test.each(['customerExternalId', 'agentCode', 'signalName', 'model', 'modelProvider'])(
    '%s that is not text',
    async (field) => {
      for (const value of [5, true, {}, ['a']]) {
        const entry = await failsAlone(llm({ [field]: value }))
        expect(entry.error).toContain(field)
      }
    },
  )

  test.each(['agentCode'])('%s of more than 255 characters', async (field) => {
    const entry = await failsAlone(llm({ [field]: 'x'.repeat(256) }))
    expect(entry.error).toContain(field)
  })

  test('metadata that is not an object', async () => {
    for (const metadata of ['x', 5, true, ['a']]) {
      expect((await failsAlone(llm({ metadata }))).error).toContain('metadata')
    }
  })

  test('idempotencyKey that is no text, or over 255 characters', async () => {
    for (const idempotencyKey of [5, {}, 'k'.repeat(256)]) {
      expect((await failsAlone(llm({ idempotencyKey }))).error).toContain('idempotencyKey')
    }
  })

  test('every bad field of the record is named', async () => {
    const { error } = await failsAlone(llm({ inputTokens: -1, quantity: 'x', usageDate: 'soon' }))
    expect(error).toContain('inputTokens')
    expect(error).toContain('quantity')
    expect(error).toContain('usageDate')
  })
})

describe('null in an optional field counts as left out', () => {
  const nulls = {
    quantity: null,
    inputTokens: null,
    outputTokens: null,
    cacheReadTokens: null,
    cacheWriteTokens: null,
    usageDate: null,
    metadata: null,
    idempotencyKey: null,
    runId: null,
  }

  test('of a record with one service', async () => {
    const { eventId, ...entry } = await recordOne(t.api, llm({ ...nulls, services: null }))
    expect(entry).toMatchObject({ model: 'gpt-4o', quantity: 1, totalCostUsd: '0.0000000000' })
    expect(entry.warnings).toEqual([expect.stringContaining('has no tokens')])
    expect(await findEvent(t.api, eventId)).toMatchObject({
      usageDate: now.toISOString(),
      metadata: {},
      quantity: '1',
    })
  })

  test('of a record with several, and of their entries', async () => {
    const { inputTokens: _, ...entryNulls } = nulls
    const entry = { ...openai, ...entryNulls, inputTokens: 1000 }
    const record = multi([entry], { ...nulls, model: null, modelProvider: null })
    expect(await recordOne(t.api, record)).toMatchObject({ totalCostUsd: '0.0025000000' })
  })

  test('so a retry that leaves it out is the same record', async () => {
    const record = multi([openai], { idempotencyKey: 'with-nulls' })
    const first = await recordOne(t.api, { ...record, runId: null, model: null })
    expect(await recordOne(t.api, record)).toMatchObject({
      duplicate: true,
      eventId: first.eventId,
    })
    const entry = { ...openai, quantity: null }
    expect(await recordOne(t.api, { ...record, services: [entry] })).toMatchObject({
      duplicate: true,
    })
  })

  test('but the record is kept as it was sent', async () => {
    const record = llm({ runId: null, metadata: { note: null } })
    const { eventId } = await recordOne(t.api, record)
    expect((await findEvent(t.api, eventId)).metadata).toEqual({ note: null })
    const { rows } = await t.database.pool.query(
      'select payload::json from usage_events where id = $1',
      [eventId],
    )
    expect(rows).toEqual([{ payload: record }])
  })

  test.each(['customerExternalId', 'agentCode', 'signalName', 'model', 'modelProvider'])(
    'not in %s, which is required',
    async (field) => {
      expect((await failsAlone(llm({ [field]: null }))).error).toContain(field)
    },
  )
})

test('tokens next to services are stored with a warning that names them', async () => {
  const record = multi([{ ...openai, inputTokens: 1000 }], { inputTokens: 5, cacheReadTokens: 1 })
  const { warnings, totalCostUsd } = await recordOne(t.api, record)
  expect(totalCostUsd).toBe('0.0025000000')
  expect(warnings).toEqual([
    expect.stringContaining('inputTokens next to services'),
    expect.stringContaining('cacheReadTokens next to services'),
  ])
  const alone = multi([{ ...openai, inputTokens: 1000 }])
  expect(await recordOne(t.api, alone)).not.toHaveProperty('warnings')
})

describe('usageDate', () => {
  test.each([
    ['2026-03-02T12:34:56.790Z', 'is in the future'],
    ['2199-12-31', 'is in the future'],
    ['2021-03-01T12:34:56.788Z', 'is more than 5 years ago'],
    ['1970-01-21', 'is more than 5 years ago'],
  ])('%s is probably a mistake: it is stored with a warning', async (usageDate, said) => {
    const { warnings } = await recordOne(t.api, llm({ usageDate }))
    expect(warnings).toEqual([expect.stringContaining(said)])
  })

  test.each(['2026-03-02T12:34:56.789Z', '2021-03-01T12:34:56.789Z', null])(
    '%s is stored without a warning',
    async (usageDate) => {
      expect(await recordOne(t.api, llm({ usageDate }))).not.toHaveProperty('warnings')
    },
  )

  test.each([
    'yesterday',
    '',
    '2026-02-30',
    '2026-02-29T00:00:00Z',
    '2026-04-31T10:00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-15T25:00:00Z',
    '2026-01-15T10:60:00Z',
    '2026-01-15T10:00:00+25:00',
    '2026-01-15T',
    '15/01/2026',
    'Jan 15 2026',
    '1768471200000',
    1768471200000,
    true,
    {},
  ])('%j is refused', async (usageDate) => {
    expect((await failsAlone(llm({ usageDate }))).error).toContain('usageDate')
  })

  test.each([
    ['2026-01-15T10:00:00Z', '2026-01-15T10:00:00.000Z'],
    ['2026-01-15T10:00:00.5Z', '2026-01-15T10:00:00.500Z'],
    ['2026-01-15T10:00:00.123Z', '2026-01-15T10:00:00.123Z'],
    ['2026-01-15T10:00:00+02:00', '2026-01-15T08:00:00.000Z'],
    ['2026-01-15T00:30:00+05:45', '2026-01-14T18:45:00.000Z'],
    ['2025-12-31T20:00:00-08:00', '2026-01-01T04:00:00.000Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['2026-01-15', '2026-01-15T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('%s is %s', async (usageDate, expected) => {
    const event = await recordEvent(t.api, llm({ usageDate }))
    expect(new Date(event.usageDate).toISOString()).toBe(expected)
  })

  test('with seven decimals is taken', async () => {
    const event = await recordEvent(t.api, llm({ usageDate: '2026-01-15T10:00:00.1234567Z' }))
    expect(event.usageDate).toMatch(/^2026-01-15T10:00:00\.123/)
  })

  test('is the time of processing when left out', async () => {
    const { eventId, timestamp } = await recordOne(t.api, llm())
    expect((await findEvent(t.api, eventId)).usageDate).toBe(now.toISOString())
    expect(timestamp).toBe(now.toISOString())
  })
})

describe('metadata', () => {
  test('comes back untouched', async () => {
    const metadata = {
      text: ' spaces kept \n\t',
      empty: '',
      unicode: 'Ünïcödé 🦊 \u2028 \u{1f468}\u200d\u{1f469}',
      nothing: null,
      number: -0.000001234,
      list: [1, 'two', [3], {}],
      snake_case_key: { 'Key With Spaces': true, 'dots.and-dashes': false },
      inputTokens: 'not a number',
      10: 'ten',
      '': 'empty key',
    }
    expect((await recordEvent(t.api, llm({ metadata }))).metadata).toEqual(metadata)
  })

  test('is an empty object when left out', async () => {
    expect((await recordEvent(t.api, llm())).metadata).toEqual({})
  })

  test('does not affect the cost', async () => {
    const metadata = { inputTokens: 1e9, quantity: 1e9, model: 'o3', cost: 100 }
    expect((await recordOne(t.api, llm({ metadata }))).totalCostUsd).toBe('0.0075000000')
  })
})

describe('an unknown field', () => {
  test('is warned about, with the field that was probably meant, and the work is kept', async () => {
    const entry = await recordOne(t.api, llm({ input_tokens: 5, somethingElse: 1 }))
    expect(entry.warnings).toContain('unknown field input_tokens: did you mean inputTokens?')
    expect(entry.warnings.join('\n')).toContain('somethingElse')
    const { rows } = await t.database.pool.query(
      'select payload::json from usage_events where id = $1',
      [entry.eventId],
    )
    expect(rows[0].payload).toEqual(llm({ input_tokens: 5, somethingElse: 1 }))
  })

  test('in a service entry is warned about too', async () => {
    const entry = await recordOne(t.api, multi([{ ...openai, output_tokens: 5 }]))
    expect(entry.warnings.join('\n')).toContain('output_tokens')
  })

  test('metadata is never interpreted', async () => {
    const entry = await recordOne(t.api, llm({ metadata: { input_tokens: 5 } }))
    expect(entry.warnings ?? []).toEqual([])
  })
})
