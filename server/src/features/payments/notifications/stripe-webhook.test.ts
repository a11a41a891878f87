import { beforeEach, describe, expect, test } from 'vitest'
import { givenInvoice } from '../../../../test/support/given-invoice.ts'
import { startStripeTest } from '../../../../test/support/stripe.ts'
import { useOpened } from '../../../../test/support/use-app.ts'
import { deliver, eventOf } from '../provider/stripe/test-support.ts'
import { retryPending } from '../retry.ts'
import { depsOf } from '../test-support.ts'

const t = useOpened(startStripeTest)
beforeEach(() => {
  t.stripe.requests.length = 0
})

const eventWith = (fields: object) => ({ ...eventOf('refund.updated', {}), ...fields })

describe('a webhook call', () => {
  const paidEvent = async () => {
    const invoice = await givenInvoice(t)
    const { session } = t.stripe.payPage(await t.openPage(invoice))
    return { invoice, event: eventOf('checkout.session.completed', session) }
  }

  test.each([
    ['by another secret', { secret: 'whsec_other' }],
    ['of yesterday', { timestamp: Math.floor(Date.now() / 1_000) - 86_400 }],
    ['of tomorrow', { timestamp: Math.floor(Date.now() / 1_000) + 86_400 }],
    ['of no time at all', { timestamp: Number.NaN }],
    ['of another body', { body: '{"id":"evt_x","type":"checkout.session.completed"}' }],
  ])('with a signature %s is refused, and nothing is done', async (_, options) => {
    const { invoice, event } = await paidEvent()
    const { statusCode, body } = await deliver(t, event, options)
    expect(statusCode).toBe(400)
    expect(body).not.toContain('whsec')
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'issued' })
    const seen = await t.books.rows('select from payment_notifications where event_id = $1', [
      event.id,
    ])
    expect(seen).toEqual([])
  })

  const keptOf = (event: { id: string }) =>
    t.books.rows(
      `select kind, body, received_at as "receivedAt" from payment_notifications
       where event_id = $1`,
      [event.id],
    )

  test('that is processed is stored once and unchanged, however often it arrives', async () => {
    const { event } = await paidEvent()
    const before = new Date()
    expect((await deliver(t, event)).statusCode).toBe(200)
    const first = await keptOf(event)
    expect(first).toEqual([
      { kind: 'checkout_paid', body: JSON.stringify(event), receivedAt: expect.any(Date) },
    ])
    expect(first[0].receivedAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
    await Promise.all([deliver(t, event), deliver(t, event)])
    expect(await keptOf(event)).toEqual(first)
  })

  test('is stored without the secret that could confirm a payment', async () => {
    const invoice = await givenInvoice(t)
    const { session } = t.stripe.payPage(await t.openPage(invoice))
    const event = eventOf('checkout.session.completed', { ...session, client_secret: 'cs_secret' })
    expect((await deliver(t, event)).statusCode).toBe(200)
    const [kept] = await keptOf(event)
    expect(JSON.parse(kept.body)).toMatchObject({
      id: event.id,
      data: { object: { client_secret: '[removed]' } },
    })
  })

  test('with a wrong signature is not stored until it arrives with the right one', async () => {
    const { event } = await paidEvent()
    const forged = await deliver(t, event, { secret: 'whsec_other' })
    expect(forged.statusCode).toBe(400)
    expect(await keptOf(event)).toEqual([])
    expect((await deliver(t, event)).statusCode).toBe(200)
    expect(await keptOf(event)).toHaveLength(1)
  })

  test('is kept for ninety days', async () => {
    const [{ event }, { event: other }] = [await paidEvent(), await paidEvent()]
    await deliver(t, event)
    await deliver(t, other)
    const after = (days: number) => new Date(Date.now() + days * 86_400_000)
    await retryPending(depsOf(t), after(89))
    expect(await keptOf(event)).toHaveLength(1)
    await t.books.rows(
      `update payment_notifications set received_at = received_at + interval '10 days'
       where event_id = $1`,
      [other.id],
    )
    await retryPending(depsOf(t), after(91))
    expect(await keptOf(event)).toEqual([])
    expect(await keptOf(other)).toHaveLength(1)
  })

  const OURS = {
    piecework_organization: crypto.randomUUID(),
    piecework_customer: crypto.randomUUID(),
    piecework_checkout: crypto.randomUUID(),
  }
  test.each([
    ['nothing', null],
    ['a list', []],
    ['a text', 'evt_1'],
    ['no object', { id: 'evt_a', type: 'refund.updated', data: {} }],
    ['no id', { type: 'refund.updated', data: { object: {} } }],
    ['an id with a NUL', eventWith({ id: 'evt_\u0000' })],
    ['an empty refund', eventOf('refund.updated', {})],
    ['a refund in no currency', eventOf('refund.updated', { id: 're_1', amount: 1 })],
    [
      'a refund of half a cent',
      eventOf('refund.failed', { id: 're_1', amount: 0.5, currency: 'usd' }),
    ],
    ['an empty payment', eventOf('payment_intent.succeeded', {})],
    ['a payment by a number', eventOf('payment_intent.canceled', { id: 5, status: 'canceled' })],
    [
      'a reference that is a list',
      eventOf('checkout.session.expired', { metadata: { ...OURS, piecework_checkout: [OURS] } }),
    ],
    [
      'a payment that is a number',
      eventOf('checkout.session.completed', { metadata: OURS, payment_intent: 7 }),
    ],
  ])('that is signed but holds %s is refused', async (_, event) => {
    const payload = JSON.stringify(event)
    const { statusCode, body } = await deliver(t, eventOf('x', {}), {
      body: payload,
      signs: payload,
    })
    expect([statusCode, body]).toEqual([400, expect.stringContaining('not a Stripe event')])
  })

  test('without a signature or a body is refused', async () => {
    const post = (headers: Record<string, string>, payload?: string) =>
      t.app.inject({
        method: 'POST',
        url: '/webhooks/stripe',
        headers,
        ...(payload ? { payload } : {}),
      })
    expect((await post({ 'content-type': 'application/json' }, '{}')).statusCode).toBe(400)
    expect((await post({})).statusCode).toBe(400)
  })

  test.each([
    ['of a kind that is not used', 'customer.created', { id: 'cus_1' }],
    ['about a page of somebody else', 'checkout.session.completed', { id: 'cs_1', metadata: {} }],
    ['about a page without metadata', 'checkout.session.expired', { id: 'cs_2', metadata: null }],
    [
      'about a row that is not here',
      'checkout.session.expired',
      {
        metadata: {
          piecework_organization: crypto.randomUUID(),
          piecework_customer: crypto.randomUUID(),
          piecework_checkout: crypto.randomUUID(),
        },
      },
    ],
  ])('%s is answered and changes nothing', async (_, type, object) => {
    expect((await deliver(t, eventOf(type, object))).statusCode).toBe(200)
  })
})
