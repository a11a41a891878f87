import { beforeEach, describe, expect, test } from 'vitest'
import { type GivenInvoice, givenInvoice } from '../../../../../test/support/given-invoice.ts'
import { startStripeTest } from '../../../../../test/support/stripe.ts'
import { useOpened } from '../../../../../test/support/use-app.ts'
import { collectInvoice } from '../../charges/collect.ts'
import { retryPending } from '../../retry.ts'
import { depsOf } from '../../test-support.ts'
import { deliver, eventOf } from './test-support.ts'

const t = useOpened(startStripeTest)
beforeEach(() => {
  t.stripe.requests.length = 0
})

const INTENTS = '/v1/payment_intents'

/** Creates an invoice of a customer with a saved method that has this outcome when charged. */
async function collectable(outcome = 'card', fields: Record<string, string> = {}) {
  const invoice = await givenInvoice(t, fields)
  await t.books.rows(
    `insert into payment_methods (customer_id, provider, organization_id, provider_customer_id,
       provider_method_id, brand, last4, created_at, updated_at)
     values ($1, 'stripe', $2, $3, $4, 'visa', '4242', now(), now())`,
    [invoice.customerId, invoice.organizationId, `cus_${invoice.customerId}`, `pm_${outcome}`],
  )
  return invoice
}

const collect = (invoice: GivenInvoice) =>
  collectInvoice(depsOf(t), invoice, t.dependencies.clock.moment(invoice.organizationId))

const intentOf = async (invoice: GivenInvoice) => {
  const [payment] = await t.books.payments(invoice)
  return t.stripe.all.get(payment.providerId) ?? {}
}

describe('collecting an invoice', () => {
  test('charges the saved method with the amount due', async () => {
    const invoice = await collectable('card', { total: '12.34' })
    expect(await collect(invoice)).toBe('paid')
    const [payment] = await t.books.payments(invoice)
    expect(t.stripe.posts(INTENTS)).toEqual([
      {
        method: 'POST',
        path: INTENTS,
        idempotencyKey: `payment-${payment.id}`,
        form: {
          amount: '1234',
          currency: 'usd',
          customer: `cus_${invoice.customerId}`,
          payment_method: 'pm_card',
          confirm: 'true',
          off_session: 'true',
          description: `Invoice ${invoice.invoiceNumber}`,
          'metadata[piecework_payment]': payment.id,
          'metadata[piecework_customer]': invoice.customerId,
          'metadata[piecework_invoice]': invoice.id,
          'metadata[piecework_organization]': invoice.organizationId,
        },
      },
    ])
    expect(payment).toMatchObject({ status: 'succeeded', amount: '12.34' })
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid', paid: '12.34' })
    await deliver(t, eventOf('payment_intent.succeeded', await intentOf(invoice)))
    expect(await t.books.payments(invoice)).toHaveLength(1)
    expect(await collect(invoice)).toBe('not_due')
  })

  test('stores the reason of a decline and leaves the invoice unchanged', async () => {
    const invoice = await collectable('declined')
    expect(await collect(invoice)).toBe('failed')
    expect(await t.books.payments(invoice)).toMatchObject([
      { status: 'failed', reason: 'Your card was declined.', providerId: expect.any(String) },
    ])
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'issued', paid: '0' })
    await deliver(t, eventOf('payment_intent.payment_failed', await intentOf(invoice)))
    expect(await t.books.payments(invoice)).toHaveLength(1)
  })

  test('declines an amount that Stripe cannot take, without a request', async () => {
    const invoice = await collectable('card', { currency: 'KWD', total: '1.234' })
    expect(await collect(invoice)).toBe('failed')
    expect(t.stripe.requests).toEqual([])
  })

  test('charges once for concurrent requests', async () => {
    const invoice = await collectable()
    const outcomes = await Promise.all([collect(invoice), collect(invoice), collect(invoice)])
    expect(outcomes.filter((one) => one === 'paid')).toHaveLength(1)
    expect(t.stripe.posts(INTENTS)).toHaveLength(1)
    expect(await t.books.payments(invoice)).toHaveLength(1)
  })

  test.each(['draft', 'void', 'paid', 'refunded'])('does nothing when it is %s', async (status) => {
    const invoice = await collectable('card', { total: '0' })
    await t.books.setStatus(invoice, status)
    expect(await collect(invoice)).toBe('not_due')
    expect(t.stripe.requests).toEqual([])
  })

  test('does nothing without a saved method', async () => {
    expect(await collect(await givenInvoice(t))).toBe('no_method')
  })

  test('waits for a payment that takes days', async () => {
    const invoice = await collectable('processing')
    expect(await collect(invoice)).toBe('pending')
    expect(await collect(invoice)).toBe('pending')
    const intent = await intentOf(invoice)
    Object.assign(intent, { status: 'succeeded' })
    await deliver(t, eventOf('payment_intent.succeeded', intent))
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid' })
    expect(t.stripe.posts(INTENTS)).toHaveLength(1)
  })
})

describe('a charge whose answer was lost', () => {
  const charges = (invoice: GivenInvoice) =>
    [...t.stripe.all.values()].filter((one) => one.customer === `cus_${invoice.customerId}`)

  test.each([
    ['soon', '2 minutes', false],
    ['when Stripe has forgotten its key', '3 days', true],
  ])('is found %s and never repeated', async (_, age, isForgotten) => {
    const invoice = await collectable()
    t.stripe.loseAnswers(INTENTS)
    expect(await collect(invoice)).toBe('pending')
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'issued' })
    if (isForgotten) t.stripe.forgetKeys()
    await retryPending(depsOf(t), new Date())
    expect(await t.books.payments(invoice)).toMatchObject([{ status: 'pending' }])
    await t.books.age(age)
    await Promise.all([retryPending(depsOf(t), new Date()), retryPending(depsOf(t), new Date())])
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid' })
    expect(charges(invoice)).toHaveLength(1)
  })

  test('is found declined', async () => {
    const invoice = await collectable('declined')
    t.stripe.loseAnswers(INTENTS)
    expect(await collect(invoice)).toBe('pending')
    await t.books.age('2 minutes')
    await retryPending(depsOf(t), new Date())
    expect(await t.books.payments(invoice)).toMatchObject([
      { status: 'failed', reason: 'Your card was declined.' },
    ])
  })

  test('is made by the sweep if it never arrived', async () => {
    const invoice = await collectable()
    t.stripe.loseAnswers(INTENTS)
    expect(await collect(invoice)).toBe('pending')
    const [lost] = charges(invoice)
    t.stripe.all.delete(String(lost?.id))
    t.stripe.forgetKeys()
    await t.books.age('2 minutes')
    await retryPending(depsOf(t), new Date())
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid' })
    expect(charges(invoice)).toHaveLength(1)
  })

  test('is refunded if the invoice was paid manually in the meantime', async () => {
    const invoice = await collectable()
    t.stripe.loseAnswers(INTENTS)
    await collect(invoice)
    expect((await t.api.post(`${invoice.url}/payments`, { amount: 100 })).status).toBe(201)
    await t.books.age('2 minutes')
    await retryPending(depsOf(t), new Date())
    expect(await t.books.invoice(invoice)).toEqual({ status: 'paid', paid: '100', refunded: '0' })
    expect(await t.books.refunds(invoice)).toMatchObject([{ status: 'succeeded', amount: '100' }])
  })

  test('is refunded if only a part was still due, and no figure of the month counts either', async () => {
    const invoice = await collectable()
    t.stripe.loseAnswers(INTENTS)
    await collect(invoice)
    expect((await t.api.post(`${invoice.url}/payments`, { amount: 40 })).status).toBe(201)
    await t.books.age('2 minutes')
    await retryPending(depsOf(t), new Date())
    expect(await t.books.invoice(invoice)).toMatchObject({ paid: '40', refunded: '0' })
    expect(await t.books.refunds(invoice)).toMatchObject([{ status: 'succeeded', amount: '100' }])
    const path = `/v1/analytics/month-end?customerId=${invoice.customerId}`
    expect((await t.api.get(path)).body).toMatchObject({
      received: { rows: [{ amount: 40 }] },
      refunded: { rows: [] },
      outstanding: { rows: [{ amount: 60 }] },
      receivables: [{ invoiced: 100, received: 40, refunded: 0, other: 0, closing: 60 }],
    })
  })
})

describe('a refund', () => {
  const charged = async () => {
    const invoice = await collectable()
    await collect(invoice)
    const [payment] = await t.books.payments(invoice)
    const path = `${invoice.url}/payments/${payment.id}/refund`
    return {
      invoice,
      intent: await intentOf(invoice),
      refund: (body = {}) => t.api.post(path, body),
    }
  }

  test('is requested once, with its own id', async () => {
    const { invoice, intent, refund } = await charged()
    const { body } = await refund({ amount: 30 })
    expect(body.status).toBe('succeeded')
    expect(t.stripe.posts('/v1/refunds')).toMatchObject([
      { idempotencyKey: `refund-${body.id}`, form: { amount: '3000', payment_intent: intent.id } },
    ])
    const made = [...t.stripe.all.values()].find((one) => one.payment_intent === intent.id) ?? {}
    await deliver(t, eventOf('refund.updated', made))
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid', refunded: '30' })
  })

  test('that the provider rejects leaves the invoice unchanged', async () => {
    const { invoice, intent, refund } = await charged()
    t.stripe.refundInDashboard(intent, 8_000)
    const { status, body } = await refund()
    expect(status).toBe(409)
    expect(body.message).toBe('Not refunded: Greater than unrefunded')
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid', refunded: '0' })
    expect(await t.books.refunds(invoice)).toMatchObject([
      { status: 'failed', failure: 'Greater than unrefunded' },
    ])
    expect((await refund({ amount: 20 })).status).toBe(201)
  })

  test('whose answer was lost is pending, reserves its amount, and is finished by the sweep', async () => {
    const { invoice, intent, refund } = await charged()
    t.stripe.loseAnswers('/v1/refunds')
    const { status, body } = await refund({ amount: 70 })
    expect([status, body.status]).toEqual([201, 'pending'])
    expect((await refund({ amount: 31 })).status).toBe(409)
    await t.books.age('2 minutes')
    t.stripe.forgetKeys()
    await retryPending(depsOf(t), new Date())
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid', refunded: '70' })
    const made = [...t.stripe.all.values()].filter((one) => one.payment_intent === intent.id)
    expect(made).toHaveLength(1)
  })

  test('made in the dashboard of Stripe is booked once', async () => {
    const { invoice, intent } = await charged()
    const made = t.stripe.refundInDashboard(intent, 10_000)
    await deliver(t, eventOf('refund.created', made))
    await deliver(t, eventOf('refund.updated', made))
    expect(await t.books.refunds(invoice)).toMatchObject([{ status: 'succeeded', amount: '100' }])
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'refunded', refunded: '100' })
  })

  const bounced = { status: 'failed', failure_reason: 'lost_or_stolen_card' }
  const FAILURE = 'The refund was failed: lost_or_stolen_card'

  test('that the bank returns days later is reversed and can be made again', async () => {
    const { invoice, intent, refund } = await charged()
    expect((await refund()).status).toBe(201)
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'refunded', refunded: '100' })
    const made = [...t.stripe.all.values()].find((one) => one.payment_intent === intent.id)
    await deliver(t, eventOf('refund.failed', { ...made, ...bounced }))
    await deliver(t, eventOf('refund.failed', { ...made, ...bounced }))
    // A stale event that arrives after the later one.
    await deliver(t, eventOf('refund.updated', { ...made }))
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid', refunded: '0' })
    expect(await t.books.payments(invoice)).toMatchObject([{ status: 'succeeded', refunded: '0' }])
    expect(await t.books.refunds(invoice)).toMatchObject([{ status: 'failed', failure: FAILURE }])
    const { body } = await t.api.get(invoice.url)
    expect(body).toMatchObject({ status: 'paid', amountPaid: 100 })

    Object.assign(made ?? {}, { amount: 0 })
    expect((await refund({ amount: 40 })).status).toBe(201)
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid', refunded: '40' })
  })

  test.each([
    ['after its success', ['succeeded', 'failed']],
    ['before its success', ['failed', 'succeeded']],
  ])('made in the dashboard that fails, reported %s, has no effect', async (_, order) => {
    const { invoice, intent } = await charged()
    const made = t.stripe.refundInDashboard(intent, 2_500)
    for (const status of order) {
      const news = status === 'failed' ? { ...made, ...bounced } : made
      await deliver(t, eventOf('refund.updated', news))
    }
    expect(await t.books.refunds(invoice)).toMatchObject([{ status: 'failed', failure: FAILURE }])
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid', refunded: '0' })
  })
})
