import { beforeEach, describe, expect, test } from 'vitest'
import { type Fields, givenCustomer, unique } from '../support/given.ts'
import { expectHoldsToAddUp } from '../support/holds.ts'
import { llm, recordEvent, recordOne, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: ({ database }) => expectHoldsToAddUp(database.pool) })
const { api } = useOrganizationPerTest(t)
const stranger = useStranger(t)

/** Costs 0.0075, as `llm`. */
const COST = '0.0075'
const run = (fields: Fields = {}): Fields => ({
  customerExternalId: 'acme',
  agentCode: 'support',
  signalName: 'ticket',
  estimatedCostUsd: '0.40',
  runId: unique('run'),
  ...fields,
})
const hold = (fields: Fields = {}) => api.post('/v1/guard/holds', run(fields))
const budget = async (fields: Fields = {}) => {
  const terms = { name: 'A day', measure: 'cost', amount: '1.00', period: 'day', action: 'block' }
  const { status, body } = await api.post('/v1/budgets', { ...terms, ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const statusOf = async (id: string) => {
  const { status, body } = await api.get(`/v1/budgets/${id}/status?customerExternalId=acme`)
  expect(status).toBe(200)
  return body
}

beforeEach(async () => {
  await givenCustomer(api, { externalId: 'acme' })
})

describe('a hold', () => {
  test('is given while the budget has room, and names the budget that blocks', async () => {
    const { id } = await budget()
    const first = await hold({ estimatedCostUsd: '0.60' })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ decision: 'allow', reason: null, message: null })
    expect(first.body.budgets).toMatchObject([
      { id, limit: '1', spent: '0', held: '0', asked: '0.6', remaining: '0.4', decision: 'allow' },
    ])
    const second = await hold({ estimatedCostUsd: 0.41 })
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject({
      decision: 'block',
      reason: 'budget_exceeded',
      message: 'A day: 0 spent + 0.6 held + 0.41 asked > 1 USD',
      budgetId: id,
      holdId: null,
    })
    expect((await hold({ estimatedCostUsd: '0.4' })).body.decision).toBe('allow')
    expect(await statusOf(id)).toMatchObject({ spent: '0', held: '1', remaining: '0' })
  })

  test('is the same for the same run, however often it is asked for', async () => {
    const { id } = await budget()
    const asked = { runId: 'run-1', estimatedCostUsd: '0.60' }
    const [first, ...others] = await Promise.all([hold(asked), hold(asked), hold(asked)])
    for (const other of others) {
      expect(other.body).toMatchObject({ decision: 'allow', holdId: first?.body.holdId })
    }
    expect(await statusOf(id)).toMatchObject({ held: '0.6' })
  })

  test('becomes what the run cost when its outcome is recorded, and the run has ended', async () => {
    const { id } = await budget()
    const { holdId } = (await hold({ runId: 'run-1' })).body
    const entry = await recordOne(api, llm({ runId: 'run-1' }))
    expect(entry.hold).toEqual({ remaining: '0.3925000000', decision: 'allow' })
    expect(await statusOf(id)).toMatchObject({ spent: COST, held: '0' })
    expect((await api.get(`/v1/guard/holds/${holdId}`)).body).toMatchObject({
      status: 'settled',
      usedCostUsd: COST,
      heldCostUsd: '0',
    })
    const again = await hold({ runId: 'run-1' })
    expect(again.status).toBe(409)
    expect(again.body.code).toBe('run_ended')
  })

  test('a record of quantity 0 reports cost, and keepHold keeps the hold of an outcome', async () => {
    const { id } = await budget()
    await hold({ runId: 'run-1', estimatedCostUsd: '0.02' })
    const first = await recordOne(api, llm({ runId: 'run-1', quantity: 0 }))
    expect(first.hold).toEqual({ remaining: '0.0125000000', decision: 'allow' })
    expect(await statusOf(id)).toMatchObject({ spent: COST, held: '0.0125' })
    const second = await recordOne(api, llm({ runId: 'run-1', keepHold: true }))
    expect(second.hold).toEqual({ remaining: '0.0050000000', decision: 'allow' })
    const third = await recordOne(api, llm({ runId: 'run-1', quantity: 0 }))
    expect(third.hold).toEqual({ remaining: '-0.0025000000', decision: 'block' })
    // More than was authorised is spent, and nothing is held.
    expect(await statusOf(id)).toMatchObject({ spent: '0.0225', held: '0' })
  })

  test('the status of a budget lists the thresholds that spent has reached, to the last digit', async () => {
    const { id } = await budget({ amount: '0.015', thresholds: ['100', '50', '50.0001'] })
    expect(await statusOf(id)).toMatchObject({ spent: '0', reachedThresholds: [] })
    await recordOne(api, llm({}))
    expect(await statusOf(id)).toMatchObject({ spent: COST, reachedThresholds: ['50'] })
  })

  test('a repeated record settles once, and has no hold in its answer', async () => {
    const { id } = await budget()
    await hold({ runId: 'run-1' })
    const record = llm({ runId: 'run-1', quantity: 0, idempotencyKey: 'step-1' })
    await recordOne(api, record)
    const repeated = await recordOne(api, record)
    expect(repeated).toMatchObject({ duplicate: true })
    expect(repeated.hold).toBeUndefined()
    expect(await statusOf(id)).toMatchObject({ spent: COST, held: '0.3925' })
  })

  test('expires by real time, and the run is decided again', async () => {
    const { id } = await budget()
    const { holdId } = (await hold({ runId: 'run-1', ttlSeconds: 1 })).body
    await t.database.pool.query(`update control_holds set expires_at = created_at where id = $1`, [
      holdId,
    ])
    expect(await statusOf(id)).toMatchObject({ held: '0' })
    expect((await hold({ estimatedCostUsd: '0.90' })).body.decision).toBe('allow')
    expect((await hold({ runId: 'run-1' })).body.decision).toBe('block')
    const small = await hold({ runId: 'run-1', estimatedCostUsd: '0.10' })
    expect(small.body).toMatchObject({ decision: 'allow', holdId })
    expect(await statusOf(id)).toMatchObject({ held: '1' })
  })

  test('counts in the budgets of every signal if it names none', async () => {
    const { signalId } = await givenSignalOf()
    const { id } = await budget({ signalId })
    expect((await hold({ signalName: undefined })).body.budgets).toMatchObject([{ id }])
    expect((await hold({ signalName: 'other' })).body.budgets).toEqual([])
    expect(await statusOf(id)).toMatchObject({ held: '0.4' })
  })

  async function givenSignalOf() {
    await recordOne(api, llm({ quantity: 0, inputTokens: 0, outputTokens: 0 }))
    const { results } = (await api.get('/v1/signals')).body
    return { signalId: results[0].id as string }
  }

  test('is refused for an unknown customer, and creates the agent and the signal', async () => {
    expect((await hold({ customerExternalId: 'nobody' })).status).toBe(404)
    expect((await hold({ agentCode: 'new-agent', signalName: 'new-signal' })).status).toBe(200)
    const agents = (await api.get('/v1/agents?agentCode=new-agent')).body
    expect(agents.totalResults).toBe(1)
  })

  test.each([
    { estimatedCostUsd: '-0.01' },
    { estimatedCostUsd: 'much' },
    { estimatedCostUsd: undefined },
    { services: [{ model: 'gpt-4o', modelProvider: 'openai' }] },
    { estimatedCostUsd: true },
    { quantity: -1 },
    { quantity: 1.5 },
    { ttlSeconds: 0 },
    { runId: '' },
    { runId: undefined },
    { surplus: 1 },
  ])('refuses %j', async (fields) => {
    expect((await hold(fields)).status).toBe(400)
  })

  test('estimates the cost of services, and refuses those of unknown cost', async () => {
    await budget()
    const services = [
      { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1000, outputTokens: 500 },
    ]
    const { body } = await hold({ estimatedCostUsd: undefined, services })
    expect(body.budgets).toMatchObject([{ asked: COST }])
    const unknown = [{ model: 'house-model', modelProvider: 'in-house' }]
    const refused = await hold({ estimatedCostUsd: undefined, services: unknown })
    expect(refused.status).toBe(422)
    expect(refused.body.message).toContain('house-model')
  })
})

describe('an extension', () => {
  test('is decided for what the run cost so far and its next step', async () => {
    await budget({ name: 'A run', period: 'run', amount: '5.00' })
    const { holdId } = (await hold({ estimatedCostUsd: '0.40' })).body
    const extend = (costSoFarUsd: string, nextCostUsd = '0.40') =>
      api.post(`/v1/guard/holds/${holdId}/extend`, { costSoFarUsd, nextCostUsd })
    expect((await extend('4.60')).body).toMatchObject({ decision: 'allow', holdId })
    const blocked = await extend('4.62')
    expect(blocked.status).toBe(200)
    expect(blocked.body).toMatchObject({
      decision: 'block',
      message: 'A run: 0 spent + 0 held + 5.02 asked > 5 USD',
    })
    // The hold stays as the last allowed step left it.
    expect((await api.get(`/v1/guard/holds/${holdId}`)).body.authorizedCostUsd).toBe('5')
  })

  test('counts the larger of what was reported and recorded', async () => {
    const { id } = await budget()
    const { holdId } = (await hold({ runId: 'run-1' })).body
    await recordOne(api, llm({ runId: 'run-1', quantity: 0 }))
    const extend = (costSoFarUsd: string) =>
      api.post(`/v1/guard/holds/${holdId}/extend`, { costSoFarUsd, nextCostUsd: '0.1' })
    await extend('0')
    expect(await statusOf(id)).toMatchObject({ spent: COST, held: '0.1' })
    await extend('0.5')
    expect(await statusOf(id)).toMatchObject({ spent: COST, held: '0.5925' })
  })

  test('of an ended or absent run is refused', async () => {
    const { holdId } = (await hold({ runId: 'run-1' })).body
    await recordOne(api, llm({ runId: 'run-1' }))
    const next = { costSoFarUsd: 0, nextCostUsd: 1 }
    const ended = await api.post(`/v1/guard/holds/${holdId}/extend`, next)
    expect([ended.status, ended.body.code]).toEqual([409, 'run_ended'])
    const absent = '019a0000-0000-7000-8000-000000000000'
    expect((await api.post(`/v1/guard/holds/${absent}/extend`, next)).status).toBe(404)
    expect((await stranger.post(`/v1/guard/holds/${holdId}/extend`, next)).status).toBe(404)
  })
})

describe('a release', () => {
  test('frees what is held, and a second one changes nothing', async () => {
    const { id } = await budget()
    const { holdId } = (await hold({ runId: 'run-1' })).body
    const release = () => api.post(`/v1/guard/holds/${holdId}/release`, undefined)
    const first = await release()
    expect(first.body).toMatchObject({ status: 'released', heldCostUsd: '0', isCounting: false })
    expect((await release()).body).toEqual(first.body)
    expect(await statusOf(id)).toMatchObject({ held: '0' })
    expect((await hold({ runId: 'run-1' })).status).toBe(409)
    expect((await stranger.post(`/v1/guard/holds/${holdId}/release`, undefined)).status).toBe(404)
  })

  test('a late record of a released run still counts as its cost', async () => {
    const { id } = await budget()
    const { holdId } = (await hold({ runId: 'run-1' })).body
    await api.post(`/v1/guard/holds/${holdId}/release`, undefined)
    await recordOne(api, llm({ runId: 'run-1' }))
    expect((await api.get(`/v1/guard/holds/${holdId}`)).body).toMatchObject({
      status: 'released',
      usedCostUsd: COST,
    })
    expect(await statusOf(id)).toMatchObject({ spent: COST, held: '0' })
  })
})

describe('a check', () => {
  test('answers like a hold, and holds and creates nothing', async () => {
    const { id } = await budget()
    const { runId: _, ...checked } = run({ agentCode: 'unseen', estimatedCostUsd: '1.00' })
    const check = (fields: Fields = {}) => api.post('/v1/guard/checks', { ...checked, ...fields })
    expect((await check()).body).toMatchObject({ decision: 'allow', holdId: null })
    expect((await check()).body).toMatchObject({ decision: 'allow' })
    expect((await check({ estimatedCostUsd: '1.01' })).body).toMatchObject({
      decision: 'block',
      budgetId: id,
    })
    expect((await check({ customerExternalId: 'nobody' })).status).toBe(404)
    expect((await api.get('/v1/agents?agentCode=unseen')).body.totalResults).toBe(0)
    expect((await api.get('/v1/guard/holds')).body.totalResults).toBe(0)
  })
})

describe('an event without a known cost', () => {
  test('keeps the hold of its run, past its end, until the cost is known', async () => {
    const { id } = await budget()
    const { holdId } = (await hold({ runId: 'run-1' })).body
    await recordEvent(api, unknownModel({ runId: 'run-1' }))
    expect(await statusOf(id)).toMatchObject({ spent: '0', held: '0.4', uncostedEvents: 1 })
    const counting = await api.get('/v1/guard/holds')
    expect(counting.body.results).toMatchObject([
      { id: holdId, status: 'settled', isCounting: true },
    ])
    await must(
      api.post('/v1/events/map-model', {
        ...{ sourceModel: 'house-model', sourceProvider: 'in-house' },
        ...{ targetModel: 'gpt-4o', targetProvider: 'openai' },
      }),
    )
    expect(await statusOf(id)).toMatchObject({ spent: COST, held: '0', uncostedEvents: 0 })
    expect((await api.get(`/v1/guard/holds/${holdId}`)).body).toMatchObject({
      usedCostUsd: COST,
      uncostedEvents: 0,
      isCounting: false,
    })
  })

  test('keeps the cost of a rejected outcome, whose units leave the budget', async () => {
    const { id: cost } = await budget()
    const { id: units } = await budget({ measure: 'quantity', amount: '2' })
    const { holdId } = (await hold({ runId: 'run-1', quantity: 2 })).body
    const { id: eventId } = await recordEvent(api, llm({ runId: 'run-1', quantity: 2 }))
    expect((await hold({ quantity: 1 })).body).toMatchObject({ decision: 'block', budgetId: units })
    const rejection = { reason: 'Reopened', quantity: 1 }
    const { status } = await api.post(`/v1/events/${eventId}/rejection`, rejection)
    expect(status).toBe(201)
    expect(await statusOf(units)).toMatchObject({ spent: '1', held: '0' })
    expect(await statusOf(cost)).toMatchObject({ spent: COST, held: '0' })
    expect((await api.get(`/v1/guard/holds/${holdId}`)).body).toMatchObject({ usedCostUsd: COST })
    expect((await hold({ quantity: 1 })).body.decision).toBe('allow')
    await api.post(`/v1/events/${eventId}/rejection/withdraw`, {})
    expect(await statusOf(units)).toMatchObject({ spent: '2', held: '1' })
  })

  test('no longer holds the units of a run that has ended: they are recorded', async () => {
    const { id } = await budget({ measure: 'quantity', amount: '2' })
    await hold({ runId: 'run-1' })
    expect(await statusOf(id)).toMatchObject({ spent: '0', held: '1' })
    await recordEvent(api, unknownModel({ runId: 'run-1' }))
    expect(await statusOf(id)).toMatchObject({ spent: '1', held: '0' })
    expect((await hold({ runId: 'run-2' })).body.decision).toBe('allow')
    expect((await hold({ runId: 'run-3' })).body.decision).toBe('block')
    const { id: shared } = await budget({
      measure: 'quantity',
      isPerCustomer: false,
      action: 'alert',
    })
    const { body } = await api.get(`/v1/budgets/${shared}/status`)
    expect(body).toMatchObject({ spent: '1', held: '1' })
  })

  test('blocks further runs where the budget says so', async () => {
    await budget({ onUnknownCost: 'block' })
    await recordEvent(api, unknownModel())
    expect((await hold()).body).toMatchObject({
      decision: 'block',
      reason: 'unknown_cost',
      message: 'A day: the cost of 1 event(s) is not known',
    })
  })
})

describe('a correction', () => {
  test('changes what the run used with its event, before and after its end', async () => {
    const { id } = await budget()
    const { holdId } = (await hold({ runId: 'run-1' })).body
    const used = async () => (await api.get(`/v1/guard/holds/${holdId}`)).body.usedCostUsd
    const first = await recordOne(api, llm({ runId: 'run-1', quantity: 0 }))
    const double = {
      inputTokens: 2000,
      outputTokens: 1000,
      model: 'gpt-4o',
      modelProvider: 'openai',
    }
    await must(api.post(`/v1/events/${first.eventId}/amend`, double))
    expect(await used()).toBe('0.015')
    expect(await statusOf(id)).toMatchObject({ spent: '0.015', held: '0.385' })
    await must(api.post(`/v1/events/${first.eventId}/void`, {}))
    // The run has its room again, and no decision counts it twice.
    expect(await statusOf(id)).toMatchObject({ spent: '0', held: '0.4' })
    const second = await recordOne(api, llm({ runId: 'run-1' }))
    await must(api.post(`/v1/events/${second.eventId}/void`, {}))
    expect(await used()).toBe('0')
    expect(await statusOf(id)).toMatchObject({ spent: '0', held: '0' })
  })

  test('an event of unknown cost that is voided no longer keeps the hold', async () => {
    const { id } = await budget()
    await hold({ runId: 'run-1' })
    const entry = await recordEvent(api, unknownModel({ runId: 'run-1' }))
    await must(api.post(`/v1/events/${entry.id}/void`, {}))
    expect(await statusOf(id)).toMatchObject({ spent: '0', held: '0', uncostedEvents: 0 })
  })
})

async function must<T extends { status: number; body: unknown }>(answer: Promise<T>) {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
