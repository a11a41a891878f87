import { describe, expect, test } from 'vitest'
import { messageOf, must } from '../support/app.ts'
import { flatPrice, givenDeal } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { GPT_4O, unknownModel } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const NOW = new Date('2026-03-15T12:00:00Z')

const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })

const usage = (query: string) => must(t.api.get(`/v1/analytics/usage?${query}`))
const cost = (query: string) => must(t.api.get(`/v1/analytics/cost?${query}`))
const NOTHING = { eventCount: 0, totalQuantity: 0, totalCost: 0, uncostedEvents: 0 }

const givenWork = () =>
  givenDeal(t.api, {
    prices: [flatPrice('ticket', 1), flatPrice('call', 1)],
    subscription: { startDate: '2026-01-01' },
  })

describe('usage of a window', () => {
  test('is added up over whole days in UTC, both included', async () => {
    const { use, customerId } = await givenWork()
    await use('ticket', 1, '2026-02-28T23:59:59.999Z')
    await use('ticket', 2, '2026-03-01T00:00:00Z', GPT_4O)
    await use('ticket', 4, '2026-03-02T23:59:59.999Z', GPT_4O)
    await use('ticket', 8, '2026-03-03T00:00:00Z')
    const answer = await usage(`customerId=${customerId}&startDate=2026-03-01&endDate=2026-03-02`)
    expect(answer.summary).toEqual({
      totalEvents: 2,
      totalQuantity: 6,
      totalCost: 0.005,
      avgCostPerEvent: 0.0025,
      uncostedEvents: 0,
    })
    expect(answer.timeSeriesData).toEqual([
      {
        ...{ ...NOTHING, date: '2026-03-01', eventCount: 1, totalQuantity: 2, totalCost: 0.0025 },
        ...{ eventPercent: 50, quantityPercent: 33.3333333333 },
      },
      {
        ...{ ...NOTHING, date: '2026-03-02', eventCount: 1, totalQuantity: 4, totalCost: 0.0025 },
        ...{ eventPercent: 50, quantityPercent: 66.6666666667 },
      },
    ])
    expect(answer.dateRange).toEqual({ startDate: '2026-03-01', endDate: '2026-03-02' })
    expect(answer.filters).toEqual({ customerId })
    expect(answer).not.toHaveProperty('dimensionBreakdown')
  })

  test('is that of the last 30 days unless dates are given, and filters are empty', async () => {
    const answer = await usage('')
    expect(answer.dateRange).toEqual({ startDate: '2026-02-14', endDate: '2026-03-15' })
    expect(answer.timeSeriesData).toHaveLength(30)
    expect(answer.filters).toEqual({})
  })

  test('has a row for every bucket: weeks begin on Monday, months on the first', async () => {
    const { use, customerId } = await givenWork()
    await use('ticket', 1, '2026-02-28T12:00:00Z')
    await use('ticket', 2, '2026-03-01T12:00:00Z')
    const window = `customerId=${customerId}&startDate=2026-02-28&endDate=2026-03-10`
    const rows = async (groupBy: string) =>
      (await usage(`${window}&groupBy=${groupBy}`)).timeSeriesData.map(
        (row: { date: string; totalQuantity: number }) => [row.date, row.totalQuantity],
      )
    expect(await rows('weekly')).toEqual([
      ['2026-02-23', 3],
      ['2026-03-02', 0],
      ['2026-03-09', 0],
    ])
    expect(await rows('monthly')).toEqual([
      ['2026-02-01', 1],
      ['2026-03-01', 2],
    ])
    expect(await rows('daily')).toHaveLength(11)
  })

  test('knows leap days', async () => {
    const { timeSeriesData } = await usage('startDate=2028-02-28&endDate=2028-03-01')
    const dates = timeSeriesData.map(({ date }: { date: string }) => date)
    expect(dates).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  })

  test('without any event is zeros and empty rows', async () => {
    const empty = await usage('startDate=2020-01-01&endDate=2020-01-01&breakdownBy=agent')
    expect(empty.summary).toEqual({
      totalEvents: 0,
      totalQuantity: 0,
      totalCost: 0,
      avgCostPerEvent: 0,
      uncostedEvents: 0,
    })
    const none = { eventPercent: null, quantityPercent: null }
    expect(empty.timeSeriesData).toEqual([{ ...NOTHING, date: '2020-01-01', ...none }])
    expect(empty.dimensionBreakdown).toEqual({
      dimensionType: 'agent',
      summary: [],
      timeline: [],
      hasMore: false,
      rest: [{ ...NOTHING, date: '2020-01-01' }],
    })
    expect(empty.metadata).toMatchObject({ agents: {}, signals: {} })
  })

  test('says how many events have no cost, and averages over those that have one', async () => {
    const { use, customerId, externalId, agentCode } = await givenWork()
    await use('ticket', 1, '2026-03-01T12:00:00Z', GPT_4O)
    const work = { customerExternalId: externalId, agentCode, signalName: 'ticket' }
    await t.api.record(unknownModel({ ...work, usageDate: '2026-03-01T12:00:00Z' }))
    const { summary } = await usage(`customerId=${customerId}`)
    expect(summary).toMatchObject({
      totalEvents: 2,
      totalCost: 0.0025,
      avgCostPerEvent: 0.0025,
      uncostedEvents: 1,
    })
    const { byModel, uncostedEvents } = await cost(`customerId=${customerId}`)
    expect(uncostedEvents).toBe(1)
    expect(byModel).toMatchObject([
      { model: 'gpt-4o', totalCost: 0.0025, serviceCount: 1, uncostedEvents: 0 },
      { model: 'house-model', totalCost: 0, serviceCount: 1, uncostedEvents: 1 },
    ])
  })
})

describe('a breakdown', () => {
  test('has totals and every bucket of each dimension, tagged and named', async () => {
    const deal = await givenWork()
    await deal.use('ticket', 1, '2026-03-01T12:00:00Z')
    await deal.use('ticket', 1, '2026-03-02T12:00:00Z')
    await deal.use('call', 5, '2026-03-02T12:00:00Z')
    const window = `customerId=${deal.customerId}&startDate=2026-03-01&endDate=2026-03-02`
    const { dimensionBreakdown, metadata } = await usage(`${window}&breakdownBy=signal`)
    const { ticket, call } = deal.signalIds
    expect(dimensionBreakdown).toMatchObject({
      dimensionType: 'signal',
      summary: [
        { dimensionId: ticket, dimensionName: 'ticket', totalEvents: 2, totalQuantity: 2 },
        { dimensionId: call, dimensionName: 'call', totalEvents: 1, totalQuantity: 5 },
      ],
      hasMore: false,
    })
    const rows = dimensionBreakdown.timeline.map(
      (row: { date: string; dimensionName: string; totalQuantity: number }) => [
        row.dimensionName,
        row.date,
        row.totalQuantity,
      ],
    )
    expect(rows).toEqual([
      ['ticket', '2026-03-01', 1],
      ['ticket', '2026-03-02', 1],
      ['call', '2026-03-01', 0],
      ['call', '2026-03-02', 5],
    ])
    expect(metadata.signals).toEqual({ [String(ticket)]: 'ticket', [String(call)]: 'call' })
    expect(metadata.customers).toEqual({ [deal.customerId]: 'Acme' })
    expect(Object.keys(metadata.agents)).toEqual([deal.agentId])
    expect(metadata.signalAgents).toEqual({
      [String(ticket)]: deal.agentId,
      [String(call)]: deal.agentId,
    })
  })

  test('lists the requested number and says that there are more', async () => {
    const query = 'startDate=2026-03-01&endDate=2026-03-02&breakdownBy=customer'
    const { dimensionBreakdown } = await usage(`${query}&top=1`)
    expect(dimensionBreakdown.summary).toHaveLength(1)
    expect(dimensionBreakdown.hasMore).toBe(true)
    const all = await usage(query)
    expect(all.dimensionBreakdown.hasMore).toBe(false)
    const sum = (rows: { totalEvents: number }[]) =>
      rows.reduce((total, row) => total + row.totalEvents, 0)
    expect(sum(all.dimensionBreakdown.summary)).toBe(all.summary.totalEvents)
  })

  test('has all others as the rest: with the listed ones they add up to the total', async () => {
    const query = 'startDate=2026-03-01&endDate=2026-03-02&breakdownBy=customer'
    const { dimensionBreakdown, timeSeriesData } = await usage(`${query}&top=1`)
    const { timeline, rest } = dimensionBreakdown
    type Row = { date: string; eventCount: number; totalQuantity: number; totalCost: number }
    const at = (rows: Row[], date: string) => rows.find((row) => row.date === date)
    for (const all of timeSeriesData as Row[]) {
      const [listed, others] = [at(timeline, all.date), at(rest, all.date)]
      expect((listed?.eventCount ?? 0) + (others?.eventCount ?? 0)).toBe(all.eventCount)
      expect((listed?.totalQuantity ?? 0) + (others?.totalQuantity ?? 0)).toBe(all.totalQuantity)
      expect((listed?.totalCost ?? 0) + (others?.totalCost ?? 0)).toBeCloseTo(all.totalCost, 9)
    }
    expect(rest.some((row: Row) => row.eventCount > 0)).toBe(true)
    const whole = await usage(query)
    expect(whole.dimensionBreakdown.rest.every((row: Row) => row.eventCount === 0)).toBe(true)
  })
})

describe('cost', () => {
  test('is the same by every dimension', async () => {
    const { use, agentId } = await givenWork()
    for (const day of ['01', '02', '05']) {
      await use('ticket', 3, `2026-03-${day}T12:00:00Z`, GPT_4O)
      await use('call', 7, `2026-03-${day}T12:00:00Z`)
    }
    for (const filter of ['', `&agentId=${agentId}`]) {
      const answer = await cost(`startDate=2026-03-01&endDate=2026-03-07${filter}`)
      for (const side of ['byAgent', 'byCustomer', 'bySignal', 'byDay', 'byPlan', 'byModel']) {
        const total = answer[side].reduce(
          (sum: number, row: { totalCost: number }) => sum + row.totalCost,
          0,
        )
        expect(total, side).toBeCloseTo(answer.totalCost, 9)
      }
      expect(answer.byDay).toHaveLength(7)
    }
  })

  test('of work without a subscription belongs to no plan', async () => {
    await t.api.record(
      unknownModel({ ...GPT_4O, customerExternalId: 'nobody', usageDate: '2025-06-01' }),
    )
    const { byPlan, totalCost } = await cost('startDate=2025-06-01&endDate=2025-06-01')
    expect(totalCost).toBeGreaterThan(0)
    expect(byPlan).toEqual([
      { planId: null, planName: null, totalCost, eventCount: 1, uncostedEvents: 0 },
    ])
  })
})

describe('a query is refused', () => {
  test('when it would make more rows than anybody reads', async () => {
    const answer = await t.api.get('/v1/analytics/usage?startDate=1970-01-01')
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain('group by a longer time')
  })
})
