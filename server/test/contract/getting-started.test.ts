import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import { givenPlan, givenStrategies } from '../support/given.ts'
import { payInvoice, sendInvoice } from '../support/invoice.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-03-20T00:00:00.000Z') })
const { api } = useOrganizationPerTest(t)

const progress = () => must(api.get('/v1/getting-started'))

const NOTHING = {
  pricedPlan: null,
  unpricedPlan: null,
  subscription: null,
  draft: null,
  sentInvoice: null,
  hasPaidInvoice: false,
  hasAddress: false,
  hasTeam: false,
}

test('an empty organization has not begun', async () => {
  expect(await progress()).toEqual(NOTHING)
})

test('a plan counts as priced only with an active price', async () => {
  const { id } = await givenPlan(api, { name: 'Growth' })
  expect(await progress()).toEqual({ ...NOTHING, unpricedPlan: { id, name: 'Growth' } })
  await givenStrategies(api, id, { ...FEE, isActive: false })
  expect((await progress()).pricedPlan).toBeNull()
  await givenStrategies(api, id, FEE)
  expect(await progress()).toEqual({ ...NOTHING, pricedPlan: { id, name: 'Growth' } })
  await must(api.patch(`/v1/pricing-plans/${id}`, { isActive: false }))
  expect(await progress()).toEqual(NOTHING)
})

test('follows a subscription from its draft to its paid invoice', async () => {
  const { customerId, ...deal } = await givenDeal(api, {
    prices: [FEE],
    subscription: { name: 'Acme Pro', startDate: '2026-03-01' },
  })
  const subscription = { id: deal.subscriptionId, name: 'Acme Pro', customerId }
  expect(await progress()).toMatchObject({ subscription, draft: null })
  const { id, invoiceNumber, total } = await deal.generate({
    billingPeriodStart: '2026-03-01',
    billingPeriodEnd: '2026-04-01',
  })
  expect(await progress()).toMatchObject({ draft: { id, invoiceNumber }, sentInvoice: null })
  await sendInvoice(api, { id })
  expect(await progress()).toMatchObject({
    draft: null,
    sentInvoice: { id, invoiceNumber },
    hasPaidInvoice: false,
  })
  await payInvoice(api, { id }, total)
  expect((await progress()).hasPaidInvoice).toBe(true)
  await must(api.patch('/v1/organization', { addressLine1: 'Main Street 1', country: 'US' }))
  expect((await progress()).hasAddress).toBe(true)
})
