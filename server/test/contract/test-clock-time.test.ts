import { describe, expect, test } from 'vitest'
import { type Api, createApi, createTestApp, createTestOrganization } from '../support/app.ts'
import { createClock } from '../support/clocks.ts'
import { givenDeal } from '../support/deal.ts'
import { givenParties, givenSubscription, SUBSCRIPTIONS } from '../support/given.ts'
import { useTestApp } from '../support/use-app.ts'

const CLOCK = '/v1/test-clock'
const REAL = '2026-03-15T12:00:00.000Z'
const real = createClock(REAL)

const t = useTestApp({ now: real.now })

/** An organization whose test clock is not set. */
async function organization() {
  const { id, secretKey } = await createTestOrganization(t.dependencies)
  return { id, api: createApi(t.app, secretKey) }
}

const move = (api: Api, now: unknown) => api.post(CLOCK, { now })
const readNow = async (api: Api) => (await api.get(CLOCK)).body.now

async function letGoAgain(api: Api) {
  await moved(api, '2026-03-15T11:59:59Z')
  expect((await api.delete(CLOCK)).status).toBe(200)
}

async function moved(api: Api, now: string) {
  const { status, body } = await move(api, now)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('the clock', () => {
  test('is real time until it is set', async () => {
    const { api } = await organization()
    const { status, body } = await api.get(CLOCK)
    expect(status).toBe(200)
    expect(body).toEqual({ now: REAL, isSet: false, movingTo: null, realNow: REAL })
  })

  test('is where it was moved to, and ticks on from there', async () => {
    const { api } = await organization()
    const answer = { now: '2027-01-01T00:00:00.000Z', isSet: true, movingTo: null, realNow: REAL }
    expect(await moved(api, '2027-01-01')).toEqual(answer)
    expect((await api.get(CLOCK)).body).toEqual(answer)
    real.set('2026-03-15T12:00:07.250Z')
    expect(await readNow(api)).toBe('2027-01-01T00:00:07.250Z')
    await moved(api, '2027-01-01T00:00:08Z')
    real.set(REAL)
  })

  test('moves again from where it has ticked to', async () => {
    const { api } = await organization()
    await moved(api, '2027-01-01T00:00:00Z')
    expect((await moved(api, '2028-02-29T10:00:00+02:00')).now).toBe('2028-02-29T08:00:00.000Z')
    expect(await readNow(api)).toBe('2028-02-29T08:00:00.000Z')
  })

  test.each([
    ['back', '2026-12-31T23:59:59.999Z'],
    ['to where it is', '2027-01-01T00:00:00Z'],
    ['to the real time', REAL],
  ])('does not move %s', async (_, now) => {
    const { api } = await organization()
    await moved(api, '2027-01-01T00:00:00Z')
    const { status, body } = await move(api, now)
    expect(status).toBe(422)
    expect(body.message).toMatch('now must be after 2027-01-01T00:00:00.000Z')
    expect(await readNow(api)).toBe('2027-01-01T00:00:00.000Z')
  })

  test('moves by five years at once and no more', async () => {
    const { api } = await organization()
    const { status, body } = await move(api, '2031-03-15T12:00:00.001Z')
    expect(status).toBe(422)
    expect(body.message).toMatch('now must not be after 2031-03-15T12:00:00Z')
    expect((await api.get(CLOCK)).body.isSet).toBe(false)
    await moved(api, '2031-03-15T12:00:00Z')
    await moved(api, '2036-03-15T12:00:00Z')
  })

  test('may start in the past before there is a customer, and lives through the time from there', async () => {
    const { api } = await organization()
    const start = '2025-02-28T00:00:00.000Z'
    const answer = { now: start, isSet: true, movingTo: null, realNow: REAL }
    expect(await moved(api, start)).toEqual(answer)
    expect((await api.get(CLOCK)).body).toEqual(answer)
    const deal = await givenDeal(api, { subscription: { startDate: '2025-03-01' } })
    await deal.use('ticket', 3, '2025-03-31T23:59:59Z')
    const seen = async () => (await api.get(`${SUBSCRIPTIONS}/${deal.subscriptionId}`)).body.status
    expect(await seen()).toBe('upcoming')
    await moved(api, '2025-04-03T00:00:00Z')
    expect(await seen()).toBe('active')
    const { data } = (await api.get('/v1/invoices')).body
    expect(data).toMatchObject([{ status: 'issued', periodStart: '2025-03-01T00:00:00.000Z' }])
  })

  test.each([
    ['with a customer', async ({ api }: { api: Api }) => void (await givenParties(api))],
    ['once it was set', async ({ api }: { api: Api }) => void (await moved(api, '2026-03-16'))],
    ['once it was let go', async ({ api }: { api: Api }) => void (await letGoAgain(api))],
  ])('does not start in the past %s', async (_, given) => {
    const own = await organization()
    await given(own)
    const before = (await own.api.get(CLOCK)).body
    const { status, body } = await move(own.api, '2025-03-01')
    expect(status).toBe(422)
    expect(body.message).toMatch('forward only')
    expect((await own.api.get(CLOCK)).body).toEqual(before)
  })

  test('starts five years back and no more', async () => {
    const { api } = await organization()
    const { status, body } = await move(api, '2021-03-15T11:59:59.999Z')
    expect(status).toBe(422)
    expect(body.message).toMatch('now must not be before 2021-03-15T12:00:00Z')
    await moved(api, '2021-03-15T12:00:00Z')
  })

  test('two that start it at once start it once', async () => {
    const { api } = await organization()
    const answers = await Promise.all(['2025-01-01', '2025-06-01'].map((start) => move(api, start)))
    const now = await readNow(api)
    const won = answers.filter(({ status, body }) => status === 200 && body.now === now)
    expect(won.length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => [200, 409, 422].includes(status))).toBe(true)
  })

  test.each([
    ['no date', 'tomorrow'],
    ['a day that does not exist', '2027-02-30'],
    ['an empty text', ''],
    ['a number', 1_800_000_000_000],
    ['nothing', undefined],
    ['null', null],
  ])('refuses %s', async (_, now) => {
    const { api } = await organization()
    const { status, body } = await move(api, now)
    expect(status).toBe(400)
    expect(JSON.stringify(body.message)).toMatch(/now/)
  })

  test('is not there in a live deployment', async () => {
    const live = await createTestApp({ config: { environment: 'live' }, now: real.now })
    try {
      for (const { status, body } of [
        await live.api.get(CLOCK),
        await move(live.api, '2027-01-01'),
        await live.api.delete(CLOCK),
      ]) {
        expect(status).toBe(403)
        expect(body.message).toMatch('live')
      }
    } finally {
      await live.close()
    }
  })
})

describe('letting the clock go', () => {
  const letGo = (api: Api) => api.delete(CLOCK)

  test('makes real time govern again, for good', async () => {
    const { api } = await organization()
    await moved(api, '2026-02-01')
    await moved(api, '2026-03-15T11:59:30Z')
    const { status, body } = await letGo(api)
    expect(status).toBe(200)
    expect(body).toEqual({ now: REAL, isSet: false, movingTo: null, realNow: REAL })
    real.set('2026-03-15T12:00:40Z')
    expect(await readNow(api)).toBe('2026-03-15T12:00:40.000Z')
    real.set(REAL)
    expect((await letGo(api)).body.isSet).toBe(false)
    await moved(api, '2026-04-01')
  })

  test('changes nothing where it was never set', async () => {
    const { api } = await organization()
    const { status, body } = await letGo(api)
    expect(status).toBe(200)
    expect(body).toMatchObject({ now: REAL, isSet: false })
    await moved(api, '2025-04-01')
  })

  test.each([
    ['ahead', '2026-03-15T12:00:00.001Z', 'never goes back'],
    ['more than a minute behind', '2026-03-15T11:58:59.999Z', 'now: 2026-03-15T12:00:00.000Z'],
  ])('is refused when it is %s', async (_, now, reason) => {
    const { api } = await organization()
    await moved(api, now)
    const { status, body } = await letGo(api)
    expect(status).toBe(422)
    expect(body.message).toMatch(reason)
    expect(await readNow(api)).toBe(now)
  })

  test('is refused while it is moved', async () => {
    const { id, api } = await organization()
    await moved(api, '2026-03-15T11:59:59Z')
    await t.database.pool.query(
      `update test_clocks set moving_to = '2026-05-01' where organization_id = $1`,
      [id],
    )
    expect((await letGo(api)).status).toBe(409)
  })
})

describe('by business time', () => {
  test('usage happens that does not say when, while its row keeps real time', async () => {
    const { api } = await organization()
    await moved(api, '2027-01-01T00:00:00Z')
    const record = {
      customerExternalId: 'acme',
      agentCode: 'support',
      signalName: 'ticket',
      model: 'gpt-4o',
      modelProvider: 'openai',
      inputTokens: 1000,
    }
    const { body } = await api.record(record, { ...record, usageDate: '2026-12-01' })
    expect(body).toMatchObject({ successful: 2 })
    expect(body.results.success[0].timestamp).toMatch(/^2026-03-15T12:00:00/)
    const { results } = (await api.get('/v1/events')).body
    expect(results).toMatchObject([
      { usageDate: '2027-01-01T00:00:00.000Z', createdAt: REAL },
      { usageDate: '2026-12-01T00:00:00.000Z', createdAt: REAL },
    ])
  })

  test('the default window of unknown models ends', async () => {
    const { api } = await organization()
    await moved(api, '2027-01-01T00:00:00Z')
    const record = { customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' }
    await api.record({ ...record, model: 'house', modelProvider: 'own', inputTokens: 1 })
    const { body } = await api.get('/v1/events/needs-cost-backfill')
    expect(body).toMatchObject({ totalEvents: 1 })
  })

  test('a subscription starts and ends, and its history says so, on its days', async () => {
    const { api } = await organization()
    const parties = await givenParties(api)
    const { id } = await givenSubscription(api, {
      ...parties,
      startDate: '2026-06-01',
      endDate: '2026-08-31',
      isForever: false,
    })
    const seen = async () => (await api.get(`${SUBSCRIPTIONS}/${id}`)).body
    expect(await seen()).toMatchObject({ status: 'upcoming', currentPeriod: null })
    await moved(api, '2026-07-10T00:00:00Z')
    expect(await seen()).toMatchObject({
      status: 'active',
      currentPeriod: { start: '2026-07-01T00:00:00.000Z', end: '2026-08-01T00:00:00.000Z' },
      nextInvoiceDate: '2026-08-01',
      createdAt: REAL,
      updatedAt: REAL,
    })
    await moved(api, '2027-07-10T00:00:00Z')
    expect(await seen()).toMatchObject({ status: 'ended', currentPeriod: null })
    const { results } = (await api.get(`${SUBSCRIPTIONS}/${id}/changelog`)).body
    expect(results).toMatchObject([
      { at: '2026-09-01T00:00:00.000Z', actor: 'system' },
      { at: '2026-06-01T00:00:00.000Z', actor: 'system' },
      { at: REAL },
    ])
    const list = (status: string) => api.get(`${SUBSCRIPTIONS}?status=${status}`)
    expect((await list('ended')).body.totalResults).toBe(1)
    expect((await list('active')).body.totalResults).toBe(0)
  })

  test('a subscription is created, ended and its plan changed', async () => {
    const { api } = await organization()
    await moved(api, '2027-01-01T00:00:00Z')
    const parties = await givenParties(api)
    const made = await givenSubscription(api, { ...parties, startDate: '2026-12-01' })
    expect(made).toMatchObject({ status: 'active', createdAt: REAL })
    await api.patch(`/v1/pricing-plans/${parties.planId}`, { name: 'New' })
    await api.patch(`${SUBSCRIPTIONS}/${made.id}`, { status: 'ended' })
    const { results } = (await api.get(`${SUBSCRIPTIONS}/${made.id}/changelog`)).body
    const at = '2027-01-01T00:00:00.000Z'
    expect(results.map((entry: { at: string }) => entry.at)).toEqual([at, at, at])
    const { rows } = await t.database.pool.query(
      'select invoiced_from, created_at, ends_at from subscriptions where id = $1',
      [made.id],
    )
    expect(rows).toEqual([
      { invoiced_from: new Date(at), created_at: new Date(REAL), ends_at: new Date(at) },
    ])
  })

  test('a customer and a plan can go once their subscription has ended', async () => {
    const { api } = await organization()
    const parties = await givenParties(api)
    await givenSubscription(api, { ...parties, endDate: '2026-12-31', isForever: false })
    const customer = `/v1/customers/${parties.customerId}`
    const plan = `/v1/pricing-plans/${parties.planId}`
    expect((await api.delete(customer)).status).toBe(409)
    expect((await api.delete(plan)).status).toBe(409)
    await moved(api, '2027-01-01T00:00:00Z')
    expect((await api.delete(customer)).status).toBe(204)
    expect((await api.delete(plan)).status).toBe(204)
  })
})
