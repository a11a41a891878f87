import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { type Fields, givenCustomer } from '../../../../test/support/given.ts'
import { startStripeTest } from '../../../../test/support/stripe.ts'
import { tokenOf, topUp } from '../../../../test/support/top-ups.ts'
import { useOpened } from '../../../../test/support/use-app.ts'
import { runBilling } from '../../../clock-round/run-billing.ts'
import { deliver, eventOf } from '../provider/stripe/test-support.ts'
import { retryPending } from '../retry.ts'
import { depsOf } from '../test-support.ts'

/** Accidents between a provider and the credit of a top-up. */
const t = useOpened(startStripeTest)
beforeEach(() => {
  t.stripe.requests.length = 0
})

const INTENTS = '/v1/payment_intents'

async function givenWithCard(outcome = 'card'): Promise<string> {
  const { id: customerId } = await givenCustomer(t.api, { email: 'pay@acme.example' })
  await t.books.rows(
    `insert into payment_methods (customer_id, provider, organization_id, provider_customer_id,
       provider_method_id, brand, last4, created_at, updated_at)
     values ($1, 'stripe', $2, $3, $4, 'visa', '4242', now(), now())`,
    [customerId, t.organization.id, `cus_${customerId}`, `pm_${outcome}`],
  )
  return customerId
}
const saved = (customerId: string, fields: Fields = {}) =>
  topUp(t.api, customerId, { method: 'saved', ...fields })
const read = (customerId: string, { id }: Fields) =>
  must(t.api.get(`/v1/customers/${customerId}/top-ups/${id}`))
const movements = async (customerId: string) => {
  const { results } = await must(t.api.get(`/v1/customers/${customerId}/credit-movements`))
  return results.map((one: Fields) => [one.type, one.amount])
}
const intentOf = async (invoice: Fields) => {
  const [payment] = await t.books.payments({ id: String(invoice.id) })
  return t.stripe.all.get(payment.providerId) ?? {}
}
const refund = async ({ id }: Fields, fields: Fields = {}) => {
  const [payment] = await t.books.payments({ id: String(id) })
  return t.api.post(`/v1/invoices/${id}/payments/${payment.id}/refund`, fields)
}
const differences = async () => {
  const { checks } = await must(
    t.api.get('/v1/analytics/reconciliation?startDate=2020-01-01&endDate=2035-12-31'),
  )
  return checks.flatMap((check: { differences: unknown[] }) => check.differences)
}

test('a notification twice, and beside the answer of the charge, gives the credit once', async () => {
  const customerId = await givenWithCard()
  const made = await saved(customerId)
  expect(made).toMatchObject({ status: 'paid' })
  const intent = await intentOf(made)
  const event = eventOf('payment_intent.succeeded', intent)
  await Promise.all([deliver(t, event), deliver(t, event)])
  await deliver(t, eventOf('payment_intent.succeeded', intent))
  expect(await movements(customerId)).toEqual([['granted', 100]])
  expect(await differences()).toEqual([])
})

test('notifications of a paid page, all at once and in any order, give the credit once', async () => {
  const { id: customerId } = await givenCustomer(t.api)
  const made = await topUp(t.api, customerId)
  const { session, intent } = t.stripe.payPage(await t.openPage(tokenOf(made)))
  const events = [
    eventOf('payment_intent.succeeded', intent),
    eventOf('checkout.session.completed', session),
    eventOf('checkout.session.completed', session),
  ]
  await Promise.all(events.map((event) => deliver(t, event)))
  for (const event of events.toReversed()) await deliver(t, event)
  expect(await movements(customerId)).toEqual([['granted', 100]])
  expect(await read(customerId, made)).toMatchObject({ status: 'paid' })
})

describe('a provider that hangs', () => {
  test('leaves the top-up pending; the sweep finds the charge and gives the credit once', async () => {
    const customerId = await givenWithCard()
    t.stripe.loseAnswers(INTENTS)
    const made = await saved(customerId)
    expect(made).toMatchObject({ status: 'pending', payUrl: null, grantId: null })
    expect(await movements(customerId)).toEqual([])
    await t.books.age('2 minutes')
    await Promise.all([retryPending(depsOf(t), new Date()), retryPending(depsOf(t), new Date())])
    await deliver(t, eventOf('payment_intent.succeeded', await intentOf(made)))
    expect(await read(customerId, made)).toMatchObject({ status: 'paid' })
    expect(await movements(customerId)).toEqual([['granted', 100]])
  })

  test('keeps the top-up from becoming void while the payment is on its way', async () => {
    const customerId = await givenWithCard('processing')
    const made = await saved(customerId)
    expect(made).toMatchObject({ status: 'pending' })
    const later = new Date(Date.now() + 3 * 86_400_000)
    await runBilling(t.dependencies, { now: later, only: t.organization.id })
    expect(await read(customerId, made)).toMatchObject({ status: 'pending' })
    const intent = await intentOf(made)
    Object.assign(intent, { status: 'succeeded' })
    await deliver(t, eventOf('payment_intent.succeeded', intent))
    expect(await movements(customerId)).toEqual([['granted', 100]])
  })
})

test('a payment that arrives after the top-up became void is refunded and gives no credit', async () => {
  const { id: customerId } = await givenCustomer(t.api)
  const made = await topUp(t.api, customerId)
  const { session } = t.stripe.payPage(await t.openPage(tokenOf(made)))
  await must(t.api.post(`/v1/invoices/${made.id}/void`, {}))
  await deliver(t, eventOf('checkout.session.completed', session))
  expect(await t.books.payments({ id: made.id })).toMatchObject([
    { status: 'failed', refunded: '100' },
  ])
  expect(await t.books.refunds({ id: made.id })).toMatchObject([{ status: 'succeeded' }])
  expect(await movements(customerId)).toEqual([])
})

describe('a refund', () => {
  test('that the provider refuses gives the credit back', async () => {
    const customerId = await givenWithCard()
    const made = await saved(customerId)
    t.stripe.refundInDashboard(await intentOf(made), 8_000)
    expect((await refund(made)).status).toBe(409)
    expect(await movements(customerId)).toEqual([
      ['refunded', 100],
      ['refunded', -100],
      ['granted', 100],
    ])
    expect(await differences()).toEqual([])
  })

  test('whose answer is lost reserves the credit, and is made once', async () => {
    const customerId = await givenWithCard()
    const made = await saved(customerId)
    t.stripe.loseAnswers('/v1/refunds')
    expect((await refund(made, { amount: 60 })).body).toMatchObject({ status: 'pending' })
    expect((await refund(made, { amount: 41 })).status).toBe(409)
    await t.books.age('2 minutes')
    await retryPending(depsOf(t), new Date())
    expect(await movements(customerId)).toEqual([
      ['refunded', -60],
      ['granted', 100],
    ])
    expect(await read(customerId, made)).toMatchObject({ amountRefunded: 60 })
  })

  test('made in the dashboard of Stripe is taken off once, even if the credit is used', async () => {
    const customerId = await givenWithCard()
    const made = await saved(customerId)
    const back = t.stripe.refundInDashboard(await intentOf(made), 10_000)
    await deliver(t, eventOf('refund.created', back))
    await deliver(t, eventOf('refund.updated', back))
    expect(await movements(customerId)).toEqual([
      ['refunded', -100],
      ['granted', 100],
    ])
    const bounced = { ...back, status: 'failed', failure_reason: 'lost_or_stolen_card' }
    await deliver(t, eventOf('refund.failed', bounced))
    expect(await movements(customerId)).toEqual([
      ['refunded', 100],
      ['refunded', -100],
      ['granted', 100],
    ])
    expect(await read(customerId, made)).toMatchObject({ status: 'paid', amountRefunded: 0 })
    expect(await differences()).toEqual([])
  })
})

describe('a dispute', () => {
  let count = 0
  const given = async () => {
    const customerId = await givenWithCard()
    const made = await saved(customerId)
    const intent = await intentOf(made)
    count += 1
    const dispute = {
      id: `dp_${count}`,
      payment_intent: intent.id,
      amount: 10_000,
      currency: 'usd',
    }
    const tell = (what: 'funds_withdrawn' | 'funds_reinstated', fields: Fields = {}) =>
      deliver(t, eventOf(`charge.dispute.${what}`, { ...dispute, ...fields }))
    return { customerId, made, intent, tell }
  }
  const creditOf = async (customerId: string) =>
    (await must(t.api.get(`/v1/customers/${customerId}/credit`))).credit
  /** Draws credit as an invoice does. */
  const use = (customerId: string, amount: number) =>
    t.books.rows(
      `insert into customer_credits (customer_id, id, organization_id, currency, amount, kind, grant_id,
         booked_at, created_at)
       select customer_id, gen_random_uuid(), organization_id, 'USD', $2, 'payout', id, now(), now()
       from credit_grants where customer_id = $1`,
      [customerId, -amount],
    )

  test('takes the whole credit off, used or not, so that less than nothing is available', async () => {
    const { customerId, made, tell } = await given()
    await use(customerId, 70)
    expect((await tell('funds_withdrawn')).statusCode).toBe(200)
    await tell('funds_withdrawn')
    expect(await creditOf(customerId)).toMatchObject([{ balance: -70, available: -70 }])
    expect(await read(customerId, made)).toMatchObject({ status: 'refunded', amountRefunded: 100 })
    const after = await refund(made)
    expect([after.status, after.body.code]).toEqual([409, 'not_refundable'])
    expect(await creditOf(customerId)).toMatchObject([{ available: -70 }])
    expect(await differences()).toEqual([])
  })

  test('of credit that has expired is a debt, and blocks', async () => {
    const { customerId, tell } = await given()
    await use(customerId, 70)
    const { results } = await must(t.api.get(`/v1/customers/${customerId}/credit-grants`))
    const grant = `/v1/customers/${customerId}/credit-grants/${results[0].id}`
    await must(t.api.post(`${grant}/expire`, {}))
    expect(await creditOf(customerId)).toEqual([])
    await tell('funds_withdrawn')
    expect(await creditOf(customerId)).toMatchObject([{ balance: -100, available: -100 }])
    await tell('funds_reinstated')
    expect(await creditOf(customerId)).toEqual([])
    expect(await differences()).toEqual([])
  })

  test('that is won gives the credit back, whichever news comes first', async () => {
    const one = await given()
    await one.tell('funds_withdrawn')
    await one.tell('funds_reinstated')
    await one.tell('funds_reinstated')
    expect(await creditOf(one.customerId)).toMatchObject([{ available: 100 }])
    expect(await read(one.customerId, one.made)).toMatchObject({
      status: 'paid',
      amountRefunded: 0,
    })
    const other = await given()
    await other.tell('funds_reinstated')
    await other.tell('funds_withdrawn')
    expect(await movements(other.customerId)).toEqual([['granted', 100]])
  })

  test('after a refund takes what the payment still has, and never more', async () => {
    const { customerId, made, tell } = await given()
    expect((await refund(made, { amount: 40 })).status).toBe(201)
    await tell('funds_withdrawn')
    expect(await creditOf(customerId)).toEqual([])
    expect(await read(customerId, made)).toMatchObject({ amountRefunded: 100 })
    const whole = await given()
    expect((await refund(whole.made)).status).toBe(201)
    await whole.tell('funds_withdrawn')
    expect(await movements(whole.customerId)).toEqual([
      ['refunded', -100],
      ['granted', 100],
    ])
  })

  test('is repeated by the provider while a refund of the payment has no answer', async () => {
    const { customerId, made, tell } = await given()
    t.stripe.loseAnswers('/v1/refunds')
    expect((await refund(made, { amount: 60 })).body).toMatchObject({ status: 'pending' })
    expect((await tell('funds_withdrawn')).statusCode).toBe(503)
    await t.books.age('2 minutes')
    await retryPending(depsOf(t), new Date())
    expect((await tell('funds_withdrawn')).statusCode).toBe(200)
    expect(await movements(customerId)).toEqual([
      ['refunded', -40],
      ['refunded', -60],
      ['granted', 100],
    ])
  })
})
