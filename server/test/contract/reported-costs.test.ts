import { describe, expect, test } from 'vitest'
import { readCsv } from '../support/csv.ts'
import { ABSENT, type Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { llm, multi, recordEvent, recordOne, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const NOW = new Date('2026-03-15T12:00:00Z')
const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })
const { api, publishable, organization } = useOrganizationPerTest(t)
const stranger = useStranger(t)

const usageDate = '2026-03-10T08:30:00Z'
const given = (record: Fields) => recordEvent(api, { usageDate, ...record })
const read = async (id: string) => (await api.get(`/v1/events/${id}`)).body
const reported = async (query = '') =>
  (await api.get(`/v1/analytics/reported-costs?startDate=2026-03-01${query}`)).body
const GPT = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1000, outputTokens: 500 }
const UNKNOWN = { model: 'house-model', modelProvider: 'in-house', inputTokens: 10 }
const NONE = {
  serviceCount: 0,
  computedCost: 0,
  reportedCost: 0,
  uncomputedCount: 0,
  uncomputedReportedCost: 0,
  difference: 0,
  differencePercent: null,
}

/** Returns a value that is sent as this JSON text, digit by digit. */
function asText(text: string): unknown {
  return /^[-\d]/.test(text) ? Reflect.get(JSON, 'rawJSON')(text) : JSON.parse(text)
}

async function recordText(text: string) {
  const record = llm({ usageDate, idempotencyKey: text, reportedCostUsd: asText(text) })
  return (await api.record(record)).body.results
}

describe('a reported cost', () => {
  test('is shown with its service, and never changes the computed cost', async () => {
    const { totalCostUsd, eventId } = await recordOne(
      api,
      llm({ usageDate, reportedCostUsd: 0.01 }),
    )
    expect(totalCostUsd).toBe('0.0075000000')
    expect(await read(eventId)).toMatchObject({
      usageCost: '0.0075000000',
      customerCost: null,
      services: [{ reportedCostUsd: '0.0100000000', paidBy: 'organization' }],
    })
  })

  test.each([
    ['0', '0.0000000000'],
    ['1.2e-05', '0.0000120000'],
    ['"1.2e-05"', '0.0000120000'],
    ['0.00017999999999999998', '0.00017999999999999998'],
    ['1.7999999999999998e-05', '0.000017999999999999998'],
    ['"0.0000000000000000000000000001"', '0.0000000000000000000000000001'],
    ['5e-324', '0.0000000000'],
    ['"1.23456789012345678901e+3"', '1234.56789012345678901'],
    ['1E+3', '1000.0000000000'],
    ['"1000000000"', '1000000000.0000000000'],
  ])('of %s is kept to the last digit', async (sent, shown) => {
    const { success } = await recordText(sent)
    expect(success).toHaveLength(1)
    const { services } = await read(success[0].eventId)
    expect(services).toMatchObject([{ reportedCostUsd: shown }])
    expect((await recordText(sent)).success).toMatchObject([{ duplicate: true }])
  })

  test.each([
    ['-0.01'],
    ['"-1"'],
    ['1000000000.01'],
    ['1e300'],
    ['1e999'],
    ['"1e99999999"'],
    [`"${'1'.repeat(65)}"`],
    ['"abc"'],
    ['""'],
    ['"1,5"'],
    ['"NaN"'],
    ['true'],
    ['[1]'],
    ['{"usd":1}'],
  ])('of %s is refused', async (sent) => {
    const { success, failed } = await recordText(sent)
    expect(success).toEqual([])
    expect(failed[0].error).toContain('reportedCostUsd must be a number or decimal text')
  })

  test('at the top of a record with services has no effect, and a warning says so', async () => {
    const { warnings, eventId } = await recordOne(
      api,
      multi([{ ...GPT, reportedCostUsd: '0.008' }], { usageDate, reportedCostUsd: 1 }),
    )
    expect(warnings).toEqual([expect.stringContaining('reportedCostUsd next to services')])
    expect((await read(eventId)).services).toMatchObject([{ reportedCostUsd: '0.0080000000' }])
    expect(await reported()).toMatchObject({ serviceCount: 1, reportedCost: 0.008 })
  })
})

describe('the comparison', () => {
  test('is all zeros without reported costs', async () => {
    await given(llm())
    expect(await reported()).toEqual({
      ...NONE,
      byModel: [],
      rest: {
        byModel: { ...NONE, differencePercent: undefined },
      },
      dateRange: { startDate: '2026-03-01', endDate: '2026-03-15' },
      filters: {},
    })
  })

  test('has both costs by model, and what cannot be compared apart', async () => {
    await given(llm({ reportedCostUsd: 0.009 }))
    await given(multi([{ ...GPT, paidBy: 'customer', reportedCostUsd: 0.006 }, GPT]))
    await given(unknownModel({ reportedCostUsd: '0.5' }))
    const answer = await reported()
    expect(answer).toMatchObject({
      serviceCount: 3,
      computedCost: 0.015,
      reportedCost: 0.515,
      uncomputedCount: 1,
      uncomputedReportedCost: 0.5,
      difference: 0,
      differencePercent: 0,
      rest: { byModel: { reportedCost: 0, difference: 0 } },
    })
    expect(answer.byModel).toEqual([
      {
        model: 'house-model',
        modelProvider: 'in-house',
        ...NONE,
        serviceCount: 1,
        reportedCost: 0.5,
        uncomputedCount: 1,
        uncomputedReportedCost: 0.5,
      },
      {
        model: 'gpt-4o',
        modelProvider: 'openai',
        ...NONE,
        serviceCount: 2,
        computedCost: 0.015,
        reportedCost: 0.015,
        differencePercent: 0,
      },
    ])
    const url = '/v1/analytics/reported-costs?startDate=2026-03-01'
    const { rows } = await readCsv(t, url, organization.secretKey)
    expect(rows).toMatchObject([
      { model: 'house-model', reportedCost: '0.5', differencePercent: '' },
      { model: 'gpt-4o', reportedCost: '0.015', difference: '0' },
    ])
  })

  test('states a difference with its sign and in percent of the computed cost', async () => {
    await given(llm({ reportedCostUsd: 0.006 }))
    expect(await reported()).toMatchObject({ difference: -0.0015, differencePercent: -20 })
  })

  test('includes a cost as soon as it becomes known', async () => {
    await given(
      multi([
        { ...UNKNOWN, reportedCostUsd: 1 },
        { ...GPT, reportedCostUsd: 0.0075 },
      ]),
    )
    expect(await reported()).toMatchObject({
      serviceCount: 2,
      uncomputedCount: 2,
      uncomputedReportedCost: 1.0075,
      difference: 0,
    })
    await api.post('/v1/events/map-model', {
      sourceModel: 'house-model',
      sourceProvider: 'in-house',
      targetModel: 'gpt-4o',
      targetProvider: 'openai',
    })
    expect(await reported()).toMatchObject({
      serviceCount: 2,
      computedCost: 0.007525,
      uncomputedCount: 0,
      uncomputedReportedCost: 0,
      difference: 0.999975,
    })
  })

  test('follows amendments and voidings', async () => {
    const { id } = await given(llm({ reportedCostUsd: 0.009 }))
    const amended = await api.post(`/v1/events/${id}/amend`, { ...GPT, reportedCostUsd: 0.01 })
    expect(amended.status, JSON.stringify(amended.body)).toBe(200)
    expect(amended.body.corrections[0].servicesBefore).toMatchObject([
      { reportedCostUsd: '0.0090000000' },
    ])
    expect(await reported()).toMatchObject({ serviceCount: 1, reportedCost: 0.01 })
    await api.post(`/v1/events/${id}/void`, undefined)
    expect(await reported()).toMatchObject({ ...NONE, byModel: [] })
  })

  test('an amendment of the reported cost alone keeps the prices of the event', async () => {
    const event = await given(unknownModel())
    const work = { ...GPT, model: 'house-model', modelProvider: 'in-house' }
    const waiting = await api.post(`/v1/events/${event.id}/amend`, { ...work, reportedCostUsd: 1 })
    expect(waiting.body).toMatchObject({ usageCost: null, eventProcessed: 'NEEDS_COST_BACKFILL' })
    const { body } = await api.post('/v1/events/map-model', {
      sourceModel: 'house-model',
      sourceProvider: 'in-house',
      targetModel: 'gpt-4o',
      targetProvider: 'openai',
    })
    expect(body.backfilled).toBe(1)
    await api.delete(`/v1/model-mappings/${body.mappingId}`)
    const amended = await api.post(`/v1/events/${event.id}/amend`, { ...work, reportedCostUsd: 2 })
    expect(amended.body).toMatchObject({ usageCost: '0.0075000000', eventProcessed: 'PROCESSED' })
    expect(await reported()).toMatchObject({
      serviceCount: 1,
      computedCost: 0.0075,
      reportedCost: 2,
      uncomputedCount: 0,
    })
  })

  test('an amendment takes the long floats of gateways, and refuses what a record may not have', async () => {
    const { id } = await given(llm())
    const amend = (text: string) =>
      api.post(`/v1/events/${id}/amend`, { ...GPT, reportedCostUsd: asText(text) })
    const { status, body } = await amend('0.00017999999999999998')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.services).toMatchObject([{ reportedCostUsd: '0.00017999999999999998' }])
    for (const wrong of ['-1', '"abc"', '1e300', 'true']) {
      const refused = await amend(wrong)
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        400,
        expect.stringContaining('reportedCostUsd must be'),
      ])
    }
  })

  test('is by window, customer, agent and signal, and of one organization', async () => {
    const event = await given(llm({ reportedCostUsd: 0.009 }))
    await given(llm({ customerExternalId: 'other', reportedCostUsd: 1 }))
    await given(llm({ usageDate: '2026-02-28T23:59:59Z', reportedCostUsd: 2 }))
    expect(await reported()).toMatchObject({ serviceCount: 2 })
    for (const filter of [
      `customerId=${event.customerId}`,
      'customerExternalId=acme',
      `agentId=${event.agentId}&customerExternalId=acme`,
      `signalId=${event.signalId}&customerExternalId=acme`,
    ]) {
      expect(await reported(`&${filter}`), filter).toMatchObject({ reportedCost: 0.009 })
    }
    expect(await reported(`&agentId=${ABSENT}`)).toMatchObject(NONE)
    const { body } = await stranger.get('/v1/analytics/reported-costs?startDate=2026-02-01')
    expect(body).toMatchObject(NONE)
    expect((await api.get('/v1/analytics/reported-costs?startDate=x')).status).toBe(400)
    expect((await api.get('/v1/analytics/reported-costs?customerId=x')).status).toBe(400)
  })
})

test('a publishable key does not read them', async () => {
  expect((await publishable.get('/v1/analytics/reported-costs')).status).toBe(403)
})
