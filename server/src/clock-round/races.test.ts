import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../test/support/deal.ts'
import type { Invoice } from '../../test/support/invoice.ts'
import { invoiceLock } from '../../test/support/invoice-lock.ts'
import { useTestApp } from '../../test/support/use-app.ts'
import { runBehindLock, untilWaiting } from '../../test/support/waiting.ts'
import { finalizeDrafts } from '../features/billing/finalize.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api } = t

const run = () => runBilling(t.dependencies, { now: at, only: t.organization.id })

/** Simulates two workers that both found the same invoice before either changed it. */
const runTwiceAtOnce = (invoice: Invoice) =>
  runBehindLock(t.database.pool, { ...invoiceLock(invoice), sessions: 2 }, () =>
    Promise.all([run(), run()]),
  )

test('two workers that find the same reminder send it once', async () => {
  const { use, generate } = await givenDeal(api, {
    subscription: { ...SINCE_JANUARY, netTerms: 1 },
  })
  await use('ticket', 5, '2026-01-01T00:00:00Z')
  const invoice = await generate()
  await api.post(`/v1/invoices/${invoice.id}/send`, {})
  at = new Date('2026-01-02T01:00:00Z')
  await run()
  at = new Date('2026-01-05T01:00:00Z')
  await runTwiceAtOnce(invoice)
  await t.followUp()
  const { body } = await api.get(`/v1/emails?invoiceId=${invoice.id}&kind=reminder`)
  expect(body.totalResults).toBe(1)
})

test('two workers that find the same invoice to collect try the card once', async () => {
  const deal = await givenDeal(api, {
    subscription: { autoCollectPayment: true, startDate: '2026-01-01' },
  })
  await saveDeclinedCard(deal.customerId)
  await deal.use('ticket', 5, '2026-01-06T00:00:00Z')
  const invoice = await deal.generate()
  await api.post(`/v1/invoices/${invoice.id}/send`, {})
  await runTwiceAtOnce(invoice)
  const { body } = await api.get(`/v1/invoices/${invoice.id}/payments`)
  expect(body.results).toMatchObject([{ status: 'failed', provider: 'sandbox', amount: 5 }])
})

test('a send with an address of its own is mailed, although the clock issues the invoice first without one', async () => {
  const deal = await givenDeal(api, { customer: { email: null }, subscription: SINCE_JANUARY })
  await deal.use('ticket', 5, '2026-01-06T00:00:00Z')
  const invoice = await deal.generate()
  const { customerId, subscriptionId } = deal
  const key = { organizationId: t.organization.id, customerId, subscriptionId, id: invoice.id }
  await t.dependencies.db
    .transaction()
    .execute((tx) => finalizeDrafts(tx, [key], { now: at, businessNow: at }))
  const { pool } = t.database
  const [, sent] = await runBehindLock(pool, { ...invoiceLock(invoice), sessions: 2 }, async () => {
    const clock = run()
    await untilWaiting(pool, 1)
    const to = { recipientEmail: 'ap@acme.test' }
    return Promise.all([clock, api.post(`/v1/invoices/${invoice.id}/send`, to)])
  })
  expect(sent).toMatchObject({ status: 200, body: { recipientEmail: 'ap@acme.test' } })
  const { body } = await api.get(`/v1/invoices/${invoice.id}`)
  expect(body).toMatchObject({ status: 'issued', issuedWithoutEmail: false })
  await t.followUp()
  expect((await api.get(`/v1/emails?invoiceId=${invoice.id}`)).body.totalResults).toBe(1)
})

/** The sandbox declines every later charge of this card. */
async function saveDeclinedCard(customerId: string): Promise<void> {
  await t.database.pool.query(
    `insert into payment_methods (customer_id, provider, organization_id, provider_customer_id,
       provider_method_id, created_at, updated_at)
     values ($1, 'sandbox', $2, 'someone', 'sandbox_pm_4000000000000341', $3, $3)`,
    [customerId, t.organization.id, at],
  )
}
