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

describe('a payment link', () => {
  test('leads to a page of Stripe for exactly the amount due', async () => {
    const invoice = await givenInvoice(t, { total: '12.34', customer: { email: 'a@acme.example' } })
    const sessionId = await t.openPage(invoice)
    const [session] = await t.books.sessions(invoice)
    expect(session).toMatchObject({ status: 'open', providerId: sessionId, amount: '12.34' })
    const metadata = {
      'metadata[piecework_checkout]': session.id,
      'metadata[piecework_customer]': invoice.customerId,
      'metadata[piecework_invoice]': invoice.id,
      'metadata[piecework_organization]': t.organization.id,
    }
    const ofIntent = Object.entries(metadata).map(([name, value]) => [
      `payment_intent_data[${name.replace('[', '][')}`,
      value,
    ])
    expect(t.stripe.posts('/v1/checkout/sessions')).toEqual([
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        idempotencyKey: `checkout-${session.id}-new`,
        form: {
          mode: 'payment',
          client_reference_id: session.id,
          customer_creation: 'always',
          customer_email: 'a@acme.example',
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'usd',
          'line_items[0][price_data][unit_amount]': '1234',
          'line_items[0][price_data][product_data][name]': `Invoice ${invoice.invoiceNumber}`,
          'payment_intent_data[setup_future_usage]': 'off_session',
          'payment_intent_data[description]': `Invoice ${invoice.invoiceNumber}`,
          ...Object.fromEntries(ofIntent),
          ...metadata,
          expires_at: expect.stringMatching(/^\d{10}$/),
          success_url: `https://billing.test/pay/${invoice.token}?from=checkout`,
          cancel_url: expect.stringContaining(`https://billing.test/pay/${invoice.token}`),
        },
      },
    ])
  })

  test.each([
    ['JPY', '500', '500'],
    ['KWD', '5.12', '5120'],
    ['ISK', '5', '500'],
  ])('counts %s as Stripe does', async (currency, total, units) => {
    await t.openPage(await givenInvoice(t, { currency, total }))
    const [request] = t.stripe.posts('/v1/checkout/sessions')
    expect(request?.form['line_items[0][price_data][unit_amount]']).toBe(units)
  })

  test('shows a message if Stripe cannot take the amount', async () => {
    const answer = await t.follow(await givenInvoice(t, { currency: 'KWD', total: '5.124' }))
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('Online payment is not available')
    expect(t.stripe.requests).toEqual([])
  })

  test('reuses its page while nothing changed, also for concurrent requests', async () => {
    const invoice = await givenInvoice(t)
    const answers = await Promise.all([t.follow(invoice), t.follow(invoice), t.follow(invoice)])
    const pages = new Set(answers.map(({ headers }) => headers.location))
    expect(pages.size).toBe(1)
    expect(await t.openPage(invoice)).toBe(
      String([...pages][0])
        .split('/')
        .at(-1),
    )
    expect(await t.books.sessions(invoice)).toHaveLength(1)
  })

  test('leads to the same page when the answer of Stripe was lost', async () => {
    const invoice = await givenInvoice(t)
    t.stripe.loseAnswers('/v1/checkout/sessions')
    expect((await t.follow(invoice)).statusCode).toBe(503)
    const sessionId = await t.openPage(invoice)
    const keys = t.stripe.posts('/v1/checkout/sessions').map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(1)
    expect(await t.books.sessions(invoice)).toMatchObject([{ providerId: sessionId }])
  })

  test('leads to a new page when the customer has changed since the answer was lost', async () => {
    const invoice = await givenInvoice(t, { customer: { email: 'old@acme.example' } })
    t.stripe.loseAnswers('/v1/checkout/sessions')
    expect((await t.follow(invoice)).statusCode).toBe(503)
    await t.api.patch(`/v1/customers/${invoice.customerId}`, { email: 'new@acme.example' })
    const sessionId = await t.openPage(invoice)
    expect(await t.books.sessions(invoice)).toMatchObject([
      { status: 'expired', providerId: null },
      { status: 'open', providerId: sessionId },
    ])
  })

  test.each([
    ['is used again', 'cus_known', 'cus_known'],
    ['that was deleted at Stripe is made anew', 'cus_deleted', undefined],
  ])('knows the customer by the saved method, and one that %s', async (_, saved, used) => {
    const invoice = await givenInvoice(t)
    await t.books.rows(
      `insert into payment_methods (customer_id, provider, organization_id, provider_customer_id,
         provider_method_id, created_at, updated_at)
       values ($1, 'stripe', $2, $3, 'pm_card', now(), now())`,
      [invoice.customerId, invoice.organizationId, saved],
    )
    await t.openPage(invoice)
    const request = t.stripe.posts('/v1/checkout/sessions').at(-1)
    expect(request?.form.customer).toBe(used)
    expect(request?.form.customer_creation).toBe(used ? undefined : 'always')
  })

  test('does not redirect again a customer who canceled', async () => {
    const invoice = await givenInvoice(t)
    await t.openPage(invoice)
    const { cancel_url } = t.stripe.posts('/v1/checkout/sessions')[0]?.form ?? {}
    const { pathname, search } = new URL(String(cancel_url))
    const answer = await t.app.inject(`${pathname}${search}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('is not paid yet')
    expect(answer.body).toContain(`href="https://billing.test/pay/${invoice.token}"`)
  })

  test('leads to a new page once another amount is due, and the old one is closed', async () => {
    const invoice = await givenInvoice(t)
    const old = await t.openPage(invoice)
    await t.api.post(`${invoice.url}/payments`, { amount: 40 })
    await t.followUp()
    expect(t.stripe.all.get(old)?.status).toBe('expired')
    const page = await t.openPage(invoice)
    expect(page).not.toBe(old)
    expect(t.stripe.all.get(page)?.amount_total).toBe(6000)
  })
})

describe('a page of an invoice that is settled', () => {
  test('is closed at Stripe, at the next sweep if not at once', async () => {
    const invoice = await givenInvoice(t)
    const sessionId = await t.openPage(invoice)
    await t.books.setStatus(invoice, 'void')
    await retryPending(depsOf(t), new Date())
    expect(t.stripe.all.get(sessionId)?.status).toBe('open')
    await t.books.age('2 minutes')
    await retryPending(depsOf(t), new Date())
    expect(t.stripe.all.get(sessionId)?.status).toBe('expired')
    expect(await t.books.sessions(invoice)).toMatchObject([{ status: 'expired' }])
  })

  test('was paid without a notification: the sweep finds out', async () => {
    const invoice = await givenInvoice(t)
    const { session } = t.stripe.payPage(await t.openPage(invoice))
    await t.books.rows(`update checkout_sessions set expires_at = now() where invoice_id = $1`, [
      invoice.id,
    ])
    await t.books.age('2 minutes')
    await retryPending(depsOf(t), new Date())
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid' })
    await deliver(t, eventOf('checkout.session.completed', session))
    expect(await t.books.payments(invoice)).toHaveLength(1)
  })
})
