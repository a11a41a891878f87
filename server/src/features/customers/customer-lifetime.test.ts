import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/support/app.ts'
import { givenCustomer, givenUnpricedOffer } from '../../../test/support/given.ts'
import { llm, recordEvent } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { untilWaiting } from '../../../test/support/waiting.ts'
import type { SubscriptionStatus } from '../../domain/subscription-status.ts'
import { RAISED_VERSION } from '../../platform/database/raised-version.ts'
import { newId } from '../../platform/id.ts'
import { lockCustomer } from './lock.ts'

const NOW = new Date('2026-05-01T00:00:00Z')
const SOON = new Date('2026-05-02T00:00:00Z')
const ENDED = { endDate: '2026-04-30', endsAt: NOW }

let plan: { planId: string; agentId: string }
const service = useTestApp({ now: () => NOW })
beforeAll(async () => {
  const { planId, agentId } = await givenUnpricedOffer(service.api)
  plan = { planId, agentId }
})

type Db = TestApp['database']['db']

async function insertSubscription(
  db: Db,
  customerId: string,
  status: SubscriptionStatus,
  fields: { timezone?: string; startsAt?: Date; endsAt?: Date; endDate?: string } = {},
): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values({
      customerId,
      id: newId(),
      organizationId: service.organization.id,
      name: 's',
      planId: plan.planId,
      agentId: plan.agentId,
      status,
      startDate: '2026-05-01',
      isForever: false,
      startsAt: NOW,
      billingCycle: 'monthly',
      billingModel: 'usage',
      netTerms: 30,
      autoCollectPayment: false,
      seatsCount: 0,
      subscriptionDetails: '{}',
      metadata: '{}',
      createdAt: NOW,
      updatedAt: NOW,
      invoicedFrom: NOW,
      ...fields,
    })
    .execute()
}

/** Returns the customer that a usage record is stored for. */
const customerOfUsage = async (customerExternalId: string) =>
  (await recordEvent(service.api, llm({ customerExternalId }))).customerId

describe('deleting', () => {
  test.each<[SubscriptionStatus, { startsAt?: Date; endsAt?: Date }]>([
    ['active', {}],
    ['upcoming', { startsAt: SOON }],
    ['active', { endsAt: SOON }],
  ])('is refused while a subscription is %s: %j', async (status, fields) => {
    const { id } = await givenCustomer(service.api)
    await insertSubscription(service.database.db, id, status, fields)
    const { status: refused, body } = await service.api.delete(`/v1/customers/${id}`)
    expect(refused).toBe(409)
    expect(body.message).toContain('active or upcoming')
    expect((await service.api.get(`/v1/customers/${id}`)).status).toBe(200)
  })

  test('is done when all subscriptions have ended or are deleted', async () => {
    const { id } = await givenCustomer(service.api)
    const { db } = service.database
    await insertSubscription(db, id, 'active')
    await db
      .updateTable('subscriptions')
      .set({ ...RAISED_VERSION, deletedAt: NOW })
      .where('customerId', '=', id)
      .execute()
    await insertSubscription(db, id, 'ended', ENDED)
    // The job that marks it ended has not run yet.
    await insertSubscription(db, id, 'active', ENDED)
    expect((await service.api.delete(`/v1/customers/${id}`)).status).toBe(204)
  })
})

describe('a new time zone', () => {
  test('moves running subscriptions that have none of their own', async () => {
    const { id } = await givenCustomer(service.api)
    const { db } = service.database
    await insertSubscription(db, id, 'active')
    await insertSubscription(db, id, 'active', { timezone: 'America/New_York' })
    await insertSubscription(db, id, 'ended', ENDED)
    const starts = async () => {
      const { rows } = await service.database.pool.query(
        `select starts_at from subscriptions where customer_id = $1
         order by status, timezone nulls first`,
        [id],
      )
      return rows.map((row) => row.starts_at.toISOString().slice(0, 13))
    }
    const before = '2026-05-01T00'
    await service.api.patch(`/v1/customers/${id}`, { timezone: 'UTC', name: 'Same zone' })
    expect(await starts()).toEqual([before, before, before])
    const { status } = await service.api.patch(`/v1/customers/${id}`, { timezone: 'Asia/Tokyo' })
    expect(status).toBe(200)
    expect(await starts()).toEqual(['2026-04-30T15', before, before])
  })
})

describe('usage', () => {
  test('follows a customer to its new external id, and not to the old one', async () => {
    const id = await customerOfUsage('old-name')
    await service.api.patch(`/v1/customers/${id}`, { externalId: 'new-name' })
    await expect.poll(() => customerOfUsage('old-name')).not.toBe(id)
    expect(await customerOfUsage('new-name')).toBe(id)
  })
})

describe('at the same time', () => {
  test('two deletions: one wins, the other finds nothing', async () => {
    const { id } = await givenCustomer(service.api)
    const answers = await Promise.all([
      service.api.delete(`/v1/customers/${id}`),
      service.api.delete(`/v1/customers/${id}`),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
  })

  const subscribe = (id: string, meanwhile: () => Promise<void> = async () => undefined) =>
    service.database.db.transaction().execute(async (tx) => {
      await lockCustomer(tx, { organizationId: service.organization.id, id }, 'share')
      await meanwhile()
      await insertSubscription(tx, id, 'active')
    })

  test('a deletion waits for the subscription being made, and is then refused', async () => {
    const { id } = await givenCustomer(service.api)
    let deletion: Promise<{ status: number }> | undefined
    await subscribe(id, async () => {
      deletion = service.api.delete(`/v1/customers/${id}`)
      await untilWaiting(service.database.pool, 1)
    })
    expect((await deletion)?.status).toBe(409)
  })
})
