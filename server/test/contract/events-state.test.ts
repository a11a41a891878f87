import { beforeAll, describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { type Event, listEvents, llm, times, unknownModel } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

let all: Event[]

const states = ['PROCESSED', 'NEEDS_COST_BACKFILL', 'ERROR', 'PENDING']
/** The catalog entry of this model has no rate for output tokens. */
const embedding = { model: 'text-embedding-3-small', modelProvider: 'openai' }

const t = useTestApp({ atEnd: expectRollupsToAddUp })
beforeAll(async () => {
  const days = ['2026-01-01T00:05:00Z', '2026-01-01T00:20:00Z', '2026-02-01T12:00:00Z']
  for (const customerExternalId of ['ann', 'bob']) {
    for (const usageDate of days) {
      const where = { customerExternalId, usageDate }
      await t.api.record(
        ...times(4, () => llm(where)),
        ...times(3, () => unknownModel(where)),
        ...times(2, () => llm({ ...where, ...embedding })),
      )
    }
  }
  all = await listEvents(t.api)
})

const idsOf = (events: Event[]) => events.map(({ id }) => id)

describe('events can be filtered by their state', () => {
  test.each([
    ['PROCESSED', 24],
    ['NEEDS_COST_BACKFILL', 18],
    ['ERROR', 12],
    ['PENDING', 0],
  ])('%s finds exactly those that have it', async (state, count) => {
    const expected = all.filter((event) => event.eventProcessed === state)
    expect(expected).toHaveLength(count)
    expect(idsOf(await listEvents(t.api, `&eventProcessed=${state}`))).toEqual(idsOf(expected))
  })

  test.each(states)('%s counts the same in any window and for any customer', async (state) => {
    const [{ customerId = '' } = {}] = all
    for (const window of [
      '',
      '&endDate=2026-01-31',
      '&startDate=2026-01-01T00:05:00Z&endDate=2026-01-01T00:05:00Z',
      '&startDate=2026-01-01T00:10:00Z',
    ]) {
      for (const customer of ['', `&customerId=${customerId}`]) {
        const query = `${window}${customer}`
        const expected = (await listEvents(t.api, query)).filter(
          (event) => event.eventProcessed === state,
        )
        const found = await listEvents(t.api, `${query}&eventProcessed=${state}`)
        expect(idsOf(found), query).toEqual(idsOf(expected))
        const { body } = await t.api.get(`/v1/events?limit=2${query}&eventProcessed=${state}`)
        expect(body.totalResults, query).toBe(expected.length)
      }
    }
  })

  test.each(states)('%s comes page by page in the same order', async (state) => {
    const expected = all.filter((event) => event.eventProcessed === state)
    const paged: Event[] = []
    for (let page = 1; page <= Math.ceil(expected.length / 5) + 1; page += 1) {
      const { body } = await t.api.get(`/v1/events?limit=5&page=${page}&eventProcessed=${state}`)
      paged.push(...body.results)
    }
    expect(idsOf(paged)).toEqual(idsOf(expected))
  })

  test('UNCOSTED finds events without a cost, for any reason', async () => {
    const expected = all.filter(({ usageCost }) => usageCost === null)
    expect(expected).toHaveLength(30)
    expect(idsOf(await listEvents(t.api, '&eventProcessed=UNCOSTED'))).toEqual(idsOf(expected))
    const { body } = await t.api.get('/v1/events?limit=1&eventProcessed=UNCOSTED')
    expect(body.totalResults).toBe(30)
  })

  test('an unknown state is refused', async () => {
    const answer = await t.api.get('/v1/events?eventProcessed=DONE')
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain('eventProcessed')
  })
})

test('an event whose model was mapped is found as PROCESSED', async () => {
  const { status } = await t.api.post('/v1/events/map-model', {
    sourceModel: embedding.model,
    sourceProvider: embedding.modelProvider,
    targetModel: 'gpt-4o',
    targetProvider: 'openai',
  })
  expect(status).toBe(200)
  const count = async (state: string) =>
    (await t.api.get(`/v1/events?limit=1&eventProcessed=${state}`)).body.totalResults
  expect(await count('ERROR')).toBe(0)
  expect(await count('PROCESSED')).toBe(36)
  expect(await listEvents(t.api, '&eventProcessed=PROCESSED')).toHaveLength(36)
})
