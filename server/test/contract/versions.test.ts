import { beforeEach, describe, expect, test } from 'vitest'
import { lockCustomer } from '../../src/features/customers/lock.ts'
import { lockPlan } from '../../src/features/pricing-plans/service.ts'
import type { Db, Tx } from '../../src/platform/database.ts'
import { createTestOrganization, must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import { ABSENT, givenCustomer, givenPlan, givenSignal, strategiesOf } from '../support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { untilWaiting } from '../support/waiting.ts'

const START = Date.parse('2026-03-15T12:00:00Z')
let at = START
/** Later at each look, as real time is between two requests. */
const now = () => {
  at += 1_000
  return new Date(at)
}
const t = useTestApp({ now })
const own = useOrganizationPerTest(t)
const { api } = own
beforeEach(() => {
  at = START
})

type Method = 'GET' | 'PATCH' | 'DELETE'

/** Sends a request with `If-Match`. */
async function send(method: Method, url: string, ifMatch?: string, payload?: object) {
  const response = await t.app.inject({
    method,
    url,
    headers: {
      'x-api-key': own.organization.secretKey,
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const body = response.body === '' ? undefined : response.json()
  return { status: response.statusCode, etag: response.headers.etag, body }
}

/** Objects with a version: their URL, and a change of each. */
async function givenVersioned() {
  const deal = await givenDeal(api, { prices: [FEE] })
  const { planId, customerId, subscriptionId } = deal
  const [strategy] = (await must(api.get(strategiesOf(planId)))).results
  const organizationId = own.organization.id
  const holdPlan = (tx: Tx) => lockPlan(tx, { organizationId, id: planId }, 'update')
  const holdCustomer = (tx: Tx) => lockCustomer(tx, { organizationId, id: customerId }, 'update')
  return {
    plan: {
      url: `/v1/pricing-plans/${planId}`,
      change: (text: string) => ({ name: text }),
      hold: holdPlan,
    },
    strategy: {
      url: `${strategiesOf(planId)}/${strategy.id}`,
      change: (text: string) => ({ name: text }),
      hold: holdPlan,
    },
    customer: {
      url: `/v1/customers/${customerId}`,
      change: (text: string) => ({ phone: text }),
      hold: holdCustomer,
    },
    subscription: {
      url: `/v1/subscriptions/${subscriptionId}`,
      change: (text: string) => ({ invoiceMemo: text }),
      hold: holdCustomer,
    },
  }
}

const KINDS = ['plan', 'strategy', 'customer', 'subscription'] as const

const holding = <T>(db: Db, hold: (tx: Tx) => Promise<unknown>, work: () => T): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await hold(tx)
    return work()
  })

describe.each(KINDS)('a %s', (kind) => {
  test('has a version that each change raises by one, and that the ETag repeats', async () => {
    const { url, change } = (await givenVersioned())[kind]
    const first = await send('GET', url)
    const { version } = first.body
    expect(first).toMatchObject({ status: 200, etag: `"${version}"` })
    const changed = await send('PATCH', url, undefined, change('a'))
    expect(changed).toMatchObject({
      status: 200,
      etag: `"${version + 1}"`,
      body: { version: version + 1 },
    })
    expect(changed.body.updatedAt > first.body.updatedAt).toBe(true)
    expect(await send('GET', url)).toMatchObject({ etag: changed.etag, body: changed.body })
  })

  test('keeps its version and its updatedAt when a PATCH changes nothing', async () => {
    const { url, change } = (await givenVersioned())[kind]
    const { body } = await send('PATCH', url, undefined, change('a'))
    expect(await send('PATCH', url, undefined, change('a'))).toMatchObject({ status: 200, body })
    expect(await send('PATCH', url, undefined, {})).toMatchObject({ status: 200, body })
  })

  test('is changed with its version, and not with an earlier, later or unknown one', async () => {
    const { url, change } = (await givenVersioned())[kind]
    const { etag = '', body } = await send('GET', url)
    expect(await send('PATCH', url, String(etag), change('a'))).toMatchObject({ status: 200 })
    const { body: now } = await send('GET', url)
    for (const other of [String(etag), `"${body.version + 2}"`, '"0"', '"abc"', '""', '"01"']) {
      const refused = await send('PATCH', url, other, change('b'))
      expect(refused).toMatchObject({
        status: 412,
        body: { code: 'precondition_failed', param: 'If-Match', error: 'Precondition Failed' },
      })
      expect(refused.body.message).toContain(`version ${now.version}`)
      expect(refused.etag).toBeUndefined()
    }
    expect((await send('GET', url)).body).toEqual(now)
  })

  test('is changed with any of several versions, with a weak one, and with *', async () => {
    const { url, change } = (await givenVersioned())[kind]
    const tags = async () => String((await send('GET', url)).etag)
    expect((await send('PATCH', url, `"0", ${await tags()}`, change('a'))).status).toBe(200)
    // A proxy that compresses answers weakens their tags.
    expect((await send('PATCH', url, `W/${await tags()}`, change('b'))).status).toBe(200)
    expect((await send('PATCH', url, '*', change('c'))).status).toBe(200)
  })

  test.each(['', '1', '"1', '1"', '"1" "2"', '"1",', ',"1"', '*, "1"', "'1'", '"a"b"', 'w/"1"'])(
    'refuses the malformed If-Match %j and changes nothing',
    async (malformed) => {
      const { url, change } = (await givenVersioned())[kind]
      const { body } = await send('GET', url)
      for (const method of ['PATCH', 'DELETE'] as const) {
        const payload = method === 'PATCH' ? change('a') : undefined
        expect(await send(method, url, malformed, payload)).toMatchObject({
          status: 400,
          body: { code: 'invalid', param: 'If-Match' },
        })
      }
      expect((await send('GET', url)).body).toEqual(body)
    },
  )

  test('is changed by exactly one of two concurrent PATCHes with the same version', async () => {
    const { url, change, hold } = (await givenVersioned())[kind]
    const { etag, body } = await send('GET', url)
    const both = await holding(t.dependencies.db, hold, async () => {
      const answers = ['a', 'b'].map((text) => send('PATCH', url, String(etag), change(text)))
      await untilWaiting(t.database.pool, 2)
      return { answers }
    })
    const statuses = (await Promise.all(both.answers)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 412])
    expect((await send('GET', url)).body.version).toBe(body.version + 1)
  })

  test('of another organization is absent, whatever the version', async () => {
    const { url } = (await givenVersioned())[kind]
    const { secretKey } = await createTestOrganization(t.dependencies)
    for (const ifMatch of ['"1"', '"99"', '*']) {
      const response = await t.app.inject({
        method: 'PATCH',
        url,
        headers: { 'x-api-key': secretKey, 'if-match': ifMatch },
        payload: {},
      })
      expect(response.statusCode).toBe(404)
    }
  })
})

test.each(KINDS.filter((kind) => kind !== 'strategy'))(
  'a %s that does not exist is a 404, also with *',
  async (kind) => {
    const { url } = (await givenVersioned())[kind]
    const absent = url.replace(/[^/]+$/, ABSENT)
    for (const ifMatch of ['*', '"1"']) {
      expect((await send('PATCH', absent, ifMatch, {})).status).toBe(404)
    }
  },
)

describe('DELETE', () => {
  test.each(KINDS)('of a %s honours If-Match', async (kind) => {
    const objects = await givenVersioned()
    // A plan and a customer can be deleted once their subscription is gone.
    if (kind !== 'subscription') await must(api.delete(objects.subscription.url))
    const { url } = objects[kind]
    const { etag } = await send('GET', url)
    expect(await send('DELETE', url, '"0"')).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    })
    expect((await send('GET', url)).status).toBe(200)
    expect((await send('DELETE', url, String(etag))).status).toBe(204)
    expect((await send('GET', url)).status).toBe(404)
  })

  test('of a version that another request has just changed deletes nothing', async () => {
    const { url, hold, change } = (await givenVersioned()).subscription
    const { etag } = await send('GET', url)
    const both = await holding(t.dependencies.db, hold, async () => {
      const changed = send('PATCH', url, String(etag), change('a'))
      await untilWaiting(t.database.pool, 1)
      const deleted = send('DELETE', url, String(etag))
      await untilWaiting(t.database.pool, 2)
      return { answers: [changed, deleted] }
    })
    const [changed, deleted] = await Promise.all(both.answers)
    expect(changed?.status).toBe(200)
    expect(deleted?.status).toBe(412)
  })
})

test('objects begin with version 1', async () => {
  const { id: customerId, version } = await givenCustomer(api)
  expect(version).toBe(1)
  const { id: agentId } = await must(api.post('/v1/agents', { name: 'A', agentCode: 'a' }))
  const plan = await givenPlan(api, { agentId })
  expect(plan).toMatchObject({ version: 1, updatedAt: plan.createdAt })
  const { results } = await must(api.post(strategiesOf(plan.id), [FEE]))
  expect(results).toMatchObject([{ version: 1 }])
  const subscription = { customerId, agentId, planId: plan.id, startDate: '2026-03-01', name: 'A' }
  expect(await must(api.post('/v1/subscriptions', subscription))).toMatchObject({ version: 1 })
  const copy = await must(api.post(`/v1/pricing-plans/${plan.id}/copy`, {}))
  expect(copy.version).toBe(1)
  expect((await must(api.get(strategiesOf(copy.id)))).results).toMatchObject([{ version: 1 }])
})

test('the version and updatedAt of a plan grow with its prices, agents and included signals', async () => {
  const { id: agentId } = await must(api.post('/v1/agents', { name: 'A', agentCode: 'a' }))
  const { id: signalId } = await givenSignal(api, { agentId })
  const plan = await givenPlan(api)
  const url = `/v1/pricing-plans/${plan.id}`
  const strategies = strategiesOf(plan.id)
  const changes = [
    () => api.post(`${url}/agents`, { agentId }),
    () => api.post(strategies, [FEE]),
    async () => {
      const [{ id }] = (await must(api.get(strategies))).results
      return api.patch(`${strategies}/${id}`, { rate: 7 })
    },
    () => api.post(`${url}/included-signals`, { signalId }),
    () => api.delete(`${url}/included-signals/${signalId}`),
    () => api.delete(`${url}/agents/${agentId}`),
  ]
  let before = await must(api.get(url))
  for (const change of changes) {
    await must(change())
    const after = await must(api.get(url))
    expect(after.version).toBe(before.version + 1)
    expect(after.updatedAt > before.updatedAt).toBe(true)
    before = after
  }
})

test('two prices that swap their signals have one more version each', async () => {
  const { id: agentId } = await must(api.post('/v1/agents', { name: 'A', agentCode: 'a' }))
  const [one, other] = [await givenSignal(api, { agentId }), await givenSignal(api, { agentId })]
  const plan = await givenPlan(api, { agentId })
  const url = strategiesOf(plan.id)
  const flat = (signalId: string) => ({
    ...{ chargeType: 'usage', pricingModel: 'flat', rate: 1 },
    signalId,
  })
  const { results } = await must(api.post(url, [flat(one.id), flat(other.id)]))
  const swapped = results.map(({ id }: { id: string }, index: number) => ({
    id,
    signalId: index === 0 ? other.id : one.id,
  }))
  expect((await must(api.patch(url, swapped))).results).toMatchObject([
    { version: 2, signalId: other.id },
    { version: 2, signalId: one.id },
  ])
})

test('a status that is due by date and not stored yet does not refuse the version that was read', async () => {
  const { subscriptionId } = await givenDeal(api, {
    subscription: { startDate: '2026-03-01', endDate: '2026-03-20' },
  })
  const url = `/v1/subscriptions/${subscriptionId}`
  at = Date.parse('2026-03-25T00:00:00Z')
  const { etag, body } = await send('GET', url)
  expect(body.status).toBe('ended')
  expect((await send('PATCH', url, String(etag), { invoiceMemo: 'late' })).status).toBe(200)
})

test('the billing job does not raise the version of a subscription', async () => {
  const { subscriptionId, generate } = await givenDeal(api)
  const url = `/v1/subscriptions/${subscriptionId}`
  const { etag } = await send('GET', url)
  const dueAt = async () => {
    const text = 'select next_period_end as at from subscriptions where id = $1'
    return (await t.database.pool.query(text, [subscriptionId])).rows[0].at
  }
  const before = await dueAt()
  await must(api.post('/v1/test-clock', { now: '2026-03-17T00:00:00Z' }))
  expect(await dueAt()).not.toEqual(before)
  await generate()
  expect((await send('GET', url)).etag).toBe(etag)
})

test('If-Match of a move of invoice dates is the version of the subscription', async () => {
  const { subscriptionId } = await givenDeal(api)
  const url = `/v1/subscriptions/${subscriptionId}`
  const { etag } = await send('GET', url)
  const move = { nextInvoiceDate: '2026-03-28' }
  expect((await send('PATCH', `${url}/invoice-dates`, '"77"', move)).status).toBe(412)
  const moved = await send('PATCH', `${url}/invoice-dates`, String(etag), move)
  expect(moved).toMatchObject({ status: 200, etag: `"${moved.body.version}"` })
  expect(moved.etag).not.toBe(etag)
})
