import type { KyselyPlugin, QueryId } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { givenCustomer } from '../../../../test/support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { eventually } from '../../../../test/support/waiting.ts'
import { newId } from '../../../platform/id.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import { endDeliveries } from '../deliveries/end-deliveries.ts'
import { givenEndpoint, startLane, startReceiver, verify } from '../test-support.ts'

let now = new Date()
const t = useTestApp({ now: () => now })
const { api, organization } = useOrganizationPerTest(t)
const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  now = new Date()
  for (const one of opened.splice(0).toReversed()) await one.close()
})

async function receiver(...respond: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...respond)
  opened.push(started)
  return started
}
function lane() {
  const started = startLane(t)
  opened.push({ close: started.stop })
  return started
}

/** Announces a change of a new customer. */
async function announce(): Promise<string> {
  const { id } = await givenCustomer(api)
  const event = { type: 'customer.updated' as const, organizationId: organization.id, id }
  await t.dependencies.db
    .transaction()
    .execute((tx) => publishEvent(tx, { ...event, customerId: id }, { now, businessNow: now }))
  await t.followUp()
  return id
}

const deliveries = async (endpointId: string) =>
  (await must(api.get(`/v1/webhook-endpoints/${endpointId}/deliveries?limit=100`))).results
const detail = ({ endpointId, announcementId }: { endpointId: string; announcementId: string }) =>
  must(api.get(`/v1/webhook-endpoints/${endpointId}/deliveries/${announcementId}`))

test('a receiver verifies a delivery, whose body is the announcement', async () => {
  const { url, received } = await receiver()
  const { id: endpointId, secret } = await givenEndpoint(api, url, { types: ['customer.updated'] })
  lane()
  const customerId = await announce()
  await eventually(() => expect(received).toHaveLength(1))
  const [one] = received
  if (!one) throw new Error('nothing was received')
  const content = verify(secret, one)
  expect(content).toMatchObject({ type: 'customer.updated', customerId, data: { version: 1 } })
  const announcement = await must(api.get(`/v1/announcements/${one.id}`))
  expect(content).toEqual(announcement)
  await eventually(async () => {
    expect(await deliveries(endpointId)).toMatchObject([{ status: 'succeeded', attempts: 1 }])
  })
  const [stored] = await deliveries(endpointId)
  expect(await detail(stored)).toMatchObject({
    request: { url, body: one.body },
    attemptList: [{ result: 'succeeded', status: 200, response: 'ok', error: null }],
  })
})

test('the signed body and the feed keep every digit of metadata', async () => {
  const { url, received } = await receiver()
  const { secret } = await givenEndpoint(api, url, { types: ['customer.created'] })
  lane()
  const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }
  const metadata = {
    orderId: rawJSON('12345678901234567890'),
    rate: rawJSON('0.12345678901234567890'),
  }
  await givenCustomer(api, { metadata })
  await t.followUp()
  await eventually(() => expect(received).toHaveLength(1))
  const [one] = received
  if (!one) throw new Error('nothing was received')
  verify(secret, one)
  const digits = '"metadata":{"orderId":12345678901234567890,"rate":0.12345678901234567890}'
  expect(one.body).toContain(digits)
  const headers = { 'x-api-key': organization.secretKey }
  const { body } = await t.app.inject({ method: 'GET', url: '/v1/announcements', headers })
  expect(body).toContain(digits)
})

test('a failed delivery is sent again with the same id and body, when it is due', async () => {
  const { url, received, respondWith } = await receiver((response) => {
    response.writeHead(503, { 'retry-after': '60' }).end('later')
  })
  const { id: endpointId } = await givenEndpoint(api, url, { types: ['customer.updated'] })
  lane()
  await announce()
  await eventually(async () => {
    const lastAttempt = { result: 'rejected', status: 503 }
    const waiting = { status: 'pending', attempts: 1, lastAttempt }
    expect(await deliveries(endpointId)).toMatchObject([waiting])
  })
  const [{ nextAttemptAt }] = await deliveries(endpointId)
  expect(Date.parse(nextAttemptAt) - now.getTime()).toBeGreaterThanOrEqual(60_000)
  const endpoint = await must(api.get(`/v1/webhook-endpoints/${endpointId}`))
  expect(endpoint).toMatchObject({ failingSince: now.toISOString(), waiting: 1 })
  await must(api.patch(`/v1/webhook-endpoints/${endpointId}`, { includeCosts: true }))
  respondWith((response) => response.writeHead(204).end())
  now = new Date(now.getTime() + 61_000)
  await eventually(async () => {
    expect(await deliveries(endpointId)).toMatchObject([{ status: 'succeeded', attempts: 2 }])
  })
  expect(new Set(received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1)
  expect(received).toHaveLength(2)
  expect(await must(api.get(`/v1/webhook-endpoints/${endpointId}`))).toMatchObject({
    failingSince: null,
    waiting: 0,
  })
})

test('410 disables the endpoint and ends its deliveries; a replay sends them again', async () => {
  const { url, received, respondWith } = await receiver((response) => response.writeHead(410).end())
  const { id: endpointId } = await givenEndpoint(api, url, { types: ['customer.updated'] })
  await announce()
  await announce()
  lane()
  const path = `/v1/webhook-endpoints/${endpointId}`
  await eventually(async () => {
    expect(await must(api.get(path))).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
  })
  await eventually(async () => {
    await endDeliveries(t.dependencies.db)
    const found: { status: string }[] = await deliveries(endpointId)
    expect(found.map(({ status }) => status)).toEqual(['failed', 'failed'])
  })
  expect((await must(api.get('/v1/attention'))).disabledWebhooks).toBe(1)
  await announce()
  expect(await deliveries(endpointId)).toHaveLength(2)
  expect((await api.post(`${path}/test`, undefined)).status).toBe(422)
  respondWith((response) => response.end())
  const before = received.length
  await must(api.patch(path, { status: 'enabled' }))
  const replayed = await must(api.post(`${path}/replay`, { from: '2020-01-01', onlyFailed: true }))
  expect(replayed).toEqual({ deliveries: 3 })
  await eventually(() => expect(received.length).toBe(before + 3))
  await eventually(async () => {
    const found: { status: string }[] = await deliveries(endpointId)
    expect(found.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })
  expect(await must(api.post(`${path}/replay`, { from: '2020-01-01', onlyFailed: true }))).toEqual({
    deliveries: 0,
  })
})

test('an endpoint that fails throughout five days is disabled', async () => {
  const { url } = await receiver((response) => response.writeHead(500).end())
  const { id: endpointId } = await givenEndpoint(api, url, { types: ['customer.updated'] })
  lane()
  await announce()
  const path = `/v1/webhook-endpoints/${endpointId}`
  await eventually(async () => expect((await must(api.get(path))).failingSince).not.toBeNull())
  for (let day = 1; day <= 5; day += 1) {
    now = new Date(now.getTime() + 86_400_000)
    await eventually(async () => {
      expect(await deliveries(endpointId)).toMatchObject([{ attempts: day + 1 }])
    })
  }
  await eventually(async () => {
    expect(await must(api.get(path))).toMatchObject({
      status: 'disabled',
      disabledReason: 'failing',
    })
  })
})

test('after rotations all secrets verify until their overlap ends', async () => {
  const { url, received } = await receiver()
  const types = ['customer.updated']
  const { id: endpointId, secret: first } = await givenEndpoint(api, url, { types })
  const path = `/v1/webhook-endpoints/${endpointId}/rotate-secret`
  const { secret: second } = await must(api.post(path, {}))
  const { secret: third, previousSecretUntil } = await must(api.post(path, { overlapHours: 1 }))
  expect(new Set([first, second, third]).size).toBe(3)
  expect(previousSecretUntil).toBe(new Date(now.getTime() + 24 * 3_600_000).toISOString())
  lane()
  await announce()
  await eventually(() => expect(received).toHaveLength(1))
  const [one] = received
  if (!one) throw new Error('nothing was received')
  for (const secret of [first, second, third])
    expect(verify(secret, one)).toMatchObject({ id: one.id })
  await must(api.post(path, { overlapHours: 0 }))
  await announce()
  await eventually(() => expect(received).toHaveLength(2))
  const [, other] = received
  if (!other) throw new Error('nothing was received')
  for (const secret of [first, second, third]) expect(() => verify(secret, other)).toThrow()
})

test('no secret is stored readably', async () => {
  const { secret } = await givenEndpoint(api, 'https://acme.example/hooks')
  const { rows } = await t.database.pool.query('select * from webhook_endpoints')
  expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length))
})

test('a redirect is a failure and is not followed', async () => {
  const other = await receiver()
  const { url } = await receiver((response) =>
    response.writeHead(302, { location: other.url }).end(),
  )
  const { id: endpointId } = await givenEndpoint(api, url, { types: ['customer.updated'] })
  lane()
  await announce()
  await eventually(async () => {
    const [delivery] = await deliveries(endpointId)
    expect((await detail(delivery)).attemptList).toMatchObject([
      { result: 'rejected', status: 302 },
    ])
  })
  expect(other.received).toEqual([])
})

test('a slow endpoint delays no other, and gets two requests at once', async () => {
  let open = 0
  let most = 0
  const slow = await receiver((response) => {
    open += 1
    most = Math.max(most, open)
    setTimeout(() => {
      open -= 1
      response.end()
    }, 1_000)
  })
  const fast = await receiver()
  await givenEndpoint(api, slow.url, { types: ['customer.updated'] })
  await givenEndpoint(api, fast.url, { types: ['customer.updated'] })
  for (let n = 0; n < 6; n += 1) await announce()
  lane()
  await eventually(() => expect(fast.received).toHaveLength(6))
  expect(slow.received.length).toBeLessThan(6)
  await eventually(() => expect(slow.received).toHaveLength(6))
  expect(most).toBe(2)
})

test('an endpoint that is claimed again before its release is known is served again', async () => {
  const { url, received } = await receiver()
  const { id: endpointId } = await givenEndpoint(api, url, { types: ['customer.updated'] })
  const { db } = t.dependencies
  const isClaimed = async () => {
    const { claimId } = await db
      .selectFrom('webhookEndpoints')
      .select('claimId')
      .where('id', '=', endpointId)
      .executeTakeFirstOrThrow()
    expect(claimId).not.toBeNull()
  }
  let released: QueryId | undefined
  /** Holds back the answer to the first release. */
  const late: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const isRelease = JSON.stringify(node).includes('claim_id = null')
      if (isRelease) released ??= queryId
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (queryId !== released) return result
      await announce()
      await eventually(isClaimed)
      return result
    },
  }
  const started = startLane(t, { db: db.withPlugin(late) })
  opened.push({ close: started.stop })
  await announce()
  await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 30_000 })
})

test('two processes send each delivery once', async () => {
  const { url, received } = await receiver()
  const { id: endpointId } = await givenEndpoint(api, url, { types: ['customer.updated'] })
  lane()
  lane()
  for (let n = 0; n < 20; n += 1) await announce()
  await eventually(async () => {
    const found: { status: string }[] = await deliveries(endpointId)
    expect(found.every(({ status }) => status === 'succeeded')).toBe(true)
  })
  expect(received).toHaveLength(20)
  expect(new Set(received.map(({ id }) => id)).size).toBe(20)
})

test('an answer that is cut off is a failure', async () => {
  const { url } = await receiver((response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half')
    setTimeout(() => response.destroy(), 50)
  })
  const { id: endpointId } = await givenEndpoint(api, url, { types: ['customer.updated'] })
  lane()
  await announce()
  await eventually(async () => {
    const [delivery] = await deliveries(endpointId)
    const { attemptList } = await detail(delivery)
    expect(attemptList).toMatchObject([{ result: 'unreachable', status: null }])
  })
})

test('what belongs to no endpoint of its types is in the feed alone', async () => {
  const { id: endpointId } = await givenEndpoint(api, 'https://acme.example/hooks', {
    types: ['invoice.paid'],
  })
  await announce()
  expect(await deliveries(endpointId)).toEqual([])
  const feed = `/v1/announcements?after=00000000-0000-0000-0000-000000000000`
  expect((await must(api.get(`${feed}&type=customer.updated`))).results).toHaveLength(1)
  expect((await api.get(`/v1/announcements?after=${newId()}`)).status).toBe(404)
})
