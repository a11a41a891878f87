import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { givenDeal } from '../support/deal.ts'
import { type Fields, givenCustomer } from '../support/given.ts'
import { sendInvoice } from '../support/invoice.ts'
import { givenPortal } from '../support/portal.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-04-15T12:00:00Z') })

const grant = (customerId: string, fields: Fields) =>
  must(
    t.api.post(`/v1/customers/${customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', amount: 20, effectiveAt: '2026-01-01' },
      ...fields,
    }),
  )

const withFee = () =>
  givenDeal(t.api, {
    prices: [{ chargeType: 'recurring', rate: 50 }],
    subscription: { startDate: '2026-03-01' },
  })

test('a customer sees what is available, as the operator does, without ids of grants', async () => {
  const deal = await withFee()
  await grant(deal.customerId, { amount: 200, name: 'Bought', expiresAt: '2027-01-01' })
  await grant(deal.customerId, { kind: 'promotional', amount: 30, name: 'Welcome' })
  const {
    customerId: _id,
    customerExternalId: _externalId,
    ...whole
  } = await must(t.api.get(`/v1/customers/${deal.customerId}/credit`))
  const portal = await givenPortal(t, t.api, deal.customerId)
  const { body } = await portal.get('/v1/portal/credit')
  const credit = whole.credit.map(({ grants, ...amounts }: Fields) => ({
    ...amounts,
    grants: (grants as Fields[]).map(({ id: _, ...shown }) => shown),
  }))
  expect(body).toEqual({ ...whole, credit })
  expect(body.credit).toMatchObject([
    { currency: 'USD', balance: 200, promotional: 30, unbilled: 50, held: 0, available: 180 },
  ])
  expect(body.credit[0].grants).toMatchObject([
    { name: 'Bought', left: 200, expiresAt: '2027-01-01T00:00:00.000Z', isValid: true },
    { name: 'Welcome', left: 30, expiresAt: null },
  ])
})

test('the overview has the balance of the credit: what is valid, without promotional credit', async () => {
  const { id: customerId } = await givenCustomer(t.api)
  await grant(customerId, { amount: 200 })
  await grant(customerId, { amount: 30, effectiveAt: '2026-04-15T12:00:01Z' })
  await grant(customerId, { kind: 'promotional', amount: 5 })
  await grant(customerId, { currency: 'EUR', amount: 7, effectiveAt: '2026-05-01' })
  const portal = await givenPortal(t, t.api, customerId)
  const { creditBalances } = (await portal.get('/v1/portal/overview')).body
  expect(creditBalances).toEqual([{ currency: 'USD', amount: 200 }])
  const { credit } = (await portal.get('/v1/portal/credit')).body
  expect(credit.find((one: Fields) => one.currency === 'USD').balance).toBe(200)
})

test('a movement names the invoice only once the customer can see it', async () => {
  const deal = await withFee()
  await grant(deal.customerId, { name: 'Bought' })
  const march = { billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-04-01' }
  const { id, invoiceNumber } = await sendInvoice(t.api, await deal.generate(march))
  const portal = await givenPortal(t, t.api, deal.customerId)
  const movements = async (query = '') => {
    const { body } = await portal.get(`/v1/portal/credit/movements${query}`)
    return body.results
  }
  expect(await movements()).toMatchObject([
    { type: 'used', amount: -20, balanceAfter: 0, invoiceId: id, invoiceNumber },
    { type: 'granted', amount: 20, balanceAfter: 20, grantName: 'Bought', invoiceId: null },
  ])
  expect(await movements('?limit=1&page=2')).toMatchObject([{ type: 'granted' }])
  await t.database.pool.query(
    `update invoices set status = 'pending', issued_at = null, version = version + 1
     where customer_id = $1 and id = $2`,
    [deal.customerId, id],
  )
  expect(await movements()).toMatchObject([
    { type: 'used', invoiceId: null, invoiceNumber: null },
    { type: 'granted' },
  ])
})

test('the visit says whether there is, or was, credit of this customer', async () => {
  const { id: mine } = await givenCustomer(t.api, {})
  const { id: theirs } = await givenCustomer(t.api, {})
  const { id } = await grant(theirs, {})
  await must(t.api.post(`/v1/customers/${theirs}/credit-grants/${id}/expire`, {}))
  const visit = async (customerId: string) => {
    const portal = await givenPortal(t, t.api, customerId)
    const { hasCredit } = (await portal.get('/v1/portal/session')).body
    const { credit } = (await portal.get('/v1/portal/credit')).body
    const { totalResults } = (await portal.get('/v1/portal/credit/movements')).body
    return { hasCredit, credit, totalResults }
  }
  expect(await visit(mine)).toEqual({ hasCredit: false, credit: [], totalResults: 0 })
  expect(await visit(theirs)).toEqual({ hasCredit: true, credit: [], totalResults: 2 })
})
