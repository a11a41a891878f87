import { expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { must } from '../support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { INVOICES, type Invoice, payInvoice, readInvoice, sendInvoice } from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-02-10T00:00:00Z')
const service = useTestApp({ now: () => now })

const JANUARY = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }

async function givenDraft(): Promise<Invoice> {
  const deal = await givenDeal(service.api, {
    customer: { timezone: 'America/New_York' },
    subscription: { ...SINCE_JANUARY, timezone: 'Asia/Tokyo', netTerms: 5 },
  })
  await deal.use('ticket', 7, '2026-01-10T00:00:00Z')
  return deal.generate(JANUARY)
}

/** Turns an invoice into a one-off one, which no endpoint creates yet. */
async function withoutSubscription({ id }: Invoice): Promise<Invoice> {
  await service.database.pool.query(
    `update invoices set kind = 'one_off', subscription_id = null, version = version + 1
     where id = $1`,
    [id],
  )
  return readInvoice(service.api, id)
}

test('an invoice shows that it bills a subscription: alone, in lists and in previews', async () => {
  const invoice = await givenDraft()
  const { data } = await must(service.api.get(`${INVOICES}?customerId=${invoice.customerId}`))
  const { subscriptionId } = invoice
  for (const answer of [invoice, data[0], await readInvoice(service.api, invoice.id)]) {
    expect(answer).toMatchObject({ kind: 'subscription', subscriptionId })
  }
})

test('one without a subscription is read, sent, paid and shown like any other', async () => {
  const draft = await withoutSubscription(await givenDraft())
  expect(draft).toMatchObject({ kind: 'one_off', subscriptionId: null, status: 'draft', total: 7 })
  expect(draft.buyer).toMatchObject({ timezone: 'America/New_York' })
  const issued = await sendInvoice(service.api, draft)
  expect(issued).toMatchObject({ status: 'issued', total: 7, netTerms: draft.netTerms })
  const { status } = await service.api.get(`${INVOICES}/${issued.id}/pdf`)
  expect(status).toBe(200)
  expect(await payInvoice(service.api, issued, 7)).toMatchObject({ status: 'paid' })
})

test.each([
  ['USD', '1'],
  ['EUR', null],
])('the rate of %s to USD is kept when the invoice leaves draft', async (currency, usdRate) => {
  const deal = await givenDeal(service.api, { plan: { currency }, subscription: SINCE_JANUARY })
  await deal.use('ticket', 7, '2026-01-10T00:00:00Z')
  const draft = await deal.generate(JANUARY)
  const rateOf = async () => {
    const select = 'select usd_rate::text as rate from invoices where id = $1'
    return (await service.database.pool.query(select, [draft.id])).rows[0].rate
  }
  expect(await rateOf()).toBe(null)
  await sendInvoice(service.api, draft)
  expect(await rateOf()).toBe(usdRate)
})

test('one without a subscription is voided', async () => {
  const { id } = await withoutSubscription(await givenDraft())
  await must(service.api.post(`${INVOICES}/${id}/void`, undefined))
  expect(await readInvoice(service.api, id)).toMatchObject({ status: 'void' })
})

test('the clock makes it overdue and does not change its draft', async () => {
  const draft = await withoutSubscription(await givenDraft())
  const issued = await sendInvoice(service.api, await withoutSubscription(await givenDraft()))
  now = new Date('2026-04-10T00:00:00Z')
  await runBilling(service.dependencies, { now, only: service.organization.id })
  expect(await readInvoice(service.api, issued.id)).toMatchObject({ status: 'overdue' })
  expect(await readInvoice(service.api, draft.id)).toMatchObject({ status: 'draft', total: 7 })
})
