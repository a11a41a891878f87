import { beforeAll, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { type Event, llm, unknownModel } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({})
beforeAll(async () => {
  const at = (day: number) => ({ usageDate: `2026-01-0${day}T10:00:00Z` })
  await t.api.record(
    llm({ ...at(2), inputTokens: 9_000 }),
    unknownModel(at(4)),
    llm({ ...at(1), inputTokens: 20 }),
    llm({ ...at(3), inputTokens: 700 }),
  )
})

/** Days of January of the listed events. */
async function daysOf(query: string): Promise<number[]> {
  const { status, body } = await t.api.get(`/v1/events${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results.map(({ usageDate }: Event) => new Date(usageDate).getUTCDate())
}

test('events are sorted by usage date, latest first, unless another order is requested', async () => {
  expect(await daysOf('')).toEqual([4, 3, 2, 1])
  expect(await daysOf('?sortOrder=asc')).toEqual([1, 2, 3, 4])
  expect(await daysOf('?sortOrder=asc&limit=3&page=2')).toEqual([4])
  expect(await daysOf('?sortOrder=asc&eventProcessed=PROCESSED')).toEqual([1, 2, 3])
})

test('by cost, those without a cost come last in both directions', async () => {
  expect(await daysOf('?sortBy=usageCost')).toEqual([2, 3, 1, 4])
  expect(await daysOf('?sortBy=usageCost&sortOrder=asc')).toEqual([1, 3, 2, 4])
  expect(await daysOf('?sortBy=usageCost&limit=2&page=2')).toEqual([1, 4])
})

test('more events than can be sorted by cost are refused, and can be filtered', async () => {
  await t.database.pool.query('update organization_days set event_count = 100001')
  const refused = await t.api.get('/v1/events?sortBy=usageCost')
  expect(refused.status).toBe(400)
  expect(messageOf(refused)).toContain('at most 100000 events')
  expect(await daysOf('?sortBy=usageCost&eventProcessed=UNCOSTED')).toEqual([4])
})
