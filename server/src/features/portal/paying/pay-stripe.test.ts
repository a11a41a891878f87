import { expect, test } from 'vitest'
import { givenInvoice } from '../../../../test/support/given-invoice.ts'
import { startStripeTest } from '../../../../test/support/stripe.ts'
import { useOpened } from '../../../../test/support/use-app.ts'
import { openSetup } from '../../payments/methods/open-setup.ts'
import { deliver, eventOf } from '../../payments/provider/stripe/test-support.ts'
import { depsOf } from '../../payments/test-support.ts'
import { payInvoice } from './pay.ts'

const t = useOpened(startStripeTest)
const CHARGES = '/v1/payment_intents'

/** Creates an invoice of a customer with a saved card. */
async function givenWithCard() {
  const invoice = await givenInvoice(t)
  const { payments } = t.dependencies
  if (!payments) throw new Error('no provider')
  const { organizationId, customerId } = invoice
  const request = {
    key: { organizationId, customerId },
    customerEmail: null,
    currency: 'USD',
  }
  const opened = await openSetup(depsOf(t), payments, request)
  if (opened.kind !== 'opened') throw new Error(opened.reason)
  const session = t.stripe.saveOnPage(opened.url.split('/').at(-1) ?? '', 'pm_card')
  await deliver(t, eventOf('checkout.session.completed', session))
  t.stripe.requests.length = 0
  return invoice
}

test('a pending payment of the page at Stripe blocks a charge of the saved card', async () => {
  const invoice = await givenWithCard()
  const { session, intent } = t.stripe.payPage(await t.openPage(invoice))
  // Paid by bank debit, whose notification has not arrived yet.
  Object.assign(session, { payment_status: 'unpaid' })
  Object.assign(intent, { status: 'processing' })
  const answers = await Promise.all(
    [1, 2, 3].map(() => payInvoice(depsOf(t), invoice, { method: 'saved' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
  expect(t.stripe.posts(CHARGES)).toEqual([])
  await deliver(t, eventOf('checkout.session.completed', session))
  expect(await t.books.payments(invoice)).toMatchObject([{ status: 'pending' }])
  Object.assign(session, { payment_status: 'paid' })
  Object.assign(intent, { status: 'succeeded' })
  await deliver(t, eventOf('checkout.session.async_payment_succeeded', session))
  expect(await t.books.payments(invoice)).toMatchObject([{ status: 'succeeded' }])
  expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid' })
})

test('after the pending payment has failed, the saved card can be charged', async () => {
  const invoice = await givenWithCard()
  const { session } = t.stripe.payPage(await t.openPage(invoice))
  Object.assign(session, { payment_status: 'unpaid' })
  expect(await payInvoice(depsOf(t), invoice, { method: 'saved' })).toMatchObject({
    status: 'pending',
  })
  await deliver(t, eventOf('checkout.session.async_payment_failed', session))
  expect(await payInvoice(depsOf(t), invoice, { method: 'saved' })).toMatchObject({
    status: 'paid',
  })
  expect(t.stripe.posts(CHARGES)).toHaveLength(1)
})
