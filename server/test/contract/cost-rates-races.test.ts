import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { createDependencies } from '../../src/dependencies.ts'
import { createLog } from '../../src/platform/log.ts'
import { type Api, createApi } from '../support/app.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { listEvents, llm, multi, times, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

type Process = Awaited<ReturnType<typeof startProcess>>
let other: Process
beforeAll(async () => {
  other = await startProcess()
})
afterAll(() => other.close())

/** Starts another process of the service on the same database. */
async function startProcess() {
  const dependencies = await createDependencies({
    config: t.config,
    url: t.database.url,
    log: createLog('silent'),
    now: () => new Date(),
  })
  const app = await buildApp(dependencies)
  const close = async () => {
    await app.close()
    await dependencies.close()
  }
  return { app, close }
}

const otherApi = (): Api => createApi(other.app, organization.secretKey)

const rate = async (fields: Fields = {}, by: Api = api) => {
  const { status, body } = await by.post('/v1/cost-rates', {
    ...{ modelProvider: 'in-house', model: 'house-model', inputCost: 1, outputCost: 2 },
    ...fields,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Asserts that every event was costed, either when recorded or by a rate. */
async function expectAllCosted(count: number): Promise<void> {
  const events = await listEvents(api)
  expect(events).toHaveLength(count)
  expect(events.filter((event) => event.eventProcessed !== 'PROCESSED')).toEqual([])
  const { body } = await api.get('/v1/events/needs-cost-backfill')
  expect(body).toMatchObject({ groups: [], totalEvents: 0 })
}

const successful = (answers: { body: { successful: number } }[]) =>
  answers.reduce((sum, { body }) => sum + body.successful, 0)

test.each([1, 2, 3])('events that arrive while a rate is set are all costed (%i)', async () => {
  await api.record(...times(100, () => unknownModel()))
  const record = (index: number) =>
    (index % 2 ? api : otherApi()).record(...times(10, () => unknownModel()))
  const early = times(15, record)
  const setting = rate()
  const late = times(15, record)
  const answers = await Promise.all([...early, ...late])
  const { costed } = await setting
  expect(costed + successful(answers)).toBe(400)
  await expectAllCosted(400)
})

test('events of new customers, or with other cases of a name, that arrive meanwhile are costed', async () => {
  const record = (index: number) =>
    otherApi().record(
      unknownModel({
        customerExternalId: `new-${index}`,
        modelProvider: index % 2 ? 'in-house' : 'IN-HOUSE',
        model: index % 3 ? 'house-model' : ' House-Model',
      }),
    )
  const early = times(20, record)
  const setting = rate()
  await Promise.all([...early, ...times(20, (index) => record(20 + index)), setting])
  await expectAllCosted(40)
})

test('events with an alias of the provider that arrive meanwhile are costed', async () => {
  const record = (index: number) =>
    otherApi().record(
      unknownModel({ modelProvider: index % 2 ? 'azure-openai' : 'azure', model: 'my-deployment' }),
    )
  const early = times(10, record)
  const setting = rate({ modelProvider: 'azure_openai', model: 'my-deployment' })
  await Promise.all([...early, ...times(10, record), setting])
  await expectAllCosted(20)
})

test('events that lack a rate of the catalog are costed meanwhile, by any name of the model', async () => {
  const record = (index: number) => {
    const model = `${index % 2 ? 'openai/' : ''}text-embedding-3-small`
    return otherApi().record(llm({ model }))
  }
  const early = times(10, record)
  const setting = rate({ modelProvider: 'openai', model: 'text-embedding-3-small' })
  await Promise.all([...early, ...times(10, record), setting])
  await expectAllCosted(20)
})

test('events with two unknown models are costed while one is mapped and the other priced', async () => {
  const services = ['house-model', 'mapped-model'].map((model) => ({
    ...{ model, modelProvider: 'in-house', inputTokens: 100 },
  }))
  const record = () => otherApi().record(...times(5, () => multi(services)))
  const early = times(10, record)
  const setting = rate()
  const mapping = api.post('/v1/events/map-model', {
    ...{ sourceModel: 'mapped-model', sourceProvider: 'in-house' },
    ...{ targetModel: 'gpt-4o', targetProvider: 'openai' },
  })
  const late = times(10, record)
  await Promise.all([...early, ...late, setting, mapping])
  await expectAllCosted(100)
})

test('of eight rates at once in two processes, the one with the latest id counts', async () => {
  await api.record(...times(50, () => unknownModel()))
  const set = (index: number) => rate({ inputCost: index + 1 }, index % 2 ? api : otherApi())
  const answers = await Promise.all(times(8, set))
  expect(answers.reduce((sum, { costed }) => sum + costed, 0)).toBe(50)
  await expectAllCosted(50)
  const [latest] = answers.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const query = 'modelProvider=in-house&model=house-model'
  for (const one of [api, otherApi()]) {
    const { body } = await one.get(`/v1/cost-rates/in-force?${query}`)
    expect(body.costRate.id).toBe(latest.id)
  }
})

test('the next record uses a rate, and no longer one that was withdrawn', async () => {
  for (let round = 0; round < 5; round += 1) {
    const one = await rate({ inputCost: round + 1, outputCost: 0 }, otherApi())
    const [answer] = await Promise.all([otherApi().record(unknownModel())])
    expect(answer.body.results.success[0].totalCostUsd).toBe(`0.00${round + 1}0000000`)
    expect((await otherApi().delete(`/v1/cost-rates/${one.id}`)).status).toBe(204)
    expect((await otherApi().record(unknownModel())).body.failed).toBe(1)
    await rate({ inputCost: 9 })
    const rates = (await api.get('/v1/cost-rates')).body.results
    await Promise.all(rates.map(({ id }: { id: string }) => api.delete(`/v1/cost-rates/${id}`)))
    await otherApi().get('/v1/cost-rates/in-force?modelProvider=in-house&model=house-model')
  }
})
