import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../test/support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import type { Fields } from '../../../test/support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../../../test/support/use-app.ts'
import { runAllBilling } from '../../clock-round/run-billing.ts'
import { pngOf } from '../organizations/test-support.ts'
import { getInvoiceDocument } from './documents/document.ts'
import { pagesOf } from './documents/test-support.ts'

let now: Date

const t = useTestApp({ now: () => now })
const { api, organization } = useOrganizationPerTest(t)
beforeEach(async () => {
  now = new Date('2026-03-20T12:00:00Z')
  await must(api.patch('/v1/organization', SELLER))
})

const SELLER = {
  name: 'Old Seller Ltd',
  email: 'old@seller.test',
  phone: '+44 1',
  addressLine1: 'Old Street 1',
  city: 'London',
  zipCode: 'N1',
  country: 'GB',
  taxId: 'GB 111',
  invoiceFooter: 'IBAN of old',
}
const BUYER = {
  name: 'Old Buyer GmbH',
  email: 'old@buyer.test',
  addressLine1: 'Altstraße 1',
  city: 'Berlin',
  zipCode: '10115',
  country: 'DE',
  taxId: 'DE 111',
  billingContactName: 'Ms Old',
}
const NEW_SELLER = {
  name: 'New Seller Inc',
  email: 'new@seller.test',
  phone: '+1 2',
  addressLine1: 'New Street 2',
  city: 'Boston',
  zipCode: '02108',
  country: 'US',
  taxId: 'US 222',
  invoiceFooter: 'IBAN of new',
}
const NEW_BUYER = {
  name: 'New Buyer SA',
  addressLine1: 'Rue Neuve 2',
  city: 'Paris',
  zipCode: '75002',
  country: 'FR',
  taxId: 'FR 222',
  billingContactName: 'Mr New',
}

async function draft(options: { customer?: Fields; subscription?: Fields } = {}) {
  const deal = await givenDeal(api, {
    ...options,
    customer: { ...BUYER, ...options.customer },
    subscription: { ...SINCE_JANUARY, ...options.subscription },
  })
  await deal.use('ticket', 7, '2026-03-05')
  const { id } = await deal.generate()
  return { ...deal, id: String(id), url: `/v1/invoices/${id}` }
}
type Draft = Awaited<ReturnType<typeof draft>>

async function changeBoth({ customerId }: Draft) {
  await must(api.patch('/v1/organization', NEW_SELLER))
  await must(api.patch(`/v1/customers/${customerId}`, NEW_BUYER))
}

async function pdfOf({ url }: Draft): Promise<string> {
  const headers = { 'x-api-key': organization.secretKey }
  const answer = await t.app.inject({ method: 'GET', url: `${url}/pdf`, headers })
  return (await pagesOf(answer.rawPayload)).join('\n')
}

const documentOf = ({ id }: Draft) =>
  getInvoiceDocument(t.dependencies.db, t.config, { organizationId: organization.id, id })

const WAYS: [string, string, (one: Draft) => Promise<unknown>][] = [
  ['sent', 'issued', ({ url }) => must(api.post(`${url}/send`, {}))],
  [
    'finalized by the clock',
    'issued',
    async () => {
      now = new Date('2026-04-03T12:00:00Z')
      await runAllBilling(t.dependencies)
    },
  ],
  ['voided', 'void', ({ url }) => must(api.post(`${url}/void`, {}))],
  [
    'void with its period',
    'void',
    ({ subscriptionId }) =>
      must(api.patch(`/v1/subscriptions/${subscriptionId}`, { billingDay: 10 })),
  ],
]

describe.each(WAYS)('an invoice that was %s', (_way, status, leaveDraft) => {
  test('keeps the seller and the buyer of that time', async () => {
    const one = await draft()
    await leaveDraft(one)
    const before = await must(api.get(one.url))
    expect(before).toMatchObject({
      status,
      customerName: BUYER.name,
      seller: { name: SELLER.name, country: 'GB', taxId: 'GB 111', footer: 'IBAN of old' },
      buyer: { name: BUYER.name, city: 'Berlin', taxId: 'DE 111', timezone: 'UTC' },
    })
    const pdf = await pdfOf(one)
    await changeBoth(one)
    expect(await must(api.get(one.url))).toEqual(before)
    expect(await pdfOf(one)).toBe(pdf)
    const listed = await must(api.get(`/v1/invoices?customerId=${one.customerId}`))
    expect(listed.data.map(({ customerName }: Fields) => customerName)).toEqual([BUYER.name])
  })
})

test('with a zero total, which is paid as soon as it is final, keeps them too', async () => {
  const deal = await givenDeal(api, { customer: BUYER, subscription: SINCE_JANUARY })
  const { id } = await deal.generate()
  const one = { ...deal, id, url: `/v1/invoices/${id}` }
  now = new Date('2026-04-03T12:00:00Z')
  await runAllBilling(t.dependencies)
  await changeBoth(one)
  expect(await must(api.get(one.url))).toMatchObject({
    status: 'paid',
    seller: { name: SELLER.name },
    buyer: { name: BUYER.name },
  })
})

test('a draft shows the current seller and buyer', async () => {
  const one = await draft()
  await changeBoth(one)
  expect(await must(api.get(one.url))).toMatchObject({
    customerName: NEW_BUYER.name,
    seller: { name: NEW_SELLER.name, footer: 'IBAN of new' },
    buyer: { name: NEW_BUYER.name, country: 'FR' },
  })
  const text = (await pdfOf(one)).replace(/\s+/g, ' ')
  expect(text).toContain('New Seller Inc')
  expect(text).not.toContain('Old')
})

test('the payment page and a resent mail use the copy, with the current logo', async () => {
  const one = await draft()
  await must(api.post(`${one.url}/send`, {}))
  const logo = `data:image/png;base64,${pngOf({}).toString('base64')}`
  await changeBoth(one)
  await must(api.patch('/v1/organization', { logo }))
  await must(api.patch(`/v1/customers/${one.customerId}`, { email: 'new@buyer.test' }))

  const { payUrl, seller } = await documentOf(one)
  expect(seller.logo).toBe(logo)
  const opened = await t.app.inject(new URL(payUrl ?? '').pathname)
  const page = await t.app.inject(new URL(String(opened.headers.location)).pathname)
  expect(page.body).toContain('Old Seller Ltd')
  expect(page.body).toContain('Old Buyer GmbH')
  expect(page.body).toContain(logo)
  expect(page.body).not.toContain('New')

  expect(await must(api.post(`${one.url}/send`, {}))).toMatchObject({
    recipientEmail: 'new@buyer.test',
  })
  const { results } = await must(api.get(`/v1/emails?invoiceId=${one.id}`))
  const mail = await must(api.get(`/v1/emails/${results[0].id}`))
  expect(mail.subject).toContain('Old Seller Ltd')
  expect(mail.html).toContain('Old Street 1')
  expect(`${mail.html} ${mail.text}`).not.toContain('New')
})

test('an invoice keeps the days of its subscription when its customer changes time zone', async () => {
  const one = await draft({ subscription: { timezone: 'Asia/Tokyo' } })
  expect(await documentOf(one)).toMatchObject({ period: expect.stringMatching(/^1 Mar.*31 Mar/) })
  await must(api.post(`${one.url}/send`, {}))
  const before = await documentOf(one)
  await must(api.patch(`/v1/customers/${one.customerId}`, { timezone: 'Pacific/Honolulu' }))
  expect(await documentOf(one)).toEqual(before)
})
