import { describe, expect, test } from 'vitest'
import { createApi, createOtherOrganizationApi } from '../../../test/support/app.ts'
import { ABSENT, type Fields, givenAgent, givenPlan } from '../../../test/support/given.ts'
import { llm, recordEvent } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { lockAgent } from './service.ts'

const NOW = new Date('2026-05-01T00:00:00Z')

const service = useTestApp({ now: () => NOW })

const usageOf = (agentCode: string, fields: Fields = {}) =>
  service.api.record(llm({ agentCode, ...fields }))

/** Returns the id of the agent that a recorded usage event is stored for. */
const agentOfUsage = async (agentCode: string) =>
  (await recordEvent(service.api, llm({ agentCode }))).agentId

describe('creating', () => {
  test('needs a name and a code, and fills in the rest', async () => {
    const created = await givenAgent(service.api, { name: 'Support', agentCode: 'support' })
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Support',
      agentCode: 'support',
      description: null,
      isActive: true,
      context: {},
      signalCount: 0,
      createdAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
    })
    const { status, body } = await service.api.get(`/v1/agents/${created.id}`)
    expect(status).toBe(200)
    expect(body).toEqual(created)
  })

  test('keeps every field, and the context as it was sent', async () => {
    const context = { z: 1, a: { constructor: 'x', ü: [1e21, null] } }
    const fields = { description: 'Does things', isActive: false, context }
    const created = await givenAgent(service.api, fields)
    expect(created).toMatchObject(fields)
    expect(JSON.stringify(created.context)).toBe(JSON.stringify(context))
    expect(
      await givenAgent(service.api, { name: 'x'.repeat(255), agentCode: 'y'.repeat(255) }),
    ).toBeDefined()
  })

  test.each([
    ['name', undefined],
    ['name', ''],
    ['name', ' '],
    ['name', 1],
    ['name', 'x'.repeat(256)],
    ['agentCode', undefined],
    ['agentCode', ''],
    ['agentCode', null],
    ['agentCode', 'x'.repeat(256)],
    ['agentCode', '\udc00'],
    ['description', 5],
    ['description', 'x'.repeat(2_001)],
    ['description', '\ud800'],
    ['isActive', 'yes'],
    ['isActive', 1],
    ['isActive', null],
    ['context', []],
    ['context', 'text'],
    ['agentcode', 'a typo'],
    ['hasOwnProperty', 'Acme'],
  ])('refuses %s: %j and names it', async (field, value) => {
    const body = { name: 'Agent', agentCode: 'refused', [field]: value }
    const answer = await service.api.post('/v1/agents', body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body.message)).toContain(field)
  })

  test('refuses a code in use, but not that of another organization', async () => {
    await givenAgent(service.api, { agentCode: 'taken' })
    const body = { name: 'Other', agentCode: 'taken' }
    const again = await service.api.post('/v1/agents', body)
    expect(again.status).toBe(409)
    expect(again.body.message).toContain('taken')
    expect(
      (await (await createOtherOrganizationApi(service)).post('/v1/agents', body)).status,
    ).toBe(201)
  })
})

describe('updating', () => {
  test('changes what is sent and nothing else', async () => {
    const before = await givenAgent(service.api, { description: 'Before', context: { a: 1 } })
    const url = `/v1/agents/${before.id}`
    const { status, body } = await service.api.patch(url, { name: 'After', isActive: false })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, name: 'After', isActive: false })
    expect((await service.api.patch(url, {})).body).toEqual(body)
    const cleared = await service.api.patch(url, { description: null, context: null })
    expect(cleared.body).toMatchObject({ description: null, context: {}, isActive: false })
  })

  test.each([
    ['name', ''],
    ['name', null],
    ['agentCode', ''],
    ['isActive', null],
    ['id', ABSENT],
  ])('refuses %s: %j and changes nothing', async (field, value) => {
    const before = await givenAgent(service.api)
    const url = `/v1/agents/${before.id}`
    const { status, body } = await service.api.patch(url, { description: 'No', [field]: value })
    expect(status).toBe(400)
    expect(JSON.stringify(body.message)).toContain(field)
    expect((await service.api.get(url)).body).toEqual(before)
  })

  test('refuses the code of another agent, but takes its own again', async () => {
    await givenAgent(service.api, { agentCode: 'first' })
    const { id } = await givenAgent(service.api, { agentCode: 'second' })
    expect((await service.api.patch(`/v1/agents/${id}`, { agentCode: 'first' })).status).toBe(409)
    const own = await service.api.patch(`/v1/agents/${id}`, { agentCode: 'second', name: 'B' })
    expect(own.body).toMatchObject({ agentCode: 'second', name: 'B' })
  })

  test('usage follows an agent to its new code, and not to the old one', async () => {
    const id = await agentOfUsage('old-code')
    await service.api.patch(`/v1/agents/${id}`, { agentCode: 'new-code' })
    await expect.poll(() => agentOfUsage('old-code')).not.toBe(id)
    expect(await agentOfUsage('new-code')).toBe(id)
  })

  test('a retired agent keeps receiving usage', async () => {
    const id = await agentOfUsage('retiring')
    await service.api.patch(`/v1/agents/${id}`, { isActive: false })
    expect(await agentOfUsage('retiring')).toBe(id)
  })
})

describe('listing', () => {
  test('pages, sorts, filters and marks retired agents', async () => {
    const api = await createOtherOrganizationApi(service)
    for (const [name, agentCode, isActive] of [
      ['beta', 'c', true],
      ['Alpha', 'b', false],
      ['beta', 'a', true],
      ['50%_off', 'D\\', true],
    ]) {
      await api.post('/v1/agents', { name, agentCode, isActive })
    }
    const codes = async (query: string) => {
      const { status, body } = await api.get(`/v1/agents?${query}`)
      expect(status).toBe(200)
      expect(body.totalResults).toBeGreaterThanOrEqual(body.results.length)
      return body.results.map(({ agentCode }: { agentCode: string }) => agentCode)
    }
    expect(await codes('')).toEqual(['D\\', 'a', 'b', 'c'])
    expect(await codes('sortOrder=asc')).toEqual(['c', 'b', 'a', 'D\\'])
    expect(await codes('sortBy=name&sortOrder=asc')).toEqual(['D\\', 'b', 'c', 'a'])
    expect(await codes('sortBy=name&sortOrder=asc&limit=2&page=2')).toEqual(['c', 'a'])
    expect(await codes('isActive=false')).toEqual(['b'])
    expect(await codes('isActive=true&search=BETA')).toEqual(['a', 'c'])
    expect(await codes('search=%25_')).toEqual(['D\\'])
    expect(await codes('search=d%5C')).toEqual(['D\\'])
    expect(await codes('agentCode=a')).toEqual(['a'])
    const { body } = await api.get('/v1/agents?limit=3')
    expect(body).toMatchObject({ page: 1, limit: 3, totalPages: 2, totalResults: 4 })
    expect(body.results[2]).toMatchObject({ agentCode: 'b', isActive: false })
    for (const query of ['isActive=maybe', 'sortBy=x', 'page=0', 'limit=-1']) {
      expect((await api.get(`/v1/agents?${query}`)).status).toBe(400)
    }
  })
})

describe('deleting', () => {
  test('hides the agent, keeps its events and frees its code', async () => {
    const { id } = await givenAgent(service.api, { agentCode: 'leaving' })
    expect((await service.api.delete(`/v1/agents/${id}`)).status).toBe(204)
    for (const answer of [
      await service.api.get(`/v1/agents/${id}`),
      await service.api.patch(`/v1/agents/${id}`, { name: 'B' }),
      await service.api.delete(`/v1/agents/${id}`),
    ]) {
      expect(answer.status).toBe(404)
    }
    expect((await service.api.get('/v1/agents?agentCode=leaving')).body.results).toEqual([])
    expect((await givenAgent(service.api, { agentCode: 'leaving' })).id).not.toBe(id)
  })

  test('is refused while a signal is left', async () => {
    const id = await agentOfUsage('with-signal')
    const refused = await service.api.delete(`/v1/agents/${id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('1 signal(s)')
    const { body } = await service.api.get(`/v1/signals?agentId=${id}`)
    await service.api.delete(`/v1/signals/${body.results[0].id}`)
    expect((await service.api.delete(`/v1/agents/${id}`)).status).toBe(204)
    expect((await service.api.get(`/v1/events?agentId=${id}`)).body.totalResults).toBe(1)
    await expect.poll(() => agentOfUsage('with-signal')).not.toBe(id)
  })

  test('is refused while a live plan is linked', async () => {
    const { id } = await givenAgent(service.api)
    const { id: planId } = await givenPlan(service.api, { agentId: id })
    const refused = await service.api.delete(`/v1/agents/${id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('1 pricing plan(s)')
    await service.database.db
      .updateTable('pricingPlans')
      .set({ deletedAt: NOW })
      .where('id', '=', planId)
      .execute()
    expect((await service.api.delete(`/v1/agents/${id}`)).status).toBe(204)
  })
})

describe('who may', () => {
  test('no publishable key reads or writes, and no other organization sees anything', async () => {
    const { id } = await givenAgent(service.api)
    const publishable = createApi(service.app, service.organization.publishableKey)
    const elsewhere = await createOtherOrganizationApi(service)
    expect((await publishable.get('/v1/agents')).status).toBe(403)
    expect((await publishable.post('/v1/agents', { name: 'A', agentCode: 'A' })).status).toBe(403)
    const absent = await service.api.get(`/v1/agents/${ABSENT}`)
    for (const { api, status } of [
      { api: publishable, status: 403 },
      { api: elsewhere, status: 404 },
    ]) {
      const answer = await api.get(`/v1/agents/${id}`)
      expect(answer.status).toBe(status)
      if (status === 404) expect(answer.body.message).toEqual(absent.body.message)
      expect((await api.patch(`/v1/agents/${id}`, { name: 'B' })).status).toBe(status)
      expect((await api.delete(`/v1/agents/${id}`)).status).toBe(status)
    }
    expect((await elsewhere.get('/v1/agents')).body.totalResults).toBe(0)
  })

  test.each(['support', `urn:uuid:${ABSENT}`])('the id %s is malformed', async (id) => {
    const url = `/v1/agents/${id}`
    expect((await service.api.get(url)).status).toBe(400)
    expect((await service.api.patch(url, { name: 'A' })).status).toBe(400)
    expect((await service.api.delete(url)).status).toBe(400)
  })
})

describe('at the same time', () => {
  test('two creations with one code: one wins, one is told', async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = { name: 'Twin', agentCode: `twin-${round}` }
      const answers = await Promise.all([
        service.api.post('/v1/agents', body),
        service.api.post('/v1/agents', body),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
  })

  test('two renames to one code: one wins, one is told', async () => {
    const [left, right] = [await givenAgent(service.api), await givenAgent(service.api)]
    const answers = await Promise.all(
      [left, right].map(({ id }) => service.api.patch(`/v1/agents/${id}`, { agentCode: 'same' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('of a deletion and a signal exactly one wins', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id: agentId } = await givenAgent(service.api)
      const [deleted, created] = await Promise.all([
        service.api.delete(`/v1/agents/${agentId}`),
        service.api.post('/v1/signals', { agentId, name: 'ticket' }),
      ])
      expect([
        [204, 404],
        [409, 201],
      ]).toContainEqual([deleted.status, created.status])
    }
  })

  test('of a deletion and a link to a plan exactly one wins', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await givenAgent(service.api)
      const { id: planId } = await givenPlan(service.api, {
        agentId: (await givenAgent(service.api)).id,
      })
      const link = service.database.db.transaction().execute(async (tx) => {
        const organizationId = service.organization.id
        await lockAgent(tx, { organizationId, id }, 'share')
        await tx
          .insertInto('pricingPlanAgents')
          .values({
            planId,
            agentId: id,
            organizationId,
            createdAt: NOW,
          })
          .execute()
      })
      const [deleted, linked] = await Promise.allSettled([
        service.api.delete(`/v1/agents/${id}`),
        link,
      ])
      const isDeleted = deleted.status === 'fulfilled' && deleted.value.status === 204
      expect(linked.status).toBe(isDeleted ? 'rejected' : 'fulfilled')
    }
  })

  test('a deletion never leaves a signal behind that usage made', async () => {
    for (let round = 0; round < 20; round += 1) {
      const agentCode = `racing-${round}`
      const { id } = await givenAgent(service.api, { agentCode })
      const [deleted, recorded] = await Promise.all([
        service.api.delete(`/v1/agents/${id}`),
        usageOf(agentCode),
      ])
      expect([200, 503]).toContain(recorded.status)
      const { body } = await service.api.get(`/v1/signals?agentId=${id}`)
      expect(body.totalResults).toBe(deleted.status === 204 ? 0 : 1)
    }
  })
})
