import { describe, expect, test } from 'vitest'
import { createApi, createTestOrganization, messageOf } from '../support/app.ts'
import { givenAgent, givenPlan, givenSignal } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { listEvents, llm, recordOne } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

const url = (id: string) => `/v1/agents/${id}`
const long = 'x'.repeat(255)

test('an agent says how many signals it has: retired ones too, deleted ones not', async () => {
  const { id, ...made } = await givenAgent(api)
  expect(made).toMatchObject({ signalCount: 0 })
  const [gone] = [
    await givenSignal(api, { agentId: id }),
    await givenSignal(api, { agentId: id, isActive: false }),
    await givenSignal(api, { agentId: id }),
    await givenSignal(api),
  ]
  expect((await api.delete(`/v1/signals/${gone?.id}`)).status).toBe(204)
  expect((await api.get(url(id))).body.signalCount).toBe(2)
  const renamed = await api.patch(url(id), { name: 'Renamed' })
  expect(renamed.body.signalCount).toBe(2)
  const { results } = (await api.get('/v1/agents')).body
  expect(results.find((one: { id: string }) => one.id === id).signalCount).toBe(2)
})

describe('POST /v1/agents', () => {
  test('needs a name and a code; the agent is active', async () => {
    expect(await givenAgent(api, { name: 'Support', agentCode: 'support' })).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Support',
      agentCode: 'support',
      description: null,
      isActive: true,
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  test('keeps every field as it was sent, up to 255 characters', async () => {
    const context = { Zeta: [1e21], snake_case: { a: null }, constructor: 'x', ü: 'x' }
    const fields = { name: long, agentCode: long, description: 'd', isActive: false, context }
    const { id } = await givenAgent(api, fields)
    const { body } = await api.get(url(id))
    expect(body).toMatchObject(fields)
    expect(JSON.stringify(body.context)).toBe(JSON.stringify(context))
  })

  test('409 for a code that another agent has; another organization may have it', async () => {
    await givenAgent(api, { agentCode: 'support' })
    const answer = await api.post('/v1/agents', { name: 'B', agentCode: 'support' })
    expect(answer.status).toBe(409)
    expect(messageOf(answer)).toContain('agentCode')
    const other = await createTestOrganization(t.dependencies)
    await givenAgent(createApi(t.app, other.secretKey), { agentCode: 'support' })
  })
})

describe('PATCH', () => {
  test('changes only the fields sent', async () => {
    const agent = await givenAgent(api)
    const fields = {
      name: 'B',
      agentCode: 'b',
      description: 'd',
      isActive: false,
      context: { a: 1 },
    }
    for (const [field, value] of Object.entries(fields)) {
      const { status, body } = await api.patch(url(agent.id), { [field]: value })
      expect(status, field).toBe(200)
      agent[field] = value
      expect(body).toEqual({ ...agent, updatedAt: body.updatedAt })
    }
    const cleared = await api.patch(url(agent.id), { description: null, context: null })
    expect(cleared.body).toMatchObject({ description: null, context: {}, isActive: false })
  })

  test('to the code of another agent is 409, to its own is fine', async () => {
    await givenAgent(api, { agentCode: 'taken' })
    const { id } = await givenAgent(api, { agentCode: 'mine' })
    expect((await api.patch(url(id), { agentCode: 'taken' })).status).toBe(409)
    expect((await api.patch(url(id), { agentCode: 'mine' })).status).toBe(200)
  })
})

test('a retired agent keeps its history, and its late usage is not lost', async () => {
  await recordOne(api, llm({ agentCode: 'old' }))
  const [agent] = (await api.get('/v1/agents?agentCode=old')).body.results
  await api.patch(url(agent.id), { isActive: false })
  await recordOne(api, llm({ agentCode: 'old' }))
  expect((await listEvents(api)).map(({ agentId }) => agentId)).toEqual([agent.id, agent.id])
})

test('an auto-provisioned agent is named after its code and completed later', async () => {
  await recordOne(api, llm({ agentCode: 'new-agent' }))
  const [agent] = (await api.get('/v1/agents')).body.results
  expect(agent).toMatchObject({ name: 'new-agent', agentCode: 'new-agent', isActive: true })
  await api.patch(url(agent.id), { name: 'New agent' })
  await recordOne(api, llm({ agentCode: 'new-agent' }))
  expect((await api.get('/v1/agents')).body.results).toMatchObject([{ name: 'New agent' }])
  expect((await listEvents(api)).map(({ agentId }) => agentId)).toEqual([agent.id, agent.id])
})

describe('DELETE', () => {
  test('is 204 with an empty body; the agent is absent and its code free', async () => {
    const { id, agentCode } = await givenAgent(api)
    const answer = await api.delete(url(id))
    expect([answer.status, answer.body]).toEqual([204, undefined])
    expect((await api.get(url(id))).status).toBe(404)
    expect((await api.patch(url(id), { name: 'B' })).status).toBe(404)
    expect((await api.delete(url(id))).status).toBe(404)
    expect((await api.get('/v1/agents')).body.totalResults).toBe(0)
    expect((await givenAgent(api, { agentCode })).id).not.toBe(id)
  })

  test('is 409 while a signal is attached', async () => {
    const { id, agentId } = await givenSignal(api)
    const refused = await api.delete(url(agentId))
    expect(refused.status).toBe(409)
    expect(messageOf(refused)).toContain('1 signal(s)')
    await api.delete(`/v1/signals/${id}`)
    expect((await api.delete(url(agentId))).status).toBe(204)
  })

  test('is 409 while a pricing plan is attached', async () => {
    const { id } = await givenAgent(api)
    const plan = await givenPlan(api, { agentId: id })
    const refused = await api.delete(url(id))
    expect(refused.status).toBe(409)
    expect(messageOf(refused)).toContain('1 pricing plan(s)')
    await api.delete(`/v1/pricing-plans/${plan.id}/agents/${id}`)
    expect((await api.delete(url(id))).status).toBe(204)
  })

  test('deletes no event, and later usage under its code is stored', async () => {
    const first = await recordOne(api, llm({ agentCode: 'gone' }))
    const [signal] = (await api.get('/v1/signals')).body.results
    expect((await api.delete(`/v1/signals/${signal.id}`)).status).toBe(204)
    expect((await api.delete(url(signal.agentId))).status).toBe(204)
    const second = await recordOne(api, llm({ agentCode: 'gone' }))
    const ids = (await listEvents(api)).map(({ id }) => id)
    expect(ids.sort()).toEqual([first.eventId, second.eventId].sort())
  })
})

test('the list sorts, searches and filters', async () => {
  for (const name of ['Cee', 'Ann', 'Bob']) await givenAgent(api, { name, agentCode: `x-${name}` })
  await givenAgent(api, { name: 'Dee', isActive: false })
  const list = async (query: string) => (await api.get(`/v1/agents?${query}`)).body
  const names = async (query: string) =>
    (await list(query)).results.map(({ name }: { name: string }) => name)
  expect(await names('sortBy=name&sortOrder=asc')).toEqual(['Ann', 'Bob', 'Cee', 'Dee'])
  expect(await names('search=aN')).toEqual(['Ann'])
  expect(await names('isActive=false')).toEqual(['Dee'])
  expect(await names('agentCode=x-Cee')).toEqual(['Cee'])
})
