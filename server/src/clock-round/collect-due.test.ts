import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../test/support/deal.ts'
import { givenPortal } from '../../test/support/portal.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { getInvoiceDocument } from '../features/delivery/documents/document.ts'
import { browserOf, TYPED_CARD } from '../features/payments/test-support.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

async function run(time: string) {
  at = new Date(time)
  await runBilling(t.dependencies, { now: at, only: organization.id })
}

const invoicesOf = async ({ customerId }: { customerId: string }) =>
  (await api.get(`/v1/invoices?customerId=${customerId}`)).body.data
const kindsOf = async (invoiceId: string) => {
  await t.followUp()
  return (await api.get(`/v1/emails?invoiceId=${invoiceId}`)).body.results
    .map(({ kind }: { kind: string }) => kind)
    .toSorted()
}

/**
 * Creates a subscription with automatic collection. Its first month is paid manually with a card
 * that is saved.
 */
async function dealWithCard(number: string) {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, {
    prices: [{ name: 'Base fee', chargeType: 'recurring', rate: 49 }],
    subscription: { ...SINCE_JANUARY, autoCollectPayment: true },
  })
  await run('2026-02-01T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  const [first] = await invoicesOf(deal)
  expect(first.status).toBe('issued')
  const token = first.payUrl.split('/').at(-1)
  const browser = browserOf(t)
  await browser.submit(await browser.open({ token }), { number })
  expect((await invoicesOf(deal))[0].status).toBe('paid')
  expect(await kindsOf(first.id)).toEqual(['invoice', 'receipt'])
  return deal
}

test('without a saved card the customer is mailed the invoice and pays by hand', async () => {
  await dealWithCard('4242424242424242')
})

test('a saved card is charged when the invoice is finalized, and thanked for instead of billed', async () => {
  const deal = await dealWithCard('4242424242424242')
  await run('2026-03-01T00:00:00Z')
  await run('2026-03-02T00:00:00Z')
  const [second] = await invoicesOf(deal)
  expect(second).toMatchObject({ status: 'paid', amountDue: 0 })
  expect(await kindsOf(second.id)).toEqual(['receipt'])
  const { body } = await api.get(`/v1/invoices/${second.id}`)
  expect(body.payments).toMatchObject([{ method: 'card', status: 'succeeded', amount: 49 }])
  const { dependencies, config } = t
  const key = { organizationId: organization.id, id: second.id }
  const document = await getInvoiceDocument(dependencies.db, config, key)
  expect(document).toMatchObject({ status: 'paid', issueDate: '2 Mar 2026' })
})

test('a card that is declined later is tried three times more; the customer gets the bill at once', async () => {
  const deal = await dealWithCard('4000000000000341')
  await run('2026-03-01T00:00:00Z')
  await run('2026-03-02T00:00:00Z')
  const [second] = await invoicesOf(deal)
  const attempts = async () => (await api.get(`/v1/invoices/${second.id}/payments`)).body.results
  expect(second.status).toBe('issued')
  expect(await attempts()).toHaveLength(1)
  for (const [day, count] of [
    ['2026-03-02T23:59:59Z', 1],
    ['2026-03-03T00:00:00Z', 2],
    ['2026-03-06T00:00:00Z', 3],
    ['2026-03-11T00:00:00Z', 4],
    ['2026-03-30T00:00:00Z', 4],
  ] as const) {
    await run(day)
    expect(await attempts(), day).toHaveLength(count)
  }
  expect(await invoicesOf(deal)).toMatchObject([{ status: 'issued', amountDue: 49 }, {}])
  expect(await kindsOf(second.id)).toEqual(['invoice'])
})

test('is charged once, even by concurrent workers', async () => {
  const deal = await dealWithCard('4242424242424242')
  await run('2026-03-01T00:00:00Z')
  at = new Date('2026-03-05T00:00:00Z')
  const scope = { now: at, only: organization.id }
  await Promise.all([1, 2, 3].map(() => runBilling(t.dependencies, scope)))
  const [second] = await invoicesOf(deal)
  expect(second.status).toBe('paid')
  const { results } = (await api.get(`/v1/invoices/${second.id}/payments`)).body
  expect(results).toHaveLength(1)
})

const FEE_OF_A_MONTH = [{ name: 'Base fee', chargeType: 'recurring', rate: 49 }]

/** Creates a deal whose first invoice found no saved card. */
async function dealWithoutCard(autoCollectPayment: boolean) {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, {
    prices: FEE_OF_A_MONTH,
    subscription: { ...SINCE_JANUARY, autoCollectPayment },
  })
  await run('2026-02-01T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  const [first] = await invoicesOf(deal)
  expect(first.status).toBe('issued')
  return { deal, statusOf: async () => (await invoicesOf(deal)).at(-1).status, first }
}

async function saveCard({ customerId }: { customerId: string }, number = TYPED_CARD.number) {
  const portal = await givenPortal(t, api, customerId)
  const { body } = await portal.post('/v1/portal/payment-methods/setup')
  const { statusCode } = await browserOf(t).submit(new URL(body.url).pathname, { number })
  expect(statusCode).toBe(303)
  await t.followUp()
}

test('a card saved later is charged once for an open invoice with automatic collection, and for no other', async () => {
  const [own, byHand] = [await dealWithoutCard(true), await dealWithoutCard(false)]
  for (const { deal } of [own, byHand]) {
    at = new Date('2026-02-03T00:00:00Z')
    await saveCard(deal)
  }
  const scope = { now: at, only: organization.id }
  await Promise.all([1, 2, 3].map(() => runBilling(t.dependencies, scope)))
  expect([await own.statusOf(), await byHand.statusOf()]).toEqual(['paid', 'issued'])
  const { results } = (await api.get(`/v1/invoices/${own.first.id}/payments`)).body
  expect(results).toHaveLength(1)
})

test('a card that is saved after all attempts have failed is tried as often as the first', async () => {
  const { deal, first, statusOf } = await dealWithoutCard(true)
  const attempts = async () => (await api.get(`/v1/invoices/${first.id}/payments`)).body.results
  at = new Date('2026-02-03T00:00:00Z')
  await saveCard(deal, '4000000000000341')
  for (const day of ['03', '04', '07', '12', '20']) await run(`2026-02-${day}T00:00:00Z`)
  expect(await attempts()).toHaveLength(4)
  await saveCard(deal)
  await run('2026-02-20T00:01:00Z')
  expect(await attempts()).toHaveLength(5)
  expect(await statusOf()).toBe('paid')
})

test('a card saved with a payment pays later invoices, not other open ones', async () => {
  const { deal } = await dealWithoutCard(true)
  await run('2026-03-01T00:00:00Z')
  await run('2026-03-02T00:00:00Z')
  const [second] = await invoicesOf(deal)
  const browser = browserOf(t)
  const token = second.payUrl.split('/').at(-1)
  await browser.submit(await browser.open({ token }))
  await t.followUp()
  await run('2026-03-03T00:00:00Z')
  expect(await invoicesOf(deal)).toMatchObject([{ status: 'paid' }, { amountDue: 49 }])
})
