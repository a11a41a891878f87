import { expect, test } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { times } from '../../../../test/support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { givenAnnouncements } from '../test-support.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z') })
const { api, organization } = useOrganizationPerTest(t)

const BEGINNING = '00000000-0000-0000-0000-000000000000'
const feed = (after: string, query = '') =>
  api.get(`/v1/announcements?limit=100&after=${after}${query}`)
const given = (changes: Parameters<typeof givenAnnouncements>[2]) =>
  givenAnnouncements(t, organization.id, changes)
const idsOf = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id)

const ofBytes = (bytes: number) => ({ data: JSON.stringify({ note: 'x'.repeat(bytes) }) })

test('an answer of the feed is bounded in size, and reading on misses nothing', async () => {
  const ids = await given(times(40, () => ofBytes(250_000)))
  const first = await must(feed(BEGINNING))
  expect(first.results).toHaveLength(16)
  expect(first.totalResults).toBe(40)
  const seen = idsOf(first)
  while (seen.length < 40) {
    const next = await must(feed(seen.at(-1) ?? ''))
    expect(next.results.length).toBeGreaterThan(0)
    seen.push(...idsOf(next))
  }
  expect(seen).toEqual(ids)
})

test('an announcement that is larger than an answer is answered alone', async () => {
  const ids = await given([ofBytes(5_000_000), ofBytes(10)])
  expect(idsOf(await must(feed(BEGINNING)))).toEqual(ids.slice(0, 1))
})

test('a feed has no pages', async () => {
  const { status, body } = await feed(BEGINNING, '&page=2')
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid', param: 'page' })
})
