import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts'
import { retryPending } from '../../retry.ts'
import {
  booksOf,
  depsOf,
  expectBooksToBalance,
  type GivenInvoice,
  givenInvoices,
} from '../../test-support.ts'
import {
  deliver,
  eventOf,
  type FakeStripe,
  SECRET_KEY,
  startStripe,
  WEBHOOK_SECRET,
} from './test-support.ts'

let t: TestApp
let stripe: FakeStripe
let given: ReturnType<typeof givenInvoices>
let books: ReturnType<typeof booksOf>

beforeAll(async () => {
  stripe = await startStripe()
  const settings = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url }
  t = await createTestApp({ config: { stripe: settings, publicUrl: 'https://billing.test' } })
  given = givenInvoices(t)
  books = booksOf(t)
})
beforeEach(() => {
  stripe.requests.length = 0
})
afterAll(async () => {
  await expectBooksToBalance(t)
  await t.close()
  await stripe.close()
})

const follow = ({ token }: GivenInvoice) => t.app.inject({ method: 'GET', url: `/pay/${token}` })

/** Opens the page of an invoice and answers Stripe's id of it. */
async function openPage(invoice: GivenInvoice): Promise<string> {
  const { statusCode, headers } = await follow(invoice)
  expect(statusCode).toBe(303)
  return String(headers.location).split('/').at(-1) ?? ''
}

describe('a paid page', () => {
  test('settles the invoice and keeps the payment method', async () => {
    const invoice = await given.invoice()
    const { session } = stripe.payPage(await openPage(invoice))
    expect((await deliver(t, eventOf('checkout.session.completed', session))).statusCode).toBe(200)
    expect(await books.invoice(invoice)).toEqual({ status: 'paid', paid: '100', refunded: '0' })
    expect(await books.payments(invoice)).toMatchObject([
      { status: 'succeeded', amount: '100', providerId: session.payment_intent },
    ])
    expect(await books.sessions(invoice)).toMatchObject([{ status: 'completed' }])
    const saved = await books.rows(
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
    expect((await follow(invoice)).body).toContain('is paid')
  })

  test.each([
    ['the page first', ['checkout.session.completed', 'payment_intent.succeeded']],
    ['the payment first', ['payment_intent.succeeded', 'checkout.session.completed']],
  ])('is booked once, %s', async (_, types) => {
    const invoice = await given.invoice()
    const { session, intent } = stripe.payPage(await openPage(invoice))
    for (const type of types) {
      const object = type.startsWith('checkout') ? session : intent
      expect((await deliver(t, eventOf(type, object))).statusCode).toBe(200)
    }
    expect(await books.payments(invoice)).toMatchObject([{ status: 'succeeded', amount: '100' }])
    expect(await books.refunds(invoice)).toEqual([])
  })

  test('is booked once however often and at once it is told', async () => {
    const invoice = await given.invoice()
    const { session, intent } = stripe.payPage(await openPage(invoice))
    const page = eventOf('checkout.session.completed', session)
    const payment = eventOf('payment_intent.succeeded', intent)
    const answers = await Promise.all(
      [page, payment, page, payment, page].map((event) => deliver(t, event)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    await deliver(t, page)
    expect(await books.payments(invoice)).toHaveLength(1)
    expect(await books.invoice(invoice)).toMatchObject({ status: 'paid', paid: '100' })
  })

  test('stays paid when an older expiry comes late', async () => {
    const invoice = await given.invoice()
    const { session } = stripe.payPage(await openPage(invoice))
    await deliver(t, eventOf('checkout.session.completed', session))
    await deliver(t, eventOf('checkout.session.expired', { ...session, status: 'expired' }))
    expect(await books.sessions(invoice)).toMatchObject([{ status: 'completed' }])
    expect(await books.invoice(invoice)).toMatchObject({ status: 'paid' })
  })

  test('counts although we thought it expired', async () => {
    const invoice = await given.invoice()
    const { session } = stripe.payPage(await openPage(invoice))
    await deliver(t, eventOf('checkout.session.expired', { ...session, status: 'expired' }))
    await deliver(t, eventOf('checkout.session.completed', session))
    expect(await books.sessions(invoice)).toMatchObject([{ status: 'completed' }])
    expect(await books.invoice(invoice)).toMatchObject({ status: 'paid' })
  })

  test('does not lead to a second page before Stripe has told us', async () => {
    const invoice = await given.invoice()
    stripe.payPage(await openPage(invoice))
    const back = await t.app.inject(`/pay/${invoice.token}?from=checkout`)
    expect(back.statusCode).toBe(200)
    expect(back.body).toContain('is being processed')
    expect(await books.sessions(invoice)).toHaveLength(1)
  })
})

describe('money that comes too late goes back', () => {
  test('when the invoice is void', async () => {
    const invoice = await given.invoice()
    const { session, intent } = stripe.payPage(await openPage(invoice))
    await books.setStatus(invoice, 'void')
    await deliver(t, eventOf('checkout.session.completed', session))
    expect(await books.invoice(invoice)).toEqual({ status: 'void', paid: '0', refunded: '0' })
    const [payment] = (await t.api.get(`${invoice.url}/payments`)).body.results
    expect(payment).toMatchObject({ status: 'failed', amount: 100, amountRefunded: 100 })
    expect(payment.failureReason).toContain('was void when the money arrived')
    expect(payment.refunds).toMatchObject([{ status: 'succeeded', amount: 100 }])
    const [refund] = payment.refunds
    expect(stripe.posts('/v1/refunds')).toMatchObject([
      {
        idempotencyKey: `refund-${refund.id}`,
        form: { amount: '10000', payment_intent: intent.id },
      },
    ])
    await deliver(t, eventOf('payment_intent.succeeded', intent))
    expect(await books.payments(invoice)).toHaveLength(1)
    expect(stripe.posts('/v1/refunds')).toHaveLength(1)
  })

  test('when two pages of an invoice are both paid', async () => {
    const invoice = await given.invoice()
    const first = await openPage(invoice)
    await books.rows(
      `update checkout_sessions set expires_at = now() + interval '1 minute' where invoice_id = $1`,
      [invoice.id],
    )
    const second = await openPage(invoice)
    expect(second).not.toBe(first)
    const paid = [stripe.payPage(first), stripe.payPage(second)]
    const told = paid.map(({ session }) => eventOf('checkout.session.completed', session))
    await Promise.all(told.map((event) => deliver(t, event)))
    expect(await books.invoice(invoice)).toEqual({ status: 'paid', paid: '100', refunded: '0' })
    const payments = await books.payments(invoice)
    expect(payments.map(({ status }) => status).toSorted()).toEqual(['failed', 'succeeded'])
    expect(await books.refunds(invoice)).toMatchObject([{ status: 'succeeded', amount: '100' }])
    expect(stripe.posts('/v1/refunds')).toHaveLength(1)
  })

  test('although the first answer about the refund was lost', async () => {
    const invoice = await given.invoice()
    const { session } = stripe.payPage(await openPage(invoice))
    await books.setStatus(invoice, 'void')
    stripe.loseAnswers('/v1/refunds')
    const told = await deliver(t, eventOf('checkout.session.completed', session))
    expect(told.statusCode).toBe(200)
    expect(await books.refunds(invoice)).toMatchObject([{ status: 'pending' }])
    await books.age('2 hours')
    stripe.forgetKeys()
    await retryPending(depsOf(t), new Date())
    expect(await books.refunds(invoice)).toMatchObject([{ status: 'succeeded' }])
    const made = [...stripe.all.values()].filter(
      (one) => one.payment_intent === session.payment_intent,
    )
    expect(made.filter(({ object }) => object === 'refund')).toHaveLength(1)
  })
})

describe('a payment that takes days', () => {
  const slow = { payment_status: 'unpaid' }

  test('keeps the customer from paying again, and counts once it is here', async () => {
    const invoice = await given.invoice()
    const { session, intent } = stripe.payPage(await openPage(invoice))
    await deliver(t, eventOf('checkout.session.completed', { ...session, ...slow }))
    expect(await books.payments(invoice)).toMatchObject([{ status: 'pending' }])
    expect((await follow(invoice)).body).toContain('is being processed')
    await deliver(t, eventOf('checkout.session.async_payment_succeeded', session))
    await deliver(t, eventOf('payment_intent.succeeded', intent))
    expect(await books.payments(invoice)).toMatchObject([{ status: 'succeeded' }])
    expect(await books.invoice(invoice)).toMatchObject({ status: 'paid' })
  })

  test('can fail, and then the invoice can be paid again', async () => {
    const invoice = await given.invoice()
    const { session } = stripe.payPage(await openPage(invoice))
    await deliver(t, eventOf('checkout.session.completed', { ...session, ...slow }))
    await deliver(t, eventOf('checkout.session.async_payment_failed', { ...session, ...slow }))
    expect(await books.payments(invoice)).toMatchObject([{ status: 'failed' }])
    await openPage(invoice)
  })
})
