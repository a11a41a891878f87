import { expect, test } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { givenCustomer, givenPlan, givenSubscription } from '../../../../test/support/given.ts'
import {
  GPT_4O,
  llm,
  multi,
  recordEvent,
  times,
  unknownModel,
} from '../../../../test/support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../../../../test/support/use-app.ts'
import { announceUnknownModels } from '../../usage/backfill/announce-unknown-models.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z') })
const { api, organization } = useOrganizationPerTest(t)

const BEGINNING = '00000000-0000-0000-0000-000000000000'
type Announced = {
  id: string
  type: string
  customerId: string | null
  customerExternalId: string | null
  data: { version: number }
}
async function announced(query = ''): Promise<Announced[]> {
  await t.followUp()
  const path = `/v1/announcements?limit=100&after=${BEGINNING}${query}`
  return (await must(api.get(path))).results
}

test('a customer is announced when it is created, changed and deleted, with rising versions', async () => {
  const customer = await givenCustomer(api)
  const path = `/v1/customers/${customer.id}`
  expect(await announced()).toMatchObject([
    { type: 'customer.created', customerId: customer.id, data: { ...customer, version: 1 } },
  ])
  await must(api.patch(path, { name: 'New' }))
  await must(api.patch(path, { name: 'New' }))
  expect((await announced()).at(-1)).toMatchObject({
    type: 'customer.updated',
    data: { name: 'New', version: 2 },
  })
  await must(api.delete(path))
  const all = await announced(`&objectId=${customer.id}`)
  expect(all.map(({ type, data }) => `${type} ${data.version}`)).toEqual([
    'customer.created 1',
    'customer.updated 2',
    'customer.deleted 3',
  ])
})

test('a deleted subscription is distinguished from one that ended', async () => {
  const deleted = await givenSubscription(api)
  const ended = await givenSubscription(api)
  await announced()
  await must(api.delete(`/v1/subscriptions/${deleted.id}`))
  await must(api.patch(`/v1/subscriptions/${ended.id}`, { status: 'ended' }))
  const typesOf = async ({ id }: { id: string }) =>
    (await announced(`&objectId=${id}`)).map(({ type, data }) => `${type} ${data.version}`)
  expect(await typesOf(deleted)).toEqual([
    'subscription.created 1',
    'subscription.ended 2',
    'subscription.deleted 2',
  ])
  expect(await typesOf(ended)).toEqual(['subscription.created 1', 'subscription.ended 2'])
})

test('an announcement keeps the external id that its customer had', async () => {
  const customer = await givenCustomer(api, { externalId: 'before' })
  const path = `/v1/customers/${customer.id}`
  await announced()
  await must(api.patch(path, { externalId: 'after' }))
  const externalIds = (await announced()).map((one) => one.customerExternalId)
  expect(externalIds).toEqual(['before', 'after'])
})

test('a customer that usage names first is announced too', async () => {
  await must(api.record(llm({ customerExternalId: 'newcomer' })))
  await must(api.record(llm({ customerExternalId: 'newcomer' })))
  expect(await announced()).toMatchObject([
    { type: 'customer.created', data: { externalId: 'newcomer' } },
  ])
})

test('a model without a price is announced once', async () => {
  const models = { db: t.dependencies.db, clock: t.dependencies.clock }
  await must(api.record(unknownModel(), unknownModel()))
  await announceUnknownModels(models)
  await must(api.record(unknownModel()))
  await announceUnknownModels(models)
  const found = (await announced()).filter(({ type }) => type === 'usage.model_unknown')
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ customerId: null, data: { version: 1 } })
})

test('coupons and plans are announced with their versions', async () => {
  const coupon = await must(api.post('/v1/coupons', { name: 'Half', percentOff: 50 }))
  await t.followUp()
  await must(api.patch(`/v1/coupons/${coupon.id}`, { isActive: false }))
  await must(api.delete(`/v1/coupons/${coupon.id}`))
  const plan = await givenPlan(api)
  const prices = `/v1/pricing-plans/${plan.id}/pricing-strategies`
  await must(api.post(prices, [{ chargeType: 'recurring', rate: 5 }]))
  const found = (await announced()).map(({ type, data }) => `${type} ${data.version}`)
  expect(found).toEqual(
    expect.arrayContaining([
      'coupon.created 1',
      'coupon.updated 3',
      'coupon.deleted 3',
      'pricing_plan.created 2',
      'pricing_plan.updated 2',
    ]),
  )
})

test('the feed never changes behind what was read, although writers overlap', async () => {
  const seen: string[] = []
  let after = BEGINNING
  const read = async () => {
    const { results } = await must(api.get(`/v1/announcements?limit=100&after=${after}`))
    for (const { id } of results as Announced[]) seen.push(id)
    after = seen.at(-1) ?? after
  }
  const rounds = Array.from({ length: 20 }, async () => {
    await givenCustomer(api)
    await Promise.all([t.followUp(), t.followUp(), read()])
  })
  await Promise.all(rounds)
  await t.followUp()
  await read()
  expect(new Set(seen).size).toBe(20)
  const all = await announced()
  expect(all).toHaveLength(20)
  expect(seen.filter((id, n) => seen.indexOf(id) === n)).toEqual(all.map(({ id }) => id))
})

test('an announcement is not changed by a repeated task or a later change', async () => {
  const customer = await givenCustomer(api)
  const [before] = await announced()
  await t.database.pool.query(
    `insert into outbox_tasks (consumer, event_id, organization_id, object_id, attempts,
       next_attempt_at, created_at)
     select 'announcements', id, organization_id, object_id, 0, created_at, created_at
     from outbox_events where organization_id = $1`,
    [organization.id],
  )
  await must(api.patch(`/v1/customers/${customer.id}`, { name: 'Later' }))
  const after = await announced()
  expect(after[0]).toEqual(before)
  expect(after).toHaveLength(2)
})

async function amended(record: Record<string, unknown>, amendments: number) {
  const { id } = await recordEvent(api, record)
  for (const quantity of times(amendments, (n) => n + 2)) {
    await must(api.post(`/v1/events/${id}/amend`, { quantity }))
  }
  const { data } = (await announced(`&objectId=${id}`)).at(-1) ?? {}
  return { data, url: `/v1/events/${id}` }
}

test('a large event is announced with what fits', async () => {
  const services = times(1_000, () => GPT_4O)
  const { data, url } = await amended(
    multi(services, { metadata: { note: 'x'.repeat(300_000) } }),
    2,
  )
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(256 * 1_024)
  expect(data).toMatchObject({ quantity: '3', version: 3, metadata: {} })
  expect(data).toHaveProperty('omitted', [
    { field: 'services', total: 1_000, url },
    { field: 'corrections[].servicesBefore', total: 1_000, url },
    { field: 'metadata', total: null, url },
  ])
})

test('an event with many corrections is announced with the first hundred', async () => {
  const { data, url } = await amended(llm(), 101)
  expect(data).toMatchObject({ quantity: '102', version: 102 })
  expect(data).toHaveProperty('corrections.length', 100)
  expect(data).toHaveProperty('corrections.0.quantityAfter', '2')
  expect(data).toHaveProperty('omitted', [{ field: 'corrections', total: 101, url }])
})

test('an event of a type that this version does not know waits for a newer one', async () => {
  const { pool } = t.database
  const [future, known] = [await givenCustomer(api), await givenCustomer(api)]
  const rename = (type: string) =>
    pool.query('update outbox_events set type = $1 where object_id = $2', [type, future.id])
  await rename('future.happened')
  expect((await announced()).map(({ customerId }) => customerId)).toEqual([known.id])
  await rename('customer.created')
  await t.followUp(new Date('2026-03-15T12:01:00Z'))
  expect((await announced()).map(({ customerId }) => customerId)).toEqual([known.id, future.id])
})
