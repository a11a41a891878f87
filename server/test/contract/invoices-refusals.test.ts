import { beforeEach, describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { type Deal, FEE, givenDeal } from '../support/deal.ts'
import { type Fields, givenCustomer } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { GENERATE, INVOICES } from '../support/invoice.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let deal: Deal

const t = useTestApp({ now: () => new Date('2026-03-20T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(async () => {
  deal = await givenDeal(api, { prices: [FEE] })
})

const PATHS = [GENERATE, `${INVOICES}/preview`]
const listed = async () => (await api.get(INVOICES)).body.data

describe.each(PATHS)('%s', (path) => {
  test.each<Fields>([
    { billingPeriodStart: 'last month' },
    { billingPeriodStart: '2026-02-30' },
    { billingPeriodEnd: '2026-13-01T00:00:00Z' },
    { billingPeriodStart: '' },
  ])('with %j is a 400 naming the field', async (fields) => {
    const answer = await api.post(path, { ...deal.ids, ...fields })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain(Object.keys(fields)[0])
    expect(await listed()).toEqual([])
  })

  test('for a customer that does not own the subscription is a 404', async () => {
    const { id: customerId } = await givenCustomer(api)
    expect((await api.post(path, { ...deal.ids, customerId })).status).toBe(404)
    expect(await listed()).toEqual([])
  })

  test('with a reversed window is a 422', async () => {
    const window = { billingPeriodStart: '2026-04-01', billingPeriodEnd: '2026-03-01' }
    expect((await api.post(path, { ...deal.ids, ...window })).status).toBe(422)
    expect(await listed()).toEqual([])
  })

  test.each<[string, Fields]>([
    ['empty', { billingPeriodStart: '2026-03-05', billingPeriodEnd: '2026-03-05' }],
    ['far in the future', { billingPeriodStart: '2126-03-01', billingPeriodEnd: '2126-04-01' }],
    ['that never ends', { billingPeriodStart: '2026-03-01', billingPeriodEnd: '9999-12-31' }],
  ])('with a window %s is refused', async (_, window) => {
    const { status } = await api.post(path, { ...deal.ids, ...window })
    expect([400, 409, 422]).toContain(status)
    expect(await listed()).toEqual([])
  })
})
