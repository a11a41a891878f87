import { afterEach, expect, test } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { times } from '../../../../test/support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { givenAnnouncements, givenEndpoint, renameType } from '../test-support.ts'
import { pruneAnnouncements } from './prune.ts'

const START = new Date('2026-03-15T12:00:00Z')
let now = START
const t = useTestApp({ now: () => now })
afterEach(() => {
  now = START
})
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

const HOUR = 3_600_000
const DAY = 24 * HOUR

test('a reader continues with nextAfter, which moves on although nothing matched', async () => {
  const ids = await given([{}, { type: 'customer.created' }, {}, {}])
  const rare = '&type=customer.created'
  const first = await must(feed(BEGINNING, rare))
  expect(idsOf(first)).toEqual([ids[1]])
  expect(first.nextAfter).toBe(ids[3])
  expect(await must(feed(first.nextAfter, rare))).toMatchObject({
    results: [],
    nextAfter: ids[3],
  })
  const [next] = await given([{ type: 'customer.created' }])
  expect(idsOf(await must(feed(first.nextAfter, rare)))).toEqual([next])
  const page = await must(api.get(`/v1/announcements?limit=2&after=${BEGINNING}`))
  expect(page.nextAfter).toBe(ids[1])
  expect(await must(api.get('/v1/announcements'))).not.toHaveProperty('nextAfter')
})

test('nextAfter of an empty feed is what was asked for', async () => {
  expect(await must(feed(BEGINNING))).toMatchObject({ results: [], nextAfter: BEGINNING })
})

test('a filtered reader of a busy feed is never too late', async () => {
  await given([{ type: 'customer.created' }])
  let after = BEGINNING
  for (let day = 0; day < 40; day += 1) {
    now = new Date(START.getTime() + day * DAY)
    await given([{}])
    await pruneAnnouncements(t.dependencies.db, 30, now)
    after = (await must(feed(after, '&type=customer.created'))).nextAfter
  }
})

test('an id older than the days kept is refused, although it is still being sent', async () => {
  await givenEndpoint(api, 'https://acme.example/hooks', { types: ['customer.created'] })
  const [waiting = ''] = await given([{ type: 'customer.created' }])
  now = new Date(START.getTime() + 30 * DAY)
  const [, kept] = await given([{}, {}])
  expect((await feed(waiting)).status).toBe(200)
  now = new Date(now.getTime() + 2 * HOUR)
  await pruneAnnouncements(t.dependencies.db, 30, now)
  expect((await api.get(`/v1/announcements/${waiting}`)).status).toBe(200)
  expect((await feed(waiting)).status).toBe(404)
  const again = await must(feed(BEGINNING))
  expect(idsOf(again)).toContain(kept)
  expect(idsOf(again)).not.toContain(waiting)
  expect((await feed(again.nextAfter)).status).toBe(200)
})

test('types of a newer version are left out, and do not disturb the others', async () => {
  const ids = await given([{}, {}, {}])
  await renameType(t, ids[1])
  expect(idsOf(await must(feed(BEGINNING)))).toEqual([ids[0], ids[2]])
  expect(idsOf(await must(api.get('/v1/announcements')))).toEqual([ids[2], ids[0]])
  expect((await api.get(`/v1/announcements/${ids[1]}`)).status).toBe(404)
  expect(idsOf(await must(feed(ids[1] ?? '')))).toEqual([ids[2]])
})
