import { describe, expect, test } from 'vitest'
import { ABSENT, givenAgent, givenSignal } from '../../../test/support/given.ts'
import { llm, recordEvent } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { lockSignals } from './service.ts'

const NOW = new Date('2026-05-01T00:00:00Z')

const service = useTestApp({ now: () => NOW })

/** The signal that a record of usage is stored for. */
const signalOfUsage = async (agentCode: string, signalName: string) =>
  (await recordEvent(service.api, llm({ agentCode, signalName }))).signalId

describe('creating', () => {
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

describe('updating', () => {
  test('usage follows a signal to its new name, and not to the old one', async () => {
    const { agentCode } = await givenAgent(service.api)
    const id = await signalOfUsage(agentCode, 'old')
    await service.api.patch(`/v1/signals/${id}`, { name: 'New', shortName: 'new' })
    await expect.poll(() => signalOfUsage(agentCode, 'old')).not.toBe(id)
    expect(await signalOfUsage(agentCode, 'new')).toBe(id)
    expect(await signalOfUsage(agentCode, 'New')).toBe(id)
  })
})

describe('at the same time', () => {
  test('the same several in opposite orders: one succeeds, the other is refused', async () => {
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

  test('locking names absent, deleted and foreign signals', async () => {
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
