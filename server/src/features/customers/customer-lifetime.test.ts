import { beforeAll, describe, expect, test } from 'vitest'
import { changeFacts } from '../../../test/support/change-facts.ts'
import { givenCustomer, givenUnpricedOffer } from '../../../test/support/given.ts'
import { llm, recordEvent } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { untilWaiting } from '../../../test/support/waiting.ts'
import type { SubscriptionStatus } from '../../domain/subscription-status.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { markEarnings } from '../earning-marks/mark.ts'
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

type Arguments = [
  customerId: string,
  status: SubscriptionStatus,
  fields?: { timezone?: string; startsAt?: Date; endsAt?: Date; endDate?: string },
]

async function insertSubscription(tx: Tx, ...of: Arguments): Promise<void> {
  const [customerId, status, fields] = of
  const organizationId = service.organization.id
  const row = {
    customerId,
    id: newId(),
    organizationId,
    name: 's',
    planId: plan.planId,
    agentId: plan.agentId,
    status,
    startDate: '2026-05-01',
    isForever: false,
    startsAt: NOW,
    billingCycle: 'monthly' as const,
    billingModel: 'usage' as const,
    netTerms: 30,
    autoCollectPayment: false,
    seatsCount: 0,
    subscriptionDetails: '{}',
    metadata: '{}',
    createdAt: NOW,
    updatedAt: NOW,
    invoicedFrom: NOW,
    ...fields,
  }
  await tx.insertInto('subscriptions').values(row).execute()
  await markEarnings(tx, organizationId, [{ customerId }], NOW)
}

const givenSubscribed = (...of: Arguments) =>
  service.database.db.transaction().execute((tx) => insertSubscription(tx, ...of))

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
    await givenSubscribed(id, status, fields)
    const { status: refused, body } = await service.api.delete(`/v1/customers/${id}`)
    expect(refused).toBe(409)
    expect(body.message).toContain('active or upcoming')
    expect((await service.api.get(`/v1/customers/${id}`)).status).toBe(200)
  })

  test('is done when all subscriptions have ended or are deleted', async () => {
    const { id } = await givenCustomer(service.api)
    const { pool } = service.database
    await givenSubscribed(id, 'active')
    await changeFacts(
      pool,
      'update subscriptions set version = version + 1, deleted_at = $2 where customer_id = $1',
      [id, NOW],
    )
    await givenSubscribed(id, 'ended', ENDED)
    // The job that marks it ended has not run yet.
    await givenSubscribed(id, 'active', ENDED)
    expect((await service.api.delete(`/v1/customers/${id}`)).status).toBe(204)
  })
})

describe('a new time zone', () => {
  test('moves running subscriptions that have none of their own', async () => {
    const { id } = await givenCustomer(service.api)
    await givenSubscribed(id, 'active')
    await givenSubscribed(id, 'active', { timezone: 'America/New_York' })
    await givenSubscribed(id, 'ended', ENDED)
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
