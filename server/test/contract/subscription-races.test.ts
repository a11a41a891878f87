import { expect, test } from 'vitest'
import {
  flat,
  givenAgent,
  givenCustomer,
  givenOffer,
  givenPlan,
  givenSignal,
  givenStrategies,
  givenSubscription,
  subscriptionBody,
  unique,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { listEvents, llm, times } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = t

const ROUNDS = times(6, (round) => round)
type Answer = { status: number }
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort((a, b) => a - b)
const plans = '/v1/pricing-plans'

test('of three concurrent creates with one unique name exactly one succeeds', async () => {
  const { id: agentId } = await givenAgent(api)
  for (const _ of ROUNDS) {
    const name = unique('same')
    const creates: [string, object][] = [
      ['/v1/customers', { name, externalId: name }],
      ['/v1/agents', { name, agentCode: name }],
      ['/v1/signals', { agentId, name }],
    ]
    for (const [url, body] of creates) {
      const answers = await Promise.all(times(3, () => api.post(url, body)))
      expect(statuses(answers), url).toEqual([201, 409, 409])
    }
  }
})

test('of two customers that concurrently take one externalId, one has it', async () => {
  for (const _ of ROUNDS) {
    const externalId = unique('wanted')
    const customers = await Promise.all(times(2, () => givenCustomer(api)))
    const take = ({ id }: { id: string }) => api.patch(`/v1/customers/${id}`, { externalId })
    expect(statuses(await Promise.all(customers.map(take)))).toEqual([200, 409])
  }
})

test('creating a customer while its usage arrives leaves one customer with all of it', async () => {
  for (const _ of ROUNDS) {
    const externalId = unique('meanwhile')
    const [created, ...recorded] = await Promise.all([
      api.post('/v1/customers', { name: 'Acme', externalId }),
      ...times(3, () => api.record(llm({ customerExternalId: externalId }))),
    ])
    expect([201, 409]).toContain(created?.status)
    expect(recorded.map(({ body }) => body.successful)).toEqual([1, 1, 1])
    const { body } = await api.get(`/v1/customers?externalId=${externalId}`)
    expect(body.totalResults).toBe(1)
    expect(await listEvents(api, `&customerId=${body.results[0].id}`)).toHaveLength(3)
  }
})

test('concurrent links of one agent link it once', async () => {
  for (const _ of ROUNDS) {
    const [plan, agent] = [await givenPlan(api), await givenAgent(api)]
    const link = () => api.post(`${plans}/${plan.id}/agents`, { agentId: agent.id })
    const [first, second] = statuses(await Promise.all([link(), link()]))
    expect(first).toBeLessThan(300)
    expect(second).toBe(409)
  }
})

test('of two concurrent prices for one signal, one is kept', async () => {
  for (const _ of ROUNDS) {
    const { id: signalId, agentId } = await givenSignal(api)
    const plan = await givenPlan(api, { agentId })
    const url = `${plans}/${plan.id}/pricing-strategies`
    const answers = await Promise.all(times(3, () => api.post(url, [flat(signalId)])))
    expect(statuses(answers)).toEqual([201, 409, 409])
    expect((await api.get(url)).body.totalResults).toBe(1)
  }
})

test('of three equal concurrent subscriptions, one is created', async () => {
  for (const _ of ROUNDS) {
    const body = await subscriptionBody(api)
    const answers = await Promise.all(times(3, () => api.post('/v1/subscriptions', body)))
    expect(statuses(answers)).toEqual([201, 409, 409])
    const { body: list } = await api.get(`/v1/subscriptions?customerId=${body.customerId}`)
    expect(list.totalResults).toBe(1)
    const { body: log } = await api.get(`/v1/subscriptions/${list.results[0].id}/changelog`)
    expect(log.totalResults).toBe(1)
  }
})

test('a customer gets one of two concurrent plans that price one signal', async () => {
  for (const _ of ROUNDS) {
    const { agentId, signalId, planId } = await givenOffer(api)
    const second = await givenPlan(api, { agentId })
    await givenStrategies(api, second.id, flat(signalId))
    const body = await subscriptionBody(api, { planId, agentId })
    const answers = await Promise.all([
      api.post('/v1/subscriptions', body),
      api.post('/v1/subscriptions', { ...body, planId: second.id }),
    ])
    expect(statuses(answers)).toEqual([201, 409])
  }
})

/**
 * What may be deleted while a subscription to it is created, and the status of a refused deletion.
 */
type Taking = { what: string; refused: number; url: (body: Record<string, unknown>) => string }

test.each<Taking>([
  { what: 'customer', refused: 409, url: ({ customerId }) => `/v1/customers/${customerId}` },
  { what: 'plan', refused: 409, url: ({ planId }) => `${plans}/${planId}` },
  {
    what: 'link of plan and agent',
    refused: 400,
    url: ({ planId, agentId }) => `${plans}/${planId}/agents/${agentId}`,
  },
])('a $what is never removed while a subscription to it is created', async ({ refused, url }) => {
  for (const round of ROUNDS) {
    const { id: agentId } = await givenAgent(api)
    const { id: planId } = await givenPlan(api, { agentId })
    const body = await subscriptionBody(api, { planId, agentId })
    const create = () => api.post('/v1/subscriptions', body)
    const take = () => api.delete(url(body))
    const inOrder = round % 2 === 0
    const both = await Promise.all(inOrder ? [create(), take()] : [take(), create()])
    const [created, taken] = inOrder ? both : [both[1], both[0]]
    if (created?.status === 201) expect(taken?.status).toBe(refused)
    else {
      expect(taken?.status).toBe(204)
      expect([404, 422]).toContain(created?.status)
    }
  }
})

test('an agent is never deleted from under a new signal or a new link', async () => {
  for (const round of ROUNDS) {
    const [agent, plan] = [await givenAgent(api), await givenPlan(api)]
    const attach = () =>
      round % 2 === 0
        ? api.post('/v1/signals', { agentId: agent.id, name: 'a' })
        : api.post(`${plans}/${plan.id}/agents`, { agentId: agent.id })
    const [attached, deleted] = await Promise.all([attach(), api.delete(`/v1/agents/${agent.id}`)])
    expect([`201 409`, `404 204`]).toContain(`${attached.status} ${deleted.status}`)
  }
})

test('concurrent updates of different fields are both kept and both in the changelog', async () => {
  for (const _ of ROUNDS) {
    const { id } = await givenSubscription(api)
    const url = `/v1/subscriptions/${id}`
    const [a, b] = await Promise.all([
      api.patch(url, { name: 'B' }),
      api.patch(url, { seatsCount: 9 }),
    ])
    expect([a.status, b.status]).toEqual([200, 200])
    expect((await api.get(url)).body).toMatchObject({ name: 'B', seatsCount: 9 })
    expect((await api.get(`${url}/changelog`)).body.totalResults).toBe(3)
  }
})

test('a subscription ended twice concurrently ends once', async () => {
  for (const _ of ROUNDS) {
    const { id } = await givenSubscription(api)
    const url = `/v1/subscriptions/${id}`
    await Promise.all(times(2, () => api.patch(url, { status: 'ended' })))
    expect((await api.get(`${url}/changelog`)).body.totalResults).toBe(2)
  }
})

test('usage that arrives while its subscription is created belongs to it', async () => {
  for (const _ of ROUNDS) {
    const { agentId, agentCode, planId } = await givenOffer(api)
    const customer = await givenCustomer(api, { externalId: unique('customer') })
    const fields = { customerExternalId: customer.externalId, agentCode }
    const record = () => api.record(llm({ ...fields, usageDate: '2026-03-10T00:00:00Z' }))
    const early = times(3, record)
    const creating = givenSubscription(api, { planId, agentId, customerId: customer.id })
    await Promise.all([...early, ...times(3, record)])
    const { id } = await creating
    const { body } = await api.get(`/v1/events?customerId=${customer.id}`)
    const owners = body.results.map((event: { subscriptionId: string }) => event.subscriptionId)
    expect(owners).toEqual(times(6, () => id))
  }
})
