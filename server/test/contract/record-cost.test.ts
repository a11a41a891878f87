import { describe, expect, test } from 'vitest'
import { exact } from '../support/exact.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { findEvent, listEvents, llm, multi, recordOne, sms, sumOfCosts } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-05-01T10:00:00Z'), atEnd: expectRollupsToAddUp })

async function costOf(record: Record<string, unknown>) {
  const { totalCostUsd, eventId } = await recordOne(t.api, record)
  const { usageCost, usageCostData, eventProcessed } = await findEvent(t.api, eventId)
  expect(eventProcessed).toBe('PROCESSED')
  return { totalCostUsd, usageCost, usageCostData }
}

const openai = { model: 'gpt-4o', modelProvider: 'openai' }
const haiku = { model: 'claude-3-5-haiku', modelProvider: 'anthropic' }
const sonnet = { model: 'claude-sonnet-4-5', modelProvider: 'anthropic' }
const speech = { model: 'azure-speech-stt', modelProvider: 'azure' }
const whisper = { model: 'whisper-large-v3-turbo', modelProvider: 'groq' }
const embedding = { model: 'text-embedding-3-small', modelProvider: 'openai' }
const twilio = { model: 'twilio-sms-us', modelProvider: 'twilio' }
const none = { inputTokens: 0, outputTokens: 0 }

describe('an LLM record', () => {
  test('costs its tokens at the input and the output rate', async () => {
    const { totalCostUsd, usageCostData } = await costOf(llm())
    expect(totalCostUsd).toBe('0.0075000000')
    expect(usageCostData).toEqual({
      'gpt-4o/input': { cost: 0.0025, units: 1000, costPerUnit: 0.0000025 },
      'gpt-4o/output': { cost: 0.005, units: 500, costPerUnit: 0.00001 },
    })
  })

  test('costs the same whatever its quantity', async () => {
    expect((await costOf(llm({ quantity: 0 }))).totalCostUsd).toBe('0.0075000000')
    expect((await costOf(llm({ quantity: 1_000_000 }))).totalCostUsd).toBe('0.0075000000')
  })

  test('without tokens costs zero, which is known, not null', async () => {
    const zero = await costOf(llm(none))
    expect(zero.totalCostUsd).toBe('0.0000000000')
    expect(exact(zero.usageCost ?? 'null')).toBe(0n)
    const left = await costOf(multi(undefined, openai))
    expect(left.totalCostUsd).toBe('0.0000000000')
    expect(exact(left.usageCost ?? 'null')).toBe(0n)
  })

  test('of one token costs a millionth of the rate', async () => {
    expect((await costOf(llm({ ...none, inputTokens: 1 }))).totalCostUsd).toBe('0.0000025000')
  })

  test.each([
    ['GPT-4O', 'openai'],
    ['  gpt-4o  ', 'openai'],
    ['\tGpt-4o\n', 'openai'],
  ])('finds model %j whatever its case and outer spaces', async (model, modelProvider) => {
    const { totalCostUsd, usageCostData } = await costOf(llm({ model, modelProvider }))
    expect(totalCostUsd).toBe('0.0075000000')
    expect(Object.keys(usageCostData).sort()).toEqual(['gpt-4o/input', 'gpt-4o/output'])
  })

  test('keeps the model as sent in the keys when a dated name resolves', async () => {
    const model = 'Claude-3-5-Haiku-20241022'
    const cost = await costOf(llm({ model, modelProvider: 'anthropic' }))
    expect(cost.totalCostUsd).toBe('0.0028000000')
    expect(Object.keys(cost.usageCostData).sort()).toEqual([
      'claude-3-5-haiku-20241022/input',
      'claude-3-5-haiku-20241022/output',
    ])
  })

  test('is costed although its model has no rate for a kind of token that it did not use', async () => {
    const cost = await costOf(llm({ ...embedding, inputTokens: 500, outputTokens: 0 }))
    expect(cost.totalCostUsd).toBe('0.0000100000')
  })

  test('with a kind of token that has no rate is ERROR with null cost, never zero', async () => {
    const { body } = await t.api.record(llm({ ...embedding, inputTokens: 5, outputTokens: 3 }))
    const [failed] = body.results.failed
    expect(failed).toMatchObject({ code: 'NEEDS_COST_BACKFILL', stored: true })
    expect(failed.error).toMatch(/output/i)
    expect(await findEvent(t.api, failed.eventId)).toMatchObject({
      eventProcessed: 'ERROR',
      usageCost: null,
      usageCostData: {},
    })
  })
})

describe('cached tokens', () => {
  test('are part of the input tokens and pay their own rates instead', async () => {
    const tokens = { inputTokens: 1000, cacheReadTokens: 400, cacheWriteTokens: 100 }
    const cost = await costOf(llm({ ...haiku, ...tokens, outputTokens: 10 }))
    expect(cost.usageCostData).toEqual({
      'claude-3-5-haiku/input': { cost: 0.0004, units: 500, costPerUnit: 0.0000008 },
      'claude-3-5-haiku/cache_read': { cost: 0.000032, units: 400, costPerUnit: 0.00000008 },
      'claude-3-5-haiku/cache_write': { cost: 0.0001, units: 100, costPerUnit: 0.000001 },
      'claude-3-5-haiku/output': { cost: 0.00004, units: 10, costPerUnit: 0.000004 },
    })
    expect(cost.totalCostUsd).toBe('0.0005720000')
  })

  test('may be all of the input', async () => {
    const tokens = { inputTokens: 1000, cacheReadTokens: 1000, outputTokens: 0 }
    expect((await costOf(llm({ ...haiku, ...tokens }))).totalCostUsd).toBe('0.0000800000')
  })

  test('pay the input rate where the model has no rate for them', async () => {
    const tokens = { inputTokens: 1000, cacheWriteTokens: 400, outputTokens: 0 }
    expect((await costOf(llm(tokens))).totalCostUsd).toBe('0.0025000000')
  })

  test('beyond the input tokens are refused: the rest would have a negative cost', async () => {
    for (const fields of [
      { cacheReadTokens: 1001 },
      { cacheReadTokens: 600, cacheWriteTokens: 401 },
    ]) {
      const { body } = await t.api.record(llm(fields))
      expect(body.results.failed).toMatchObject([{ code: 'VALIDATION_ERROR', stored: false }])
    }
  })

  test('of a service entry are priced likewise', async () => {
    const entry = { ...haiku, inputTokens: 1000, cacheReadTokens: 1000 }
    expect((await costOf(multi([entry, entry]))).totalCostUsd).toBe('0.0001600000')
  })
})

describe('a non-LLM record', () => {
  test('costs quantity × rate / unit size', async () => {
    const { totalCostUsd, usageCostData } = await costOf(sms({ quantity: 7 }))
    expect(totalCostUsd).toBe('0.0581000000')
    expect(usageCostData).toEqual({
      'twilio-sms-us/quantity': { cost: 0.0581, units: 7, costPerUnit: 0.0083 },
    })
  })

  test('of no stated quantity is one unit, and of quantity 0 costs zero', async () => {
    expect((await costOf(sms())).totalCostUsd).toBe('0.0083000000')
    expect((await costOf(sms({ quantity: 0 }))).totalCostUsd).toBe('0.0000000000')
  })

  test('ignores tokens', async () => {
    const cost = await costOf(sms({ inputTokens: 1_000_000, outputTokens: 1_000_000 }))
    expect(cost.totalCostUsd).toBe('0.0083000000')
  })
})

describe('a multi-service record', () => {
  test('costs the sum of its lines, and the top quantity counts only the outcome', async () => {
    const services = [
      { ...openai, inputTokens: 1000, outputTokens: 500, quantity: 3 },
      { ...twilio, quantity: 2 },
    ]
    const { totalCostUsd, eventId } = await recordOne(t.api, multi(services, { quantity: 5 }))
    expect(totalCostUsd).toBe('0.0241000000')
    const event = await findEvent(t.api, eventId)
    expect(event.quantity).toBe('5')
    expect(event.usageCostData).toEqual({
      'gpt-4o/input': { cost: 0.0025, units: 1000, costPerUnit: 0.0000025 },
      'gpt-4o/output': { cost: 0.005, units: 500, costPerUnit: 0.00001 },
      'twilio-sms-us/quantity': { cost: 0.0166, units: 2, costPerUnit: 0.0083 },
    })
  })

  test('costs the same for two calls of a model as for one entry with their sums', async () => {
    const two = await costOf(
      multi([
        { ...openai, inputTokens: 7, outputTokens: 3, quantity: 1 },
        { ...openai, inputTokens: 11, outputTokens: 13, quantity: 1 },
      ]),
    )
    const one = await costOf(multi([{ ...openai, inputTokens: 18, outputTokens: 16, quantity: 2 }]))
    expect(two.totalCostUsd).toBe('0.0002050000')
    expect(two).toEqual(one)
  })

  test('is summed exactly and rounded once, to ten decimals', async () => {
    // 4 seconds cost 0.000044444444; rounding per line would end in 88.
    const entry = { ...whisper, quantity: 4 }
    expect((await costOf(multi([entry, entry]))).totalCostUsd).toBe('0.0000888889')
  })
})

test('totalCostUsd rounds the half away from zero', async () => {
  // 25 seconds at 0.277777778 per thousand cost exactly 0.00694444445.
  expect((await costOf(sms({ ...speech, quantity: 25 }))).totalCostUsd).toBe('0.0069444445')
})

describe('the price in force on the usage date is the one that counts', () => {
  // o3 cost 10 per million input tokens until 10 June 2025, and 2 since then.
  test.each([
    ['2025-06-09T23:59:59.999Z', '0.0100000000'],
    ['2025-06-10T00:00:00.000Z', '0.0020000000'],
    ['2025-06-10T01:00:00+02:00', '0.0100000000'],
    ['2020-01-01', '0.0100000000'],
    ['2026-04-30', '0.0020000000'],
  ])('%s', async (usageDate, expected) => {
    const record = llm({ model: 'o3', inputTokens: 1000, outputTokens: 0, usageDate })
    expect((await costOf(record)).totalCostUsd).toBe(expected)
  })
})

describe('a long context', () => {
  test('prices every token of the call higher once the input passes the bound', async () => {
    const at = await costOf(llm({ ...sonnet, inputTokens: 200_000, outputTokens: 1000 }))
    expect(at.totalCostUsd).toBe('0.6150000000')
    const above = await costOf(llm({ ...sonnet, inputTokens: 200_001, outputTokens: 1000 }))
    expect(above.totalCostUsd).toBe('1.2225060000')
  })

  const calls = { ...sonnet, inputTokens: 400_000, outputTokens: 2000, quantity: 2 }
  const call = { ...sonnet, inputTokens: 200_000, outputTokens: 1000 }

  test('two calls cost the same as two entries and as one entry with quantity 2', async () => {
    const apart = await costOf(multi([call, call]))
    expect(apart.totalCostUsd).toBe('1.2300000000')
    expect((await costOf(multi([calls]))).totalCostUsd).toBe('1.2300000000')
  })

  test('an entry with quantity 0 or none is one call', async () => {
    for (const quantity of [0, 1, undefined]) {
      const { totalCostUsd } = await costOf(multi([{ ...calls, quantity }]))
      expect(totalCostUsd).toBe('2.4450000000')
    }
  })

  test('the quantity of a record with one service counts outcomes, not calls', async () => {
    expect((await costOf(llm(calls))).totalCostUsd).toBe('2.4450000000')
  })
})

test('usageCost equals the sum of the costs inside usageCostData, for every event', async () => {
  for (const event of await listEvents(t.api)) {
    if (event.usageCost === null) expect(event.usageCostData).toEqual({})
    else expect(sumOfCosts(event), event.id).toBe(exact(event.usageCost))
  }
})
