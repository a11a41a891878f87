import { describe, expect, test } from 'vitest'
import { createApi, createOtherOrganizationApi } from '../../../test/support/app.ts'
import {
  ABSENT,
  flat,
  givenAgent,
  givenPlan,
  givenSignal,
  givenStrategy,
  type Signal,
} from '../../../test/support/given.ts'
import { llm, recordEvent } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { newId } from '../../platform/id.ts'
import { lockSignals } from './service.ts'

const NOW = new Date('2026-05-01T00:00:00Z')

const service = useTestApp({ now: () => NOW })

/** Adds a price for the signal in a new plan. */
async function givenPrice({ id, agentId }: Signal) {
  const plan = await givenPlan(service.api, { agentId })
  return givenStrategy(service.api, plan.id, flat(id))
}

/** Returns the signal that a usage record is stored for. */
const signalOfUsage = async (agentCode: string, signalName: string) =>
  (await recordEvent(service.api, llm({ agentCode, signalName }))).signalId

describe('creating', () => {
  test('needs an agent and a name; the short name is the name unless given', async () => {
    const { id: agentId } = await givenAgent(service.api)
    const created = await givenSignal(service.api, { agentId, name: 'Resolved ticket' })
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Resolved ticket',
      shortName: 'Resolved ticket',
      agentId,
      description: null,
      isActive: true,
      createdAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
    })
    const { status, body } = await service.api.get(`/v1/signals/${created.id}`)
    expect(status).toBe(200)
    expect(body).toEqual(created)
    const fields = { shortName: 'call', description: 'One call', isActive: false }
    expect(
      await givenSignal(service.api, {
        agentId: agentId.toUpperCase(),
        name: 'Ünï 客户',
        ...fields,
      }),
    ).toMatchObject({
      ...fields,
      agentId,
    })
  })

  test.each([
    ['name', undefined],
    ['name', ''],
    ['name', ' '],
    ['name', 'x'.repeat(256)],
    ['agentId', undefined],
    ['agentId', 'support'],
    ['agentId', `urn:uuid:${ABSENT}`],
    ['shortName', ''],
    ['shortName', null],
    ['shortName', 'x'.repeat(256)],
    ['shortName', '\ud800x'],
    ['description', '\ud800'],
    ['description', 1],
    ['isActive', 'true'],
    ['unit', 'a typo'],
    ['constructor', 'x'],
  ])('refuses %s: %j and names it', async (field, value) => {
    const body = { agentId: ABSENT, name: 'Refused', [field]: value }
    const answer = await service.api.post('/v1/signals', body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body.message)).toContain(field)
  })

  test('is 404 without the agent: absent, deleted or of another organization', async () => {
    const deleted = await givenAgent(service.api)
    await service.api.delete(`/v1/agents/${deleted.id}`)
    const foreign = await givenAgent(await createOtherOrganizationApi(service))
    for (const agentId of [ABSENT, deleted.id, foreign.id]) {
      const { status, body } = await service.api.post('/v1/signals', { agentId, name: 'Ticket' })
      expect(status).toBe(404)
      expect(body.message).toBe('Agent not found')
    }
  })

  test('refuses a name or short name that the agent has, and says which', async () => {
    const { agentId } = await givenSignal(service.api, { name: 'Ticket', shortName: 'ticket' })
    const post = (fields: object) => service.api.post('/v1/signals', { agentId, ...fields })
    const name = await post({ name: 'Ticket', shortName: 'other' })
    const shortName = await post({ name: 'Other', shortName: 'ticket' })
    const both = await post({ name: 'Ticket', shortName: 'ticket' })
    expect([name.status, shortName.status, both.status]).toEqual([409, 409, 409])
    expect(name.body.message).toBe('name Ticket belongs to another signal of the agent')
    expect(shortName.body.message).toBe('shortName ticket belongs to another signal of the agent')
    expect(both.body.message).toHaveLength(2)
    await givenSignal(service.api, { name: 'Ticket', shortName: 'ticket' })
  })

  test('a new short name gets the usage that found another signal by its name', async () => {
    const agent = await givenAgent(service.api)
    const named = await givenSignal(service.api, {
      agentId: agent.id,
      name: 'call',
      shortName: 'phone',
    })
    expect(await signalOfUsage(agent.agentCode, 'call')).toBe(named.id)
    const short = await givenSignal(service.api, {
      agentId: agent.id,
      name: 'Video call',
      shortName: 'call',
    })
    await expect.poll(() => signalOfUsage(agent.agentCode, 'call')).toBe(short.id)
  })
})

describe('creating several', () => {
  const bulk = (signals: unknown) => service.api.post('/v1/signals/bulk', { signals })
  const totalOf = async (agentId: string) =>
    (await service.api.get(`/v1/signals?agentId=${agentId}`)).body.totalResults

  test('answers them in the order of the request', async () => {
    const [left, right] = [await givenAgent(service.api), await givenAgent(service.api)]
    const names = Array.from({ length: 100 }, (_, index) => `s${(index * 37) % 100}`)
    const signals = names.map((name, index) => ({
      agentId: (index % 2 === 0 ? left : right).id,
      name,
    }))
    const { status, body } = await bulk(signals)
    expect(status).toBe(201)
    expect(body.results.map(({ name }: { name: string }) => name)).toEqual(names)
    expect(body.results[1]).toMatchObject({ agentId: right.id, shortName: 's37', isActive: true })
    expect(await totalOf(left.id)).toBe(50)
  })

  test('makes none when one is refused, and names each bad one by its position', async () => {
    const { id: agentId } = await givenAgent(service.api)
    await givenSignal(service.api, { agentId, name: 'Taken', shortName: 'taken' })
    const refusals: [number, unknown[], RegExp[]][] = [
      [
        400,
        [
          { agentId, name: 'A' },
          { agentId, name: 7 },
        ],
        [/signals(\[1\]|\.1)\.name/],
      ],
      [400, [{ agentId, name: 'A', nmae: 'B' }], [/signals\[0\]\.nmae/]],
      [
        404,
        [
          { agentId: ABSENT, name: 'A' },
          { agentId, name: 'B' },
          { agentId: ABSENT, name: 'C' },
        ],
        [/signals\[0\]\.agentId/, /signals\[2\]\.agentId/],
      ],
      [
        409,
        [
          { agentId, name: 'A' },
          { agentId, name: 'B', shortName: 'taken' },
          { agentId, name: 'Taken' },
        ],
        [/signals\[1\]\.shortName/, /signals\[2\]\.name/],
      ],
      [
        409,
        [
          { agentId, name: 'Twice' },
          { agentId, name: 'Twice' },
        ],
        [/signals\[1\]\.name/],
      ],
    ]
    for (const [expected, signals, patterns] of refusals) {
      const { status, body } = await bulk(signals)
      expect(status).toBe(expected)
      for (const pattern of patterns) expect(JSON.stringify(body.message)).toMatch(pattern)
    }
    expect(await totalOf(agentId)).toBe(1)
  })

  test('takes 1 to 100', async () => {
    const { id: agentId } = await givenAgent(service.api)
    const signals = Array.from({ length: 101 }, (_, index) => ({ agentId, name: `${index}` }))
    for (const body of [{ signals }, { signals: [] }, {}, { signals: {} }, { signals: [null] }]) {
      expect((await service.api.post('/v1/signals/bulk', body)).status).toBe(400)
    }
  })
})

describe('updating', () => {
  test('changes only the fields sent', async () => {
    const before = await givenSignal(service.api, { description: 'Before' })
    const url = `/v1/signals/${before.id}`
    const { status, body } = await service.api.patch(url, { name: 'After', isActive: false })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, name: 'After', isActive: false })
    expect((await service.api.patch(url, {})).body).toEqual(body)
    expect((await service.api.patch(url, { description: null })).body.description).toBeNull()
  })

  test.each([
    ['name', ''],
    ['name', null],
    ['shortName', null],
    ['isActive', null],
    ['agentId', ABSENT],
    ['id', ABSENT],
  ])('refuses %s: %j and changes nothing', async (field, value) => {
    const before = await givenSignal(service.api)
    const url = `/v1/signals/${before.id}`
    const { status, body } = await service.api.patch(url, { description: 'No', [field]: value })
    expect(status).toBe(400)
    expect(JSON.stringify(body.message)).toContain(field)
    expect((await service.api.get(url)).body).toEqual(before)
  })

  test('refuses a name or short name that the agent has, and says which', async () => {
    const { agentId } = await givenSignal(service.api, { name: 'First', shortName: 'first' })
    const { id } = await givenSignal(service.api, { agentId, name: 'Second', shortName: 'second' })
    const url = `/v1/signals/${id}`
    const name = await service.api.patch(url, { name: 'First' })
    const shortName = await service.api.patch(url, { shortName: 'first' })
    expect([name.status, shortName.status]).toEqual([409, 409])
    expect(name.body.message).toContain('name First')
    expect(shortName.body.message).toContain('shortName first')
    expect((await service.api.patch(url, { name: 'Second', shortName: 'x' })).status).toBe(200)
  })

  test('usage follows a signal to its new name, and not to the old one', async () => {
    const { agentCode } = await givenAgent(service.api)
    const id = await signalOfUsage(agentCode, 'old')
    await service.api.patch(`/v1/signals/${id}`, { name: 'New', shortName: 'new' })
    await expect.poll(() => signalOfUsage(agentCode, 'old')).not.toBe(id)
    expect(await signalOfUsage(agentCode, 'new')).toBe(id)
    expect(await signalOfUsage(agentCode, 'New')).toBe(id)
  })
})

test('lists by agent, state and search, sorted and paged', async () => {
  const { id: agentId } = await givenAgent(service.api)
  for (const [name, shortName, isActive] of [
    ['beta', 'c', true],
    ['Alpha', 'b', false],
    ['Gamma 1%', 'a_x', true],
  ]) {
    await givenSignal(service.api, { agentId, name, shortName, isActive })
  }
  const names = async (query: string) => {
    const { status, body } = await service.api.get(`/v1/signals?agentId=${agentId}&${query}`)
    expect(status).toBe(200)
    return body.results.map(({ name }: { name: string }) => name)
  }
  expect(await names('')).toEqual(['Gamma 1%', 'Alpha', 'beta'])
  expect(await names('sortBy=name&sortOrder=asc')).toEqual(['Alpha', 'beta', 'Gamma 1%'])
  expect(await names('sortBy=shortName&sortOrder=asc&limit=1&page=2')).toEqual(['Alpha'])
  expect(await names('isActive=true')).toEqual(['Gamma 1%', 'beta'])
  expect(await names('search=BET')).toEqual(['beta'])
  expect(await names('search=_x')).toEqual(['Gamma 1%'])
  expect(await names('search=%25')).toEqual(['Gamma 1%'])
  const { body } = await service.api.get(`/v1/signals?agentId=${agentId}&limit=2`)
  expect(body).toMatchObject({ page: 1, limit: 2, totalPages: 2, totalResults: 3 })
  expect((await service.api.get(`/v1/signals?agentId=${ABSENT}`)).body.results).toEqual([])
  for (const query of ['agentId=x', 'isActive=x', 'sortBy=x', 'limit=0']) {
    expect((await service.api.get(`/v1/signals?${query}`)).status).toBe(400)
  }
})

describe('deleting', () => {
  test('hides the signal, keeps its events and frees its names', async () => {
    const agent = await givenAgent(service.api)
    const id = await signalOfUsage(agent.agentCode, 'ticket')
    expect((await service.api.delete(`/v1/signals/${id}`)).status).toBe(204)
    for (const answer of [
      await service.api.get(`/v1/signals/${id}`),
      await service.api.patch(`/v1/signals/${id}`, { name: 'B' }),
      await service.api.delete(`/v1/signals/${id}`),
    ]) {
      expect(answer.status).toBe(404)
    }
    const events = await service.api.get(`/v1/events?signalId=${id}`)
    expect(events.body.results).toMatchObject([{ signal: { id, name: 'ticket' } }])
    const second = await givenSignal(service.api, { agentId: agent.id, name: 'ticket' })
    await expect.poll(() => signalOfUsage(agent.agentCode, 'ticket')).toBe(second.id)
  })

  test('is refused while a live strategy of a live plan prices it', async () => {
    const [one, other] = [await givenSignal(service.api), await givenSignal(service.api)]
    const strategy = await givenPrice(one)
    const { planId } = await givenPrice(other)
    for (const { id } of [one, other]) {
      const refused = await service.api.delete(`/v1/signals/${id}`)
      expect(refused.status).toBe(409)
      expect(refused.body.message).toContain('Pricing strategies that use the signal: 1')
    }
    const { db } = service.database
    const deleted = { deletedAt: NOW }
    await db.updateTable('pricingStrategies').set(deleted).where('id', '=', strategy.id).execute()
    await db.updateTable('pricingPlans').set(deleted).where('id', '=', planId).execute()
    for (const { id } of [one, other]) {
      expect((await service.api.delete(`/v1/signals/${id}`)).status).toBe(204)
    }
  })
})

describe('authorization', () => {
  test('no publishable key reads or writes, and no other organization sees anything', async () => {
    const { id, agentId } = await givenSignal(service.api)
    const publishable = createApi(service.app, service.organization.publishableKey)
    const elsewhere = await createOtherOrganizationApi(service)
    const body = { agentId, name: 'A' }
    expect((await publishable.get('/v1/signals')).status).toBe(403)
    expect((await publishable.post('/v1/signals', body)).status).toBe(403)
    expect((await publishable.post('/v1/signals/bulk', { signals: [body] })).status).toBe(403)
    const absent = await service.api.get(`/v1/signals/${ABSENT}`)
    for (const { api, status } of [
      { api: publishable, status: 403 },
      { api: elsewhere, status: 404 },
    ]) {
      const answer = await api.get(`/v1/signals/${id}`)
      expect(answer.status).toBe(status)
      if (status === 404) expect(answer.body.message).toEqual(absent.body.message)
      expect((await api.patch(`/v1/signals/${id}`, { name: 'B' })).status).toBe(status)
      expect((await api.delete(`/v1/signals/${id}`)).status).toBe(status)
    }
    const listed = await elsewhere.get(`/v1/signals?agentId=${agentId}`)
    expect(listed.body.totalResults).toBe(0)
  })

  test.each(['ticket', `urn:uuid:${ABSENT}`])('the id %s is malformed', async (id) => {
    const url = `/v1/signals/${id}`
    expect((await service.api.get(url)).status).toBe(400)
    expect((await service.api.patch(url, { name: 'A' })).status).toBe(400)
    expect((await service.api.delete(url)).status).toBe(400)
  })
})

describe('at the same time', () => {
  test('two creations with one name: one wins, one is told', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id: agentId } = await givenAgent(service.api)
      const answers = await Promise.all(
        ['one', 'two'].map((shortName) =>
          service.api.post('/v1/signals', { agentId, name: 'Twin', shortName }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
  })

  test('the same several in opposite orders: one wins, one is told', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: agentId } = await givenAgent(service.api)
      const signals = Array.from({ length: 50 }, (_, index) => ({ agentId, name: `s${index}` }))
      const answers = await Promise.all([
        service.api.post('/v1/signals/bulk', { signals }),
        service.api.post('/v1/signals/bulk', { signals: signals.toReversed() }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
  })

  test('a creation and usage with one name make one signal', async () => {
    for (let round = 0; round < 10; round += 1) {
      const agent = await givenAgent(service.api)
      const [created, id] = await Promise.all([
        service.api.post('/v1/signals', { agentId: agent.id, name: 'both' }),
        signalOfUsage(agent.agentCode, 'both'),
      ])
      expect([201, 409]).toContain(created.status)
      const { body } = await service.api.get(`/v1/signals?agentId=${agent.id}`)
      expect(body.results).toMatchObject([{ id }])
    }
  })

  test('of a deletion and a strategy exactly one wins', async () => {
    const organizationId = service.organization.id
    for (let round = 0; round < 10; round += 1) {
      const { id } = await givenSignal(service.api)
      const { planId } = await givenPrice(await givenSignal(service.api))
      const price = service.database.db.transaction().execute(async (tx) => {
        await lockSignals(tx, organizationId, [id], 'share')
        await tx
          .insertInto('pricingStrategies')
          .values({
            id: newId(),
            organizationId,
            planId,
            name: 's',
            chargeType: 'usage',
            pricingModel: 'flat',
            signalId: id,
            rate: '1',
            isActive: true,
            createdAt: NOW,
            updatedAt: NOW,
          })
          .execute()
      })
      const [deleted, priced] = await Promise.allSettled([
        service.api.delete(`/v1/signals/${id}`),
        price,
      ])
      const isDeleted = deleted.status === 'fulfilled' && deleted.value.status === 204
      expect(priced.status).toBe(isDeleted ? 'rejected' : 'fulfilled')
    }
  })

  test('locking names what is absent, deleted or foreign', async () => {
    const { id } = await givenSignal(service.api, { name: 'Ticket' })
    const lock = (organizationId: string, ids: string[]) =>
      service.database.db
        .transaction()
        .execute((tx) => lockSignals(tx, organizationId, ids, 'share'))
    expect(await lock(service.organization.id, [id, id])).toMatchObject([{ id, name: 'Ticket' }])
    await expect(lock(service.organization.id, [id, ABSENT])).rejects.toMatchObject({
      kind: 'not_found',
      message: `Signal not found: ${ABSENT}`,
    })
    await expect(lock(ABSENT, [id])).rejects.toMatchObject({ kind: 'not_found' })
  })
})
