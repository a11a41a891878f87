import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { givenInvoice } from '../../../../../test/support/given-invoice.ts'
import { startStripeTest } from '../../../../../test/support/stripe.ts'
import { useOpened } from '../../../../../test/support/use-app.ts'
import { retryPending } from '../../retry.ts'
import { depsOf } from '../../test-support.ts'
import { deliver, eventOf } from './test-support.ts'

const t = useOpened(startStripeTest)
beforeEach(() => {
  t.stripe.requests.length = 0
})

describe('a paid page', () => {
  test('settles the invoice and saves the payment method', async () => {
    const invoice = await givenInvoice(t)
    const { session } = t.stripe.payPage(await t.openPage(invoice))
    expect((await deliver(t, eventOf('checkout.session.completed', session))).statusCode).toBe(200)
    expect(await t.books.invoice(invoice)).toEqual({ status: 'paid', paid: '100', refunded: '0' })
    expect(await t.books.payments(invoice)).toMatchObject([
      { status: 'succeeded', amount: '100', providerId: session.payment_intent },
    ])
    expect(await t.books.sessions(invoice)).toMatchObject([{ status: 'completed' }])
    const saved = await t.books.rows(
      `select provider_customer_id, provider_method_id, brand, last4 from payment_methods
       where customer_id = $1`,
      [invoice.customerId],
    )
    expect(saved).toEqual([
      {
        provider_customer_id: session.customer,
        provider_method_id: 'pm_card',
        brand: 'visa',
        last4: '4242',
      },
    ])
    expect((await t.follow(invoice)).body).toContain('is paid')
  })

  test.each([
    ['the page first', ['checkout.session.completed', 'payment_intent.succeeded']],
    ['the payment first', ['payment_intent.succeeded', 'checkout.session.completed']],
  ])('is booked once, %s', async (_, types) => {
    const invoice = await givenInvoice(t)
    const { session, intent } = t.stripe.payPage(await t.openPage(invoice))
    for (const type of types) {
      const object = type.startsWith('checkout') ? session : intent
      expect((await deliver(t, eventOf(type, object))).statusCode).toBe(200)
    }
    expect(await t.books.payments(invoice)).toMatchObject([{ status: 'succeeded', amount: '100' }])
    expect(await t.books.refunds(invoice)).toEqual([])
  })

  test('is booked once, however often it is notified, also concurrently', async () => {
    const invoice = await givenInvoice(t)
    const { session, intent } = t.stripe.payPage(await t.openPage(invoice))
    const page = eventOf('checkout.session.completed', session)
    const payment = eventOf('payment_intent.succeeded', intent)
    const answers = await Promise.all(
      [page, payment, page, payment, page].map((event) => deliver(t, event)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    await deliver(t, page)
    expect(await t.books.payments(invoice)).toHaveLength(1)
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid', paid: '100' })
  })

  test('stays paid when an older expiry arrives late', async () => {
    const invoice = await givenInvoice(t)
    const { session } = t.stripe.payPage(await t.openPage(invoice))
    await deliver(t, eventOf('checkout.session.completed', session))
    await deliver(t, eventOf('checkout.session.expired', { ...session, status: 'expired' }))
    expect(await t.books.sessions(invoice)).toMatchObject([{ status: 'completed' }])
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid' })
  })

  test('counts although it was stored as expired', async () => {
    const invoice = await givenInvoice(t)
    const { session } = t.stripe.payPage(await t.openPage(invoice))
    await deliver(t, eventOf('checkout.session.expired', { ...session, status: 'expired' }))
    await deliver(t, eventOf('checkout.session.completed', session))
    expect(await t.books.sessions(invoice)).toMatchObject([{ status: 'completed' }])
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid' })
  })

  test('does not lead to a second page before the notification of Stripe', async () => {
    const invoice = await givenInvoice(t)
    t.stripe.payPage(await t.openPage(invoice))
    const back = await t.app.inject(`/pay/${invoice.token}?from=checkout`)
    expect(back.statusCode).toBe(200)
    expect(back.body).toContain('is being processed')
    expect(await t.books.sessions(invoice)).toHaveLength(1)
  })
})

test('a customer who has paid sees the receipt once Stripe notifies, without another click', async () => {
  const invoice = await givenInvoice(t)
  const { session } = t.stripe.payPage(await t.openPage(invoice))
  const back = t.app.inject(`/pay/${invoice.token}?from=checkout`)
  await sleep(300)
  await deliver(t, eventOf('checkout.session.completed', session))
  const { body } = await back
  expect(body).not.toContain('Check again')
  expect(body).toContain('is paid')
})

describe('a payment that arrives too late is refunded', () => {
  test('when the invoice is void', async () => {
    const invoice = await givenInvoice(t)
    const { session, intent } = t.stripe.payPage(await t.openPage(invoice))
    await t.books.setStatus(invoice, 'void')
    await deliver(t, eventOf('checkout.session.completed', session))
    expect(await t.books.invoice(invoice)).toEqual({ status: 'void', paid: '0', refunded: '0' })
    const [payment] = (await t.api.get(`${invoice.url}/payments`)).body.results
    expect(payment).toMatchObject({ status: 'failed', amount: 100, amountRefunded: 100 })
    expect(payment.failureReason).toContain('was void when the money arrived')
    expect(payment.refunds).toMatchObject([{ status: 'succeeded', amount: 100 }])
    const [refund] = payment.refunds
    expect(t.stripe.posts('/v1/refunds')).toMatchObject([
      {
        idempotencyKey: `refund-${refund.id}`,
        form: { amount: '10000', payment_intent: intent.id },
      },
    ])
    await deliver(t, eventOf('payment_intent.succeeded', intent))
    expect(await t.books.payments(invoice)).toHaveLength(1)
    expect(t.stripe.posts('/v1/refunds')).toHaveLength(1)
  })

  test('when two pages of an invoice are both paid', async () => {
    const invoice = await givenInvoice(t)
    const first = await t.openPage(invoice)
    await t.books.rows(
      `update checkout_sessions set expires_at = now() + interval '1 minute' where invoice_id = $1`,
      [invoice.id],
    )
    const second = await t.openPage(invoice)
    expect(second).not.toBe(first)
    const paid = [t.stripe.payPage(first), t.stripe.payPage(second)]
    const told = paid.map(({ session }) => eventOf('checkout.session.completed', session))
    await Promise.all(told.map((event) => deliver(t, event)))
    expect(await t.books.invoice(invoice)).toEqual({ status: 'paid', paid: '100', refunded: '0' })
    const payments = await t.books.payments(invoice)
    expect(payments.map(({ status }) => status).toSorted()).toEqual(['failed', 'succeeded'])
    expect(await t.books.refunds(invoice)).toMatchObject([{ status: 'succeeded', amount: '100' }])
    expect(t.stripe.posts('/v1/refunds')).toHaveLength(1)
  })

  test('although the first answer about the refund was lost', async () => {
    const invoice = await givenInvoice(t)
    const { session } = t.stripe.payPage(await t.openPage(invoice))
    await t.books.setStatus(invoice, 'void')
    t.stripe.loseAnswers('/v1/refunds')
    const told = await deliver(t, eventOf('checkout.session.completed', session))
    expect(told.statusCode).toBe(200)
    expect(await t.books.refunds(invoice)).toMatchObject([{ status: 'pending' }])
    await t.books.age('2 hours')
    t.stripe.forgetKeys()
    await retryPending(depsOf(t), new Date())
    expect(await t.books.refunds(invoice)).toMatchObject([{ status: 'succeeded' }])
    const made = [...t.stripe.all.values()].filter(
      (one) => one.payment_intent === session.payment_intent,
    )
    expect(made.filter(({ object }) => object === 'refund')).toHaveLength(1)
  })
})

describe('a payment that takes days', () => {
  const slow = { payment_status: 'unpaid' }

  test('keeps the customer from paying again, and counts once it arrives', async () => {
    const invoice = await givenInvoice(t)
    const { session, intent } = t.stripe.payPage(await t.openPage(invoice))
    await deliver(t, eventOf('checkout.session.completed', { ...session, ...slow }))
    expect(await t.books.payments(invoice)).toMatchObject([{ status: 'pending' }])
    expect((await t.follow(invoice)).body).toContain('is being processed')
    await deliver(t, eventOf('checkout.session.async_payment_succeeded', session))
    await deliver(t, eventOf('payment_intent.succeeded', intent))
    expect(await t.books.payments(invoice)).toMatchObject([{ status: 'succeeded' }])
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid' })
  })

  test('can fail, and then the invoice can be paid again', async () => {
    const invoice = await givenInvoice(t)
    const { session } = t.stripe.payPage(await t.openPage(invoice))
    await deliver(t, eventOf('checkout.session.completed', { ...session, ...slow }))
    await deliver(t, eventOf('checkout.session.async_payment_failed', { ...session, ...slow }))
    expect(await t.books.payments(invoice)).toMatchObject([{ status: 'failed' }])
    await t.openPage(invoice)
  })
})
