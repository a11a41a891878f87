import { beforeAll, describe, expect, test } from 'vitest'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { type Event, listEvents, llm, recordEvent, times } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

let recorded: string[]

const COUNT = 3000
const MOMENT = '2026-01-15T10:00:00.000Z'

const t = useTestApp({ atEnd: expectRollupsToAddUp })
beforeAll(async () => {
  const batch = times(100, () => llm({ usageDate: MOMENT }))
  const answers = await Promise.all(times(COUNT / 100, () => t.api.record(...batch)))
  recorded = answers.flatMap(({ body }) =>
    body.results.success.map((entry: { eventId: string }) => entry.eventId),
  )
})

const events = async (query: string) => (await t.api.get(`/v1/events${query}`)).body

describe('thousands of events in one millisecond', () => {
  test('are each on exactly one page', async () => {
    const listed = (await listEvents(t.api)).map(({ id }) => id)
    expect(listed).toHaveLength(COUNT)
    expect(listed.toSorted()).toEqual(recorded.toSorted())
  })

  test('come in descending order of id', async () => {
    const listed = (await listEvents(t.api)).map(({ id }) => id)
    expect(listed).toEqual(listed.toSorted().toReversed())
  })

  test('are counted on every page, whatever its size', async () => {
    for (const [page, limit] of [
      [1, 7],
      [429, 7],
      [2, 100],
      [30, 100],
    ] as const) {
      const body = await events(`?page=${page}&limit=${limit}`)
      expect(body).toMatchObject({
        page,
        limit,
        totalResults: COUNT,
        totalPages: Math.ceil(COUNT / limit),
      })
      expect(body.results).toHaveLength(page === 429 ? 4 : limit)
    }
  })

  test('give the same page twice, and pages of any size cut the same list', async () => {
    const all = (await listEvents(t.api)).map(({ id }) => id)
    for (const [page, limit] of [
      [3, 13],
      [100, 30],
      [59, 50],
    ] as const) {
      const ids = async () =>
        (await events(`?page=${page}&limit=${limit}`)).results.map(({ id }: Event) => id)
      const first = await ids()
      expect(first).toEqual(all.slice((page - 1) * limit, page * limit))
      expect(await ids()).toEqual(first)
    }
  })

  test('in ascending order, are the same list from its other end', async () => {
    const all = (await listEvents(t.api)).map(({ id }) => id).toReversed()
    for (const [page, limit] of [
      [1, 20],
      [429, 7],
      [59, 50],
    ] as const) {
      const { results } = await events(`?sortOrder=asc&page=${page}&limit=${limit}`)
      const ids = results.map(({ id }: Event) => id)
      expect(ids).toEqual(all.slice((page - 1) * limit, page * limit))
    }
  })

  test('are found by a window of that millisecond alone, and by no adjacent one', async () => {
    const at = encodeURIComponent(MOMENT)
    expect(await events(`?startDate=${at}&endDate=${at}`)).toMatchObject({ totalResults: COUNT })
    expect(await events('?startDate=2026-01-15T10:00:00.001Z')).toMatchObject({ totalResults: 0 })
    expect(await events('?endDate=2026-01-15T09:59:59.999Z')).toMatchObject({ totalResults: 0 })
  })
})

test('a limit above 100 is capped at 100, and the pages count accordingly', async () => {
  for (const limit of [101, 5000, 2 ** 31, 1e15]) {
    const body = await events(`?limit=${limit}`)
    expect(body).toMatchObject({ limit: 100, totalPages: COUNT / 100 })
    expect(body.results).toHaveLength(100)
  }
})

test('an absurd page is refused or empty, never an internal error', async () => {
  for (const page of ['2147483648', '9007199254740993', '1'.repeat(100)]) {
    const { status, body } = await t.api.get(`/v1/events?page=${page}`)
    expect([200, 400], page).toContain(status)
    if (status === 200) expect(body.results).toEqual([])
  }
})

test('a parameter given twice is no internal error', async () => {
  for (const query of ['limit=5&limit=7', 'page=1&page=2', 'startDate=x&startDate=y']) {
    expect([200, 400], query).toContain((await t.api.get(`/v1/events?${query}`)).status)
  }
})

test('newer usage comes first, whatever the order of arrival', async () => {
  const dates = ['2026-03-02', '2026-03-04', '2026-03-01', '2026-03-03T23:59:59.999Z']
  for (const usageDate of dates) await recordEvent(t.api, llm({ usageDate }))
  const { results } = await events('?limit=5')
  expect(results.map(({ usageDate }: Event) => usageDate)).toEqual([
    '2026-03-04T00:00:00.000Z',
    '2026-03-03T23:59:59.999Z',
    '2026-03-02T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
    MOMENT,
  ])
})
