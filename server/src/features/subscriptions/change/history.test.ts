import { beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '../../../../test/support/clocks.ts'
import {
  type Fields,
  givenCustomer,
  givenSubscription,
  givenUnpricedOffer,
  SUBSCRIPTIONS,
} from '../../../../test/support/given.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { parseExactJson } from '../../../platform/json/exact-json.ts'
import { applyDueStatuses } from '../status/apply-due-statuses.ts'

const NOW = '2026-03-20T12:00:00Z'
const clock = createClock(NOW)

const t = useTestApp({ now: clock.now })
const { api } = t
beforeEach(() => clock.set(NOW))

const subscription = (fields: Fields = {}) =>
  givenSubscription(api, { startDate: '2026-03-01', ...fields })

/** Updates statuses as the background job does. */
const follow = () => {
  const now = clock.now()
  return applyDueStatuses(t.dependencies.db, { now, businessNow: now }, { now, allBut: [] })
}

async function historyOf(id: string) {
  const { body } = await api.get(`${SUBSCRIPTIONS}/${id}/changelog`)
  return body.results
}

async function storedStatus(id: string) {
  const { rows } = await t.database.pool.query('select status from subscriptions where id = $1', [
    id,
  ])
  return rows[0].status
}

describe('the changelog', () => {
  test('says what each change was, the latest first', async () => {
    const { id } = await subscription({ proratedAmount: '1.50' })
    clock.set('2026-03-20T13:00:00Z')
    await api.patch(`${SUBSCRIPTIONS}/${id}`, { proratedAmount: -2, metadata: { a: [1] } })
    clock.set('2026-03-20T14:00:00Z')
    await api.patch(`${SUBSCRIPTIONS}/${id}`, { status: 'ended' })
    const [ended, changed, created] = await historyOf(id)
    expect(ended).toMatchObject({
      at: '2026-03-20T14:00:00.000Z',
      changes: [
        { field: 'status', from: 'active', to: 'ended' },
        { field: 'endDate', from: null, to: '2026-03-20T14:00:00.000Z' },
      ],
    })
    expect(changed.changes).toEqual([
      { field: 'proratedAmount', from: 1.5, to: -2 },
      { field: 'metadata', from: {}, to: { a: [1] } },
    ])
    expect(created.at).toBe('2026-03-20T12:00:00.000Z')
  })

  test('stores any free-form JSON unchanged', async () => {
    const sent = parseExactJson('{"huge":1e200000,"id":12345678901234567890,"\\ud83d":"\\\\ud83d"}')
    const { id } = await subscription()
    const changed = await api.patch(`${SUBSCRIPTIONS}/${id}`, { subscriptionDetails: sent })
    expect(changed.status).toBe(200)
    const [{ changes }] = await historyOf(id)
    const to = { huge: '1e200000', id: expect.any(Number), '\ufffd': '\\ud83d' }
    expect(changes).toEqual([{ field: 'subscriptionDetails', from: {}, to }])
    const { rows } = await t.database.pool.query(
      'select subscription_details::text as text from subscriptions where id = $1',
      [id],
    )
    expect(rows[0].text).toBe(JSON.stringify(sent))
  })
})

describe('the status follows business time', () => {
  test('immediately in responses and lists, and in the table once the job runs', async () => {
    const { id, customerId } = await subscription({
      startDate: '2026-04-01',
      endDate: '2026-04-30',
      timezone: 'Pacific/Chatham',
    })
    const shown = async () => {
      const [statuses] = await Promise.all([
        Promise.all(
          ['upcoming', 'active', 'ended'].map(async (status) => {
            const path = `${SUBSCRIPTIONS}?customerId=${customerId}&status=${status}`
            return (await api.get(path)).body.totalResults
          }),
        ),
      ])
      return [(await api.get(`${SUBSCRIPTIONS}/${id}`)).body.status, ...statuses]
    }
    expect(await shown()).toEqual(['upcoming', 1, 0, 0])
    clock.set('2026-03-31T10:14:59.999Z')
    expect(await shown()).toEqual(['upcoming', 1, 0, 0])
    clock.set('2026-03-31T10:15:00Z')
    expect(await shown()).toEqual(['active', 0, 1, 0])
    expect(await storedStatus(id)).toBe('upcoming')
    await follow()
    expect(await storedStatus(id)).toBe('active')
    clock.set('2026-04-30T11:15:00Z')
    expect(await shown()).toEqual(['ended', 0, 0, 1])
    await follow()
    expect(await storedStatus(id)).toBe('ended')
  })

  test('once, however often and late the job runs, also on two workers', async () => {
    const { id } = await subscription({ startDate: '2026-04-01', endDate: '2026-04-30' })
    clock.set('2026-06-01T00:00:00Z')
    await Promise.all([follow(), follow()])
    await follow()
    const [ended, started, ...rest] = await historyOf(id)
    expect(ended).toMatchObject({
      at: '2026-05-01T00:00:00.000Z',
      actor: 'system',
      changes: [{ field: 'status', from: 'active', to: 'ended' }],
    })
    expect(started).toMatchObject({
      at: '2026-04-01T00:00:00.000Z',
      actor: 'system',
      changes: [{ field: 'status', from: 'upcoming', to: 'active' }],
    })
    expect(rest).toHaveLength(1)
  })

  test('before a change, if the job has not run yet', async () => {
    const { id } = await subscription({ startDate: '2026-04-01' })
    clock.set('2026-04-02T00:00:00Z')
    await api.patch(`${SUBSCRIPTIONS}/${id}`, { seatsCount: 4 })
    const [changed, started] = await historyOf(id)
    expect(changed.changes).toEqual([{ field: 'seatsCount', from: 0, to: 4 }])
    expect(started).toMatchObject({ actor: 'system', at: '2026-04-01T00:00:00.000Z' })
    expect(await storedStatus(id)).toBe('active')
  })
})

describe('the list', () => {
  test('filters, searches and sorts', async () => {
    const { id: customerId } = await givenCustomer(api)
    const names = ['Bravo 100%', 'alpha', 'Charlie']
    const made = []
    for (const [index, name] of names.entries()) {
      const { agentId, planId } = await givenUnpricedOffer(api)
      const startDate = `2026-0${3 + index}-01`
      made.push(await subscription({ customerId, agentId, planId, name, startDate }))
    }
    const list = async (query: string) => {
      const { status, body } = await api.get(`${SUBSCRIPTIONS}?customerId=${customerId}&${query}`)
      expect(status).toBe(200)
      return body.results.map(({ name }: { name: string }) => name)
    }
    expect(await list('')).toEqual(names.toReversed())
    expect(await list('sortBy=startDate&sortOrder=asc')).toEqual(names)
    expect(await list('sortBy=name&sortOrder=asc')).toEqual(['alpha', 'Bravo 100%', 'Charlie'])
    expect(await list('search=%25')).toEqual(['Bravo 100%'])
    expect(await list('search=ALP')).toEqual(['alpha'])
    expect(await list('status=upcoming')).toEqual(['Charlie', 'alpha'])
    expect(await list(`agentId=${made[1]?.agentId}`)).toEqual(['alpha'])
    expect(await list(`planId=${made[2]?.planId}`)).toEqual(['Charlie'])
    const { body } = await api.get(`${SUBSCRIPTIONS}?customerId=${customerId}&limit=2&page=2`)
    expect(body).toMatchObject({ page: 2, limit: 2, totalPages: 2, totalResults: 3 })
    expect(body.results).toEqual([made[0]])
  })

  test.each(['status=paused', 'customerId=7', 'page=0', 'limit=-1', 'sortBy=price'])(
    'refuses %s',
    async (query) => {
      expect((await api.get(`${SUBSCRIPTIONS}?${query}`)).status).toBe(400)
    },
  )
})
