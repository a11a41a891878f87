import { expect, test } from 'vitest'
import { createApi, createTestOrganization } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { listEvents, multi, times, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

const map = async (sourceModel = 'house-model') => {
  const { status, body } = await api.post('/v1/events/map-model', {
    sourceModel,
    sourceProvider: 'in-house',
    targetModel: 'gpt-4o',
    targetProvider: 'openai',
  })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

/** Asserts that every event was costed, either when recorded or by a mapping. */
async function expectAllCosted(count: number): Promise<void> {
  const events = await listEvents(api)
  expect(events).toHaveLength(count)
  expect(events.filter((event) => event.eventProcessed !== 'PROCESSED')).toEqual([])
  const { body } = await api.get('/v1/events/needs-cost-backfill')
  expect(body).toMatchObject({ groups: [], totalEvents: 0 })
}

test.each([1, 2, 3])('events that arrive while a mapping runs are all costed (%i)', async () => {
  await api.record(...times(100, () => unknownModel()))
  const record = () => api.record(...times(10, () => unknownModel()))
  const early = times(15, record)
  const mapping = map()
  const late = times(15, record)
  const answers = await Promise.all([...early, ...late])
  const { backfilled } = await mapping
  const successful = answers.reduce((sum, { body }) => sum + body.successful, 0)
  expect(backfilled + successful).toBe(400)
  await expectAllCosted(400)
})

test('events of a customer first seen while the mapping runs are costed too', async () => {
  const record = (index: number) => api.record(unknownModel({ customerExternalId: `new-${index}` }))
  const early = times(20, record)
  const mapping = map()
  await Promise.all([...early, ...times(20, (index) => record(20 + index)), mapping])
  await expectAllCosted(40)
})

test('events with two unknown models that arrive while both are mapped are costed', async () => {
  const services = ['house-model', 'house-model-2'].map((model) => ({
    model,
    modelProvider: 'in-house',
    inputTokens: 100,
  }))
  const record = () => api.record(...times(5, () => multi(services)))
  const early = times(10, record)
  const mappings = [map('house-model'), map('house-model-2')]
  const late = times(10, record)
  await Promise.all([...early, ...late, ...mappings])
  await expectAllCosted(100)
})

test('eight concurrent requests for one mapping cost each event once', async () => {
  await api.record(...times(100, () => unknownModel()))
  const answers = await Promise.all(times(8, () => map()))
  expect(answers.reduce((sum, { backfilled }) => sum + backfilled, 0)).toBe(100)
  await expectAllCosted(100)
})

test('twelve organizations map at the same moment without waiting for each other', async () => {
  const organizations = await Promise.all(times(12, () => createTestOrganization(t.dependencies)))
  const answers = await Promise.all(
    organizations.map(({ secretKey }) =>
      createApi(t.app, secretKey).post('/v1/events/map-model', {
        sourceModel: 'house-model',
        sourceProvider: 'in-house',
        targetModel: 'gpt-4o',
        targetProvider: 'openai',
      }),
    ),
  )
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
})
