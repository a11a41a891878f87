import { beforeEach, describe, expect, test } from 'vitest'
import { type Api, createApi, messageOf } from '../support/app.ts'
import { type Deal, FEE, givenDeal } from '../support/deal.ts'
import { ABSENT, type Fields, givenCustomer } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { GENERATE, INVOICES, readInvoice } from '../support/invoice.ts'
import { without } from '../support/usage.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

let deal: Deal

const t = useTestApp({ now: () => new Date('2026-03-20T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api, publishable } = useOrganizationPerTest(t)
const stranger = useStranger(t)

beforeEach(async () => {
  deal = await givenDeal(api, { prices: [FEE] })
})

const PATHS = [GENERATE, `${INVOICES}/preview`]
const listed = async (by = api) => (await by.get(INVOICES)).body.data

describe.each(PATHS)('%s', (path) => {
  test.each(['customerId', 'subscriptionId'])('without %s is a 400 naming it', async (field) => {
    const answer = await api.post(path, without(deal.ids, field))
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain(field)
  })

  test.each<Fields>([
    { customerId: 'acme' },
    { customerId: 7 },
    { customerId: null },
    { subscriptionId: 'main' },
    { subscriptionId: '' },
    { billingPeriodStart: 'last month' },
    { billingPeriodStart: '2026-02-30' },
    { billingPeriodEnd: '2026-13-01T00:00:00Z' },
    { billingPeriodEnd: 1_770_000_000 },
    { billingPeriodStart: '' },
    { organizationId: ABSENT },
  ])('with %j is a 400 naming the field', async (fields) => {
    const answer = await api.post(path, { ...deal.ids, ...fields })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain(Object.keys(fields)[0])
    expect(await listed()).toEqual([])
  })

  test('names every invalid field in one error', async () => {
    const answer = await api.post(path, { customerId: 'acme', billingPeriodStart: 'soon' })
    expect(answer.status).toBe(400)
    for (const field of ['customerId', 'subscriptionId']) {
      expect(messageOf(answer)).toContain(field)
    }
  })

  test.each(['customerId', 'subscriptionId'])('with an absent %s is a 404', async (field) => {
    expect((await api.post(path, { ...deal.ids, [field]: ABSENT })).status).toBe(404)
  })

  test('for a customer that does not own the subscription is a 404', async () => {
    const { id: customerId } = await givenCustomer(api)
    expect((await api.post(path, { ...deal.ids, customerId })).status).toBe(404)
    expect(await listed()).toEqual([])
  })

  test('with the ids of another organization is a 404, as if they did not exist', async () => {
    const theirs = await stranger.post(path, deal.ids)
    const absent = await stranger.post(path, { customerId: ABSENT, subscriptionId: ABSENT })
    expect([theirs.status, absent.status]).toEqual([404, 404])
    expect(theirs.body.message).toEqual(absent.body.message)
    expect(await listed()).toEqual([])
    expect(await listed(stranger)).toEqual([])
  })

  test('is refused a publishable key with 403 and no key with 401', async () => {
    expect((await publishable.post(path, deal.ids)).status).toBe(403)
    expect((await createApi(t.app, 'nonsense').post(path, deal.ids)).status).toBe(401)
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

describe('an invoice of another organization', () => {
  const ACTIONS: [string, (by: Api, id: string) => Promise<{ status: number; body: Fields }>][] = [
    ['read', (by, id) => by.get(`${INVOICES}/${id}`)],
    ['sent', (by, id) => by.post(`${INVOICES}/${id}/send`, {})],
    ['voided', (by, id) => by.post(`${INVOICES}/${id}/void`, undefined)],
    ['paid', (by, id) => by.post(`${INVOICES}/${id}/payments`, { amount: 49, method: 'cash' })],
    ['refunded', (by, id) => by.post(`${INVOICES}/${id}/payments/${ABSENT}/refund`, {})],
  ]

  test.each(ACTIONS)('cannot be %s: 404, as if it did not exist', async (_, act) => {
    const draft = await deal.generate()
    const [theirs, absent] = [await act(stranger, draft.id), await act(stranger, ABSENT)]
    expect([theirs.status, absent.status]).toEqual([404, 404])
    expect(theirs.body.message).toEqual(absent.body.message)
    expect(await readInvoice(api, draft.id)).toEqual(draft)
  })

  test.each(ACTIONS)('cannot be %s with a publishable key: 403', async (_, act) => {
    const draft = await deal.generate()
    expect((await act(publishable, draft.id)).status).toBe(403)
    expect(await readInvoice(api, draft.id)).toEqual(draft)
  })

  test.each(ACTIONS)('cannot be %s without a valid key: 401', async (_, act) => {
    expect((await act(createApi(t.app, 'nonsense'), ABSENT)).status).toBe(401)
  })

  test.each(ACTIONS)('cannot be %s by an id that is no UUID: 400 or 404', async (_, act) => {
    expect([400, 404]).toContain((await act(api, 'INV-1')).status)
  })

  test('is in no other list, also by the id of its customer', async () => {
    await deal.generate()
    expect(await listed(stranger)).toEqual([])
    const query = `${INVOICES}?customerExternalId=${deal.externalId}`
    expect((await stranger.get(query)).body.data).toEqual([])
    expect((await publishable.get(INVOICES)).status).toBe(403)
  })
})
