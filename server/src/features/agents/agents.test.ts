import { describe, expect, test } from 'vitest'
import { type Fields, givenAgent } from '../../../test/support/given.ts'
import { llm, recordEvent } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

const NOW = new Date('2026-05-01T00:00:00Z')

const service = useTestApp({ now: () => NOW })

const usageOf = (agentCode: string, fields: Fields = {}) =>
  service.api.record(llm({ agentCode, ...fields }))

/** Returns the id of the agent that a recorded usage event is stored for. */
const agentOfUsage = async (agentCode: string) =>
  (await recordEvent(service.api, llm({ agentCode }))).agentId

describe('updating', () => {
  test('usage follows an agent to its new code, and not to the old one', async () => {
    const id = await agentOfUsage('old-code')
    await service.api.patch(`/v1/agents/${id}`, { agentCode: 'new-code' })
    await expect.poll(() => agentOfUsage('old-code')).not.toBe(id)
    expect(await agentOfUsage('new-code')).toBe(id)
  })
})

test('usage does not find a deleted agent', async () => {
  const id = await agentOfUsage('with-signal')
  const { body } = await service.api.get(`/v1/signals?agentId=${id}`)
  await service.api.delete(`/v1/signals/${body.results[0].id}`)
  expect((await service.api.delete(`/v1/agents/${id}`)).status).toBe(204)
  await expect.poll(() => agentOfUsage('with-signal')).not.toBe(id)
})

describe('at the same time', () => {
  test('two renames to one code: one succeeds, the other is refused', async () => {
    const [left, right] = [await givenAgent(service.api), await givenAgent(service.api)]
    const answers = await Promise.all(
      [left, right].map(({ id }) => service.api.patch(`/v1/agents/${id}`, { agentCode: 'same' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a deletion never leaves a signal that concurrent usage created', async () => {
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
