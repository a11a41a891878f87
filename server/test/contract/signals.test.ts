import { beforeEach, describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import {
  ABSENT,
  flat,
  givenAgent,
  givenPlan,
  givenSignal,
  givenStrategy,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { llm, recordEvent, recordOne, times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let agent: { id: string; agentCode: string }

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(async () => {
  agent = await givenAgent(api)
})

const url = (id: string) => `/v1/signals/${id}`
const total = async () => (await api.get('/v1/signals')).body.totalResults

describe('POST /v1/signals', () => {
  test('needs an agent and a name; the short name is the name', async () => {
    const signal = await givenSignal(api, { agentId: agent.id, name: 'Ticket solved' })
    expect(signal).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ticket solved',
      shortName: 'Ticket solved',
      agentId: agent.id,
      description: null,
      isActive: true,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect((await api.get(url(signal.id))).body).toEqual(signal)
  })

  test('keeps every field as it was sent', async () => {
    const fields = { name: 'Ticket', shortName: 'tkt', description: 'One', isActive: false }
    const agentId = agent.id.toUpperCase()
    expect(await givenSignal(api, { agentId, ...fields })).toMatchObject(fields)
  })

  test('404 for a deleted agent', async () => {
    const deleted = await givenAgent(api)
    await api.delete(`/v1/agents/${deleted.id}`)
    const answer = await api.post('/v1/signals', { agentId: deleted.id, name: 'a' })
    expect([answer.status, answer.body.message]).toEqual([404, 'Agent not found'])
  })

  test('409 says which name the agent has already; another agent may have it', async () => {
    await givenSignal(api, { agentId: agent.id, name: 'Ticket', shortName: 'ticket' })
    const post = (fields: object) => api.post('/v1/signals', { agentId: agent.id, ...fields })
    const name = await post({ name: 'Ticket', shortName: 'other' })
    const shortName = await post({ name: 'Other', shortName: 'ticket' })
    const both = await post({ name: 'Ticket', shortName: 'ticket' })
    expect([name.status, shortName.status, both.status]).toEqual([409, 409, 409])
    expect(name.body.message).toBe('name Ticket belongs to another signal of the agent')
    expect(shortName.body.message).toBe('shortName ticket belongs to another signal of the agent')
    expect(both.body.message).toBe(`${name.body.message}; ${shortName.body.message}`)
    expect(both.body.param).toBe('name')
    await givenSignal(api, { name: 'Ticket', shortName: 'ticket' })
  })
})

test('PATCH changes only the fields sent', async () => {
  const signal = await givenSignal(api, { agentId: agent.id })
  const fields = { name: 'B', shortName: 'b', description: 'd', isActive: false }
  for (const [field, value] of Object.entries(fields)) {
    const { status, body } = await api.patch(url(signal.id), { [field]: value })
    expect(status, field).toBe(200)
    signal[field] = value
    expect(body).toEqual({ ...signal, updatedAt: body.updatedAt })
  }
  expect((await api.patch(url(signal.id), { description: null })).body.description).toBeNull()
})

test('PATCH to a name or short name of another signal of the agent is 409', async () => {
  await givenSignal(api, { agentId: agent.id, name: 'taken', shortName: 'tkn' })
  const { id } = await givenSignal(api, { agentId: agent.id, name: 'mine', shortName: 'mn' })
  for (const fields of [{ name: 'taken' }, { shortName: 'tkn' }]) {
    const answer = await api.patch(url(id), fields)
    expect(answer.status).toBe(409)
    expect(messageOf(answer)).toContain(Object.entries(fields)[0]?.join(' '))
  }
  expect((await api.patch(url(id), { name: 'mine', shortName: 'x' })).status).toBe(200)
})

describe('DELETE', () => {
  test('is 204 with an empty body; afterwards the signal is absent', async () => {
    const { id } = await givenSignal(api)
    const answer = await api.delete(url(id))
    expect([answer.status, answer.body]).toEqual([204, undefined])
    expect((await api.get(url(id))).status).toBe(404)
    expect((await api.patch(url(id), { name: 'B' })).status).toBe(404)
    expect((await api.delete(url(id))).status).toBe(404)
    expect(await total()).toBe(0)
  })

  test('is 409 while a price of a plan counts it', async () => {
    const { id } = await givenSignal(api, { agentId: agent.id })
    const plan = await givenPlan(api, { agentId: agent.id })
    const price = await givenStrategy(api, plan.id, flat(id))
    const refused = await api.delete(url(id))
    expect(refused.status).toBe(409)
    expect(messageOf(refused)).toContain('Pricing strategies that use the signal: 1')
    await api.delete(`/v1/pricing-plans/${plan.id}/pricing-strategies/${price.id}`)
    expect((await api.delete(url(id))).status).toBe(204)
  })
})

describe('a recorded signalName', () => {
  const signalOf = async (signalName: string) =>
    (await recordEvent(api, llm({ agentCode: agent.agentCode, signalName }))).signalId

  test('is a short name first and a name only then', async () => {
    const first = await givenSignal(api, { agentId: agent.id, name: 'call', shortName: 'ticket' })
    const second = await givenSignal(api, { agentId: agent.id, name: 'ticket', shortName: 'tkt' })
    expect(await signalOf('ticket')).toBe(first.id)
    expect(await signalOf('call')).toBe(first.id)
    expect(await signalOf('tkt')).toBe(second.id)
    expect(await total()).toBe(2)
  })

  test('never finds a signal of another agent', async () => {
    const other = await givenSignal(api, { name: 'ticket' })
    expect(await signalOf('ticket')).not.toBe(other.id)
    expect(await total()).toBe(2)
  })

  test('that is unseen makes a signal of that name, completed later', async () => {
    const id = await signalOf('unseen')
    expect((await api.get(url(id))).body).toMatchObject({
      name: 'unseen',
      shortName: 'unseen',
      agentId: agent.id,
      isActive: true,
    })
    await api.patch(url(id), { name: 'Seen now' })
    expect(await signalOf('unseen')).toBe(id)
    const event = await recordEvent(api, llm({ agentCode: agent.agentCode, signalName: 'unseen' }))
    expect(event.signal).toEqual({ id, name: 'Seen now', shortName: 'unseen' })
  })

  test('of a deleted signal is stored nevertheless, and its events and name stay usable', async () => {
    const id = await signalOf('gone')
    await api.delete(url(id))
    // The service hears of the deletion just after its commit.
    await expect
      .poll(async () => {
        await recordOne(api, llm({ agentCode: agent.agentCode, signalName: 'gone' }))
        const { results } = (await api.get('/v1/events')).body
        return new Set(results.map(({ signalId }: { signalId: string }) => signalId)).size
      })
      .toBe(2)
    const { results } = (await api.get(`/v1/events?signalId=${id}`)).body
    expect(results.at(-1)).toMatchObject({ signal: { id, name: 'gone' } })
  })
})

describe('POST /v1/signals/bulk', () => {
  const bulk = (signals: unknown) => api.post('/v1/signals/bulk', { signals })
  const row = (name: string, fields: object = {}) => ({ agentId: agent.id, name, ...fields })

  test('creates 100 and answers them in order', async () => {
    const rows = times(100, (index) => row(`signal ${100 - index}`))
    const { status, body } = await bulk(rows)
    expect(status).toBe(201)
    expect(body.results.map(({ name }: { name: string }) => name)).toEqual(
      rows.map(({ name }) => name),
    )
    expect(body.results[0]).toMatchObject({ shortName: 'signal 100', isActive: true })
    expect(await total()).toBe(100)
  })

  const bad: [number, () => object][] = [
    [400, () => row('b', { name: undefined })],
    [400, () => row('b', { agentId: 'x' })],
    [404, () => row('b', { agentId: ABSENT })],
    [409, () => row('taken')],
    [409, () => row('A', { shortName: 'taken' })],
    [409, () => row('a')],
  ]

  test.each(bad)(
    '%i for one bad signal names its place and creates none (%#)',
    async (code, make) => {
      await givenSignal(api, row('taken'))
      const answer = await bulk([row('a'), make(), row('c')])
      expect(answer.status).toBe(code)
      expect(messageOf(answer)).toContain('signals[1]')
      expect(await total()).toBe(1)
    },
  )
})

test('POST /v1/signals/bulk names each bad signal by its place', async () => {
  const agentIds = [ABSENT, agent.id, ABSENT]
  const signals = agentIds.map((agentId, index) => ({ agentId, name: `s${index}` }))
  const answer = await api.post('/v1/signals/bulk', { signals })
  expect(answer.status).toBe(404)
  expect(messageOf(answer)).toMatch(/signals\[0\]\.agentId.*signals\[2\]\.agentId/s)
})

test('the list sorts, searches and filters', async () => {
  for (const name of ['Cee', 'Ann', 'Bob']) await givenSignal(api, { agentId: agent.id, name })
  await givenSignal(api, { name: 'Dee', isActive: false })
  const list = async (query: string) => (await api.get(`/v1/signals?${query}`)).body
  const names = async (query: string) =>
    (await list(query)).results.map(({ name }: { name: string }) => name)
  expect(await names('sortBy=name&sortOrder=asc')).toEqual(['Ann', 'Bob', 'Cee', 'Dee'])
  expect(await names('search=aN')).toEqual(['Ann'])
  expect(await names('isActive=false')).toEqual(['Dee'])
  expect(await names(`agentId=${agent.id}&sortBy=name&sortOrder=desc`)).toEqual([
    'Cee',
    'Bob',
    'Ann',
  ])
})
