import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { readCsv } from '../support/csv.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { llm, multi, recordEvent, sms, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const NOW = new Date('2026-03-15T12:00:00Z')
const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)
const stranger = useStranger(t)

const MARCH = 'startDate=2026-03-01&endDate=2026-03-31'
const given = (record: Fields) => recordEvent(api, { usageDate: '2026-03-10T08:30:00Z', ...record })
const reject = (id: string, quantity?: number) =>
  must(api.post(`/v1/events/${id}/rejection`, { reason: 'Reopened', quantity }))
const cost = (query = '') => must(api.get(`/v1/analytics/cost?${MARCH}${query}`))
const rejectedBy = (rows: Fields[], name: string) =>
  Object.fromEntries(rows.map((row) => [row[name], row.costOfRejected]))

describe('the cost of rejected units', () => {
  test('is the share of the cost by units, by agent, signal and model, and no cost changes', async () => {
    const half = await given(llm({ quantity: 4 }))
    const whole = await given(sms({ quantity: 5, agentCode: 'caller', signalName: 'call' }))
    await given(llm({ quantity: 9 }))
    const before = await cost()
    expect(before.costOfRejected).toBe(0)
    await reject(half.id, 2)
    await reject(whole.id)
    const after = await cost()
    expect(after.totalCost).toBe(before.totalCost)
    // Half of 0.0075, and five messages of 0.0083.
    expect(after.costOfRejected).toBe(0.04525)
    expect(rejectedBy(after.byAgent, 'agentId')).toEqual({
      [half.agentId]: 0.00375,
      [whole.agentId]: 0.0415,
    })
    expect(rejectedBy(after.bySignal, 'signalId')).toEqual({
      [half.signalId]: 0.00375,
      [whole.signalId]: 0.0415,
    })
    expect(Object.values(rejectedBy(after.byModel, 'model')).toSorted()).toEqual([0.00375, 0.0415])
    expect((await cost(`&agentId=${half.agentId}`)).costOfRejected).toBe(0.00375)
    expect((await cost(`&signalId=${whole.signalId}`)).costOfRejected).toBe(0.0415)
    const other = await must(stranger.get(`/v1/analytics/cost?${MARCH}`))
    expect(other.costOfRejected).toBe(0)
    const url = `/v1/analytics/cost?${MARCH}&table=byAgent`
    const { rows } = await readCsv(t, url, organization.secretKey)
    expect(rejectedBy(rows, 'agentId')).toMatchObject({ [whole.agentId]: '0.0415' })
  })

  test('follows a withdrawal, an amendment, and a cost that becomes known', async () => {
    const { id } = await given(llm({ quantity: 4 }))
    await reject(id, 2)
    await must(api.post(`/v1/events/${id}/amend`, { quantity: 8 }))
    expect((await cost()).costOfRejected).toBe(0.001875)
    await must(api.post(`/v1/events/${id}/rejection/withdraw`, {}))
    expect((await cost()).costOfRejected).toBe(0)
    const unknown = await given(unknownModel({ quantity: 1, inputTokens: 1_000, outputTokens: 0 }))
    await reject(unknown.id)
    expect((await cost()).costOfRejected).toBe(0)
    await must(
      api.post('/v1/events/map-model', {
        ...{ sourceModel: 'house-model', sourceProvider: 'in-house' },
        ...{ targetModel: 'gpt-4o', targetProvider: 'openai' },
      }),
    )
    expect((await cost()).costOfRejected).toBe(0.0025)
  })

  test('of an event with several models is divided between them', async () => {
    const tokens = { modelProvider: 'openai', inputTokens: 1_000_000 }
    const services = [
      { model: 'gpt-4o', ...tokens },
      { model: 'gpt-4o-mini', ...tokens },
    ]
    const { id } = await given(multi(services, { quantity: 3 }))
    await reject(id, 1)
    expect(rejectedBy((await cost()).byModel, 'model')).toEqual({
      'gpt-4o': 0.8333333333,
      'gpt-4o-mini': 0.05,
    })
  })

  test('counts the events of the window alone', async () => {
    const { id } = await given(llm({ usageDate: '2026-02-28T23:59:59Z' }))
    await reject(id)
    expect((await cost()).costOfRejected).toBe(0)
    const { costOfRejected } = await must(
      api.get('/v1/analytics/cost?startDate=2026-02-28&endDate=2026-02-28'),
    )
    expect(costOfRejected).toBe(0.0075)
  })
})
