import { expect, test } from 'vitest'
import { newId } from '../../src/platform/id.ts'
import { must } from '../support/app.ts'
import { type Fields, givenCustomer } from '../support/given.ts'
import { givenPortal } from '../support/portal.ts'
import { saveTestCard } from '../support/top-ups.ts'
import { useTestApp } from '../support/use-app.ts'

/** Top-ups of the own credit of a customer in the portal. */
const t = useTestApp()

async function givenVisit(card?: string) {
  const { id: customerId } = await givenCustomer(t.api)
  if (card) await saveTestCard(t, { organizationId: t.organization.id, customerId }, card)
  const portal = await givenPortal(t, t.api, customerId)
  const post = async (key: string | undefined, fields: Fields) => {
    const response = await t.app.inject({
      method: 'POST',
      url: '/v1/portal/top-ups',
      headers: {
        cookie: portal.cookie(),
        origin: t.config.publicUrl,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      payload: JSON.stringify({ amount: 30, currency: 'USD', ...fields }),
    })
    return { status: response.statusCode, body: response.json() }
  }
  return { customerId, portal, post }
}

const GOOD = '4242424242424242'

test('a customer tops up with the saved card and sees the credit and its history', async () => {
  const { portal, post } = await givenVisit(GOOD)
  const made = await post(newId(), { method: 'saved' })
  expect(made).toMatchObject({ status: 201, body: { status: 'paid', amount: 30, reason: null } })
  expect(await must(portal.get('/v1/portal/credit'))).toMatchObject({
    credit: [{ currency: 'USD', balance: 30, available: 30, grants: [{ kind: 'paid', left: 30 }] }],
  })
  const history = await must(portal.get('/v1/portal/credit/movements'))
  expect(history.results).toMatchObject([{ type: 'granted', amount: 30, balanceAfter: 30 }])
  expect(history.results[0]).not.toHaveProperty('reference')
  const { results } = await must(portal.get('/v1/portal/top-ups'))
  expect(results).toMatchObject([{ id: made.body.id, status: 'paid' }])
})

test('a declined card says why, and an open top-up can be paid in the portal', async () => {
  const declined = await (await givenVisit('4000000000000341')).post(newId(), { method: 'saved' })
  expect(declined.body).toMatchObject({ status: 'failed', reason: 'The card was declined.' })
  const { portal, post } = await givenVisit()
  const { body } = await post(newId(), { method: 'checkout' })
  expect(body).toMatchObject({ status: 'open', payUrl: expect.stringContaining('/pay/') })
  const page = await must(portal.post(`/v1/portal/invoices/${body.id}/pay`, { method: 'checkout' }))
  expect(page).toMatchObject({ status: 'redirect', url: expect.stringContaining('/checkout/') })
  expect(await must(portal.get('/v1/portal/overview'))).toMatchObject({ due: [], openInvoices: [] })
  expect((await must(portal.get('/v1/portal/invoices'))).results).toEqual([])
})

test('a key is the own one of a customer: another customer with the same key gets another top-up', async () => {
  const [mine, theirs] = [await givenVisit(GOOD), await givenVisit(GOOD)]
  const key = newId()
  const first = await mine.post(key, { method: 'saved' })
  const second = await theirs.post(key, { method: 'saved' })
  expect(second.body.id).not.toBe(first.body.id)
  expect((await mine.post(key, { method: 'saved' })).body).toEqual(first.body)
  expect((await theirs.portal.get('/v1/portal/top-ups')).body.results).toHaveLength(1)
  expect((await theirs.portal.get(`/v1/portal/top-ups/${first.body.id}`)).status).toBe(404)
  expect((await mine.post(undefined, { method: 'saved' })).status).toBe(400)
})
