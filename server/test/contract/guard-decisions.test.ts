import { beforeEach, describe, expect, test } from 'vitest'
import { pruneDecisions } from '../../src/features/control/decisions/prune.ts'
import { cursorOf } from '../../src/platform/http/list-cursor.ts'
import { type Fields, givenCustomer, unique } from '../support/given.ts'
import { llm, recordOne, times, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const t = useTestApp()
const { api, organization } = useOrganizationPerTest(t)
const stranger = useStranger(t)

const run = (fields: Fields = {}): Fields => ({
  ...{ customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' },
  ...{ estimatedCostUsd: '0.40', runId: unique('run') },
  ...fields,
})
const hold = async (fields: Fields = {}) => {
  const { status, body } = await api.post('/v1/guard/holds', run(fields))
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const budget = async (fields: Fields = {}) => {
  const terms = { name: 'A day', measure: 'cost', amount: '1.00', period: 'day', action: 'block' }
  const { status, body } = await api.post('/v1/budgets', { ...terms, ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const decisions = async (query = '') => {
  const { status, body } = await api.get(`/v1/guard/decisions${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

beforeEach(async () => {
  await givenCustomer(api, { externalId: 'acme' })
})

describe('decisions', () => {
  test('that blocked or warned are listed with the figures of the answer; allowed ones are not', async () => {
    const { id } = await budget()
    const warning = await budget({ name: 'Half', amount: '0.50', action: 'alert' })
    expect((await hold({ runId: 'fits' })).decision).toBe('allow')
    const warned = await hold({ runId: 'warned', estimatedCostUsd: '0.20' })
    expect(warned.decision).toBe('warn')
    const blocked = await hold({ runId: 'blocked', estimatedCostUsd: '0.41' })
    const { results, totalResults } = await decisions()
    expect(totalResults).toBe(2)
    expect(results).toMatchObject([
      {
        ...{ decision: 'block', reason: 'budget_exceeded', message: blocked.message },
        ...{ runId: 'blocked', holdId: null, customerExternalId: 'acme', budgetId: id },
        ...{ budgetName: 'A day', measure: 'cost', currency: 'USD' },
        ...{ limit: '1', spent: '0', held: '0.6' },
        ...{ asked: '0.41', uncostedEvents: 0, createdAt: blocked.asOf },
        ...{ windowStart: blocked.budgets[0].windowStart, resetsAt: blocked.resetsAt },
      },
      {
        ...{ decision: 'warn', message: warned.message, runId: 'warned', holdId: warned.holdId },
        ...{ budgetId: warning.id, limit: '0.5', held: '0.4', asked: '0.2' },
      },
    ])
  })

  test('about an extension name the hold, and one about unknown cost the number of events', async () => {
    await budget({ onUnknownCost: 'block' })
    const { holdId } = await hold({ runId: 'long' })
    const more = { costSoFarUsd: '0.40', nextCostUsd: '0.70' }
    await api.post(`/v1/guard/holds/${holdId}/extend`, more)
    await api.record(unknownModel({}))
    await hold({ runId: 'blind' })
    expect((await decisions()).results).toMatchObject([
      { runId: 'blind', reason: 'unknown_cost', uncostedEvents: 1 },
      { runId: 'long', holdId, asked: '1.1' },
    ])
  })

  test('name the currency of their amounts, in each answer; a quantity has none', async () => {
    const { id } = await budget({ name: 'Units', measure: 'quantity', amount: '1' })
    await budget({ amount: '9' })
    const { budgets } = await hold({ quantity: 2 })
    expect(budgets).toMatchObject([
      { name: 'Units', currency: null },
      { name: 'A day', currency: 'USD' },
    ])
    expect((await decisions()).results).toMatchObject([{ budgetName: 'Units', currency: null }])
    const status = await api.get(`/v1/budgets/${id}/status?customerExternalId=acme`)
    expect(status.body).toMatchObject({ limit: '1', currency: null })
  })

  test('keep the name and the limit that decided when the budget changes', async () => {
    const { id } = await budget()
    const { message } = await hold({ estimatedCostUsd: '2' })
    await api.patch(`/v1/budgets/${id}`, { name: 'Renamed', amount: '9' })
    await api.delete(`/v1/budgets/${id}`)
    expect((await decisions()).results).toMatchObject([
      { message, budgetName: 'A day', limit: '1' },
    ])
  })

  test('of a check are not stored, nor of a run that had ended', async () => {
    await budget()
    const { runId: _, ...check } = run({ estimatedCostUsd: '2' })
    expect((await api.post('/v1/guard/checks', check)).body.decision).toBe('block')
    await hold({ runId: 'ended' })
    await recordOne(api, llm({ runId: 'ended' }))
    const again = run({ runId: 'ended', estimatedCostUsd: '2' })
    expect((await api.post('/v1/guard/holds', again)).status).toBe(409)
    expect((await decisions()).results).toEqual([])
  })

  test('are filtered, and paged by a cursor without repeating or skipping one', async () => {
    await givenCustomer(api, { externalId: 'globex' })
    const { id } = await budget({ amount: '0', action: 'block' })
    const all = await Promise.all(
      times(7, (n) =>
        hold({ runId: `run-${n}`, customerExternalId: n % 2 === 0 ? 'acme' : 'globex' }),
      ),
    )
    expect(new Set(all.map(({ decision }) => decision))).toEqual(new Set(['block']))
    const seen: string[] = []
    let query: string | undefined = '?limit=3'
    while (query !== undefined) {
      const page = await decisions(query)
      seen.push(...page.results.map(({ runId }: Fields) => runId))
      query = page.nextAfter && `?limit=3&after=${page.nextAfter}`
    }
    expect(seen.toSorted()).toEqual(times(7, (n) => `run-${n}`))
    const countOf = async (filter: string) => (await decisions(filter)).totalResults
    expect(await countOf('?customerExternalId=globex')).toBe(3)
    expect(await countOf('?decision=warn')).toBe(0)
    expect(await countOf(`?decision=block&budgetId=${id}&runId=run-3`)).toBe(1)
    expect((await api.get('/v1/guard/decisions?after=nonsense')).status).toBe(400)
    const after = cursorOf({ at: new Date(), id })
    expect(await api.get(`/v1/guard/decisions?page=2&after=${after}`)).toMatchObject({
      status: 400,
      body: { param: 'page' },
    })
  })

  test('of another organization are not seen, by no filter', async () => {
    const { id } = await budget()
    await hold({ estimatedCostUsd: '2', runId: 'secret' })
    for (const query of ['', `?budgetId=${id}`, '?runId=secret']) {
      const { status, body } = await stranger.get(`/v1/guard/decisions${query}`)
      expect([status, body.results]).toEqual([200, []])
    }
  })

  test('are deleted after 30 days', async () => {
    await budget()
    await hold({ estimatedCostUsd: '2' })
    const day = 86_400_000
    await pruneDecisions(t.dependencies.db, new Date(Date.now() + 29 * day))
    expect((await decisions()).totalResults).toBe(1)
    await pruneDecisions(t.dependencies.db, new Date(Date.now() + 31 * day))
    expect((await decisions()).totalResults).toBe(0)
  })

  test('are deleted however many there are, in transactions of a thousand', async () => {
    await budget()
    await hold({ estimatedCostUsd: '2' })
    const { pool } = t.database
    await pool.query(
      `insert into guard_decisions select (decision).* from (
         select jsonb_populate_record(decisions, jsonb_build_object('id', gen_random_uuid())) as decision
         from guard_decisions decisions, generate_series(1, 2500) where organization_id = $1
       ) copies`,
      [organization.id],
    )
    expect((await decisions()).totalResults).toBe(2_501)
    await pruneDecisions(t.dependencies.db, new Date(Date.now() + 31 * 86_400_000))
    expect((await decisions()).totalResults).toBe(0)
  })
})

describe('suggestions', () => {
  const suggestions = async (query = '') => {
    const { status, body } = await api.get(`/v1/guard/suggestions${query}`)
    expect(status).toBe(200)
    return body.results
  }

  test('compare the estimates of ended runs with what they cost, by agent and signal', async () => {
    for (const [n, estimate] of ['0.01', '0.005', '0.0075'].entries()) {
      await hold({ runId: `run-${n}`, estimatedCostUsd: estimate })
      await recordOne(api, llm({ runId: `run-${n}` }))
    }
    // Neither a run under way, nor one that was released, nor one whose cost is not known.
    await hold({ runId: 'open' })
    const { holdId } = await hold({ runId: 'released' })
    await api.post(`/v1/guard/holds/${holdId}/release`, undefined)
    await hold({ runId: 'blind' })
    await api.record(unknownModel({ runId: 'blind' }))
    await hold({ runId: 'any', signalName: undefined })
    await recordOne(api, llm({ runId: 'any' }))
    expect(await suggestions()).toMatchObject([
      {
        ...{ agentCode: 'support', signalName: 'ticket', runCount: 3, aboveEstimateCount: 1 },
        ...{ averageEstimateUsd: '0.0075', averageCostUsd: '0.0075' },
        suggestedEstimateUsd: '0.0075',
      },
      { agentCode: 'support', signalId: null, signalName: null, runCount: 1 },
    ])
  })

  test('are the 95th percentile of the last 200 runs', async () => {
    await hold({ runId: 'first' })
    const { rows } = await t.database.pool.query(
      `select customer_id, organization_id, agent_id, signal_id from control_holds
       where run_id = 'first' order by created_at desc limit 1`,
    )
    // The oldest 50 cost 9 each; of the latest 200, 190 cost 0.01 to 1.90 and 10 cost 5.
    await t.database.pool.query(
      `insert into control_holds (customer_id, id, organization_id, run_id, agent_id, signal_id,
         cost, quantity, used_cost, estimated_cost, expires_at, closed_at, close_reason, created_at)
       select $1, gen_random_uuid(), $2, 'made-' || n, $3, $4, 1, 1,
         case when n <= 50 then 9 when n <= 240 then (n - 50) * 0.01 else 5 end, 1, now(), now(),
         'settled', now() + n * interval '1 second'
       from generate_series(1, 250) as n`,
      [rows[0].customer_id, rows[0].organization_id, rows[0].agent_id, rows[0].signal_id],
    )
    const [{ runCount, suggestedEstimateUsd, agentId }] = await suggestions()
    expect([runCount, suggestedEstimateUsd]).toEqual([200, '1.9'])
    expect(await suggestions(`?agentId=${agentId}`)).toHaveLength(1)
    expect((await stranger.get(`/v1/guard/suggestions?agentId=${agentId}`)).body.results).toEqual(
      [],
    )
  })
})
