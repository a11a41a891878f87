import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../../../test/support/app.ts'
import { givenInvoice } from '../../../../test/support/given-invoice.ts'
import { startSilentServer } from '../../../../test/support/silent-server.ts'
import { buildApp } from '../../../app.ts'
import { createRegistry } from '../../../platform/http/health/metrics.ts'
import { booksOf } from '../test-support.ts'
import { limitWaiting } from './limit-waiting.ts'
import type { PaymentProvider } from './provider.ts'
import { createStripe } from './stripe/stripe.ts'
import { SECRET_KEY, startStripe, WEBHOOK_SECRET } from './stripe/test-support.ts'

const LIMITS = { answerWithinMs: 300, pauseMs: 30_000 }

/** Starts the app with a Stripe server that accepts connections and never answers. */
async function given() {
  const silent = await startSilentServer()
  onTestFinished(() => silent.close())
  let at = new Date()
  const now = () => at
  const service = await createTestApp({ now })
  onTestFinished(() => service.close())
  const stripeAt = (apiUrl: string) =>
    createStripe({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl, now })
  const hanging = stripeAt(`http://127.0.0.1:${silent.port}`)
  let real = hanging
  const provider: PaymentProvider = {
    ...hanging,
    createCheckout: (order) => real.createCheckout(order),
  }
  const payments = limitWaiting(provider, now, LIMITS)
  const app = await buildApp({ ...service.dependencies, registry: createRegistry(), payments })
  onTestFinished(() => app.close())
  return {
    silent,
    service,
    app,
    payments,
    books: booksOf(service),
    follow: ({ token }: { token: string }) => app.inject({ method: 'GET', url: `/pay/${token}` }),
    pass: (milliseconds: number) => {
      at = new Date(at.getTime() + milliseconds)
    },
    answerAt: (url: string) => {
      real = stripeAt(url)
    },
  }
}

test('a timeout fails the first customer, then all at once, and none after recovery', async () => {
  const t = await given()
  const invoice = await givenInvoice(t.service)
  const first = await t.follow(invoice)
  expect([first.statusCode, first.headers['retry-after']]).toEqual([503, '30'])
  expect(first.headers['content-type']).toContain('text/html')
  const asked = t.silent.accepted()
  expect(asked).toBeGreaterThan(0)
  expect((await t.follow(invoice)).statusCode).toBe(503)
  expect(t.silent.accepted()).toBe(asked)
  const stripe = await startStripe()
  onTestFinished(() => stripe.close())
  t.answerAt(stripe.url)
  t.pass(LIMITS.pauseMs)
  expect((await t.follow(invoice)).statusCode).toBe(303)
  expect((await t.follow(invoice)).statusCode).toBe(303)
})

test('a refund is pending while the provider does not answer, and the sweep retries it', async () => {
  const t = await given()
  const invoice = await givenInvoice(t.service, { status: 'paid' })
  await t.books.rows(
    `insert into payments (customer_id, id, organization_id, invoice_id, method, status, amount,
       amount_refunded, currency, provider, provider_payment_id, paid_at, created_at, updated_at)
     values ($1, $2, $3, $4, 'card', 'succeeded', 100, 0, 'USD', 'stripe', 'pi_1', now(), now(), now())`,
    [invoice.customerId, invoice.id, invoice.organizationId, invoice.id],
  )
  const answer = await t.app.inject({
    method: 'POST',
    url: `${invoice.url}/payments/${invoice.id}/refund`,
    headers: { 'x-api-key': t.service.organization.secretKey, 'content-type': 'application/json' },
    payload: '{}',
  })
  expect(answer.json()).toMatchObject({ status: 'pending' })
  expect(await t.books.refunds(invoice)).toMatchObject([{ status: 'pending' }])
  expect(t.payments.isPaused?.()).toBe(true)
})

test('the limit leaves a customer waiting for less than fifteen seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const now = () => new Date()
  const keys = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: undefined }
  const hanging = { expireCheckout: () => new Promise<never>(() => undefined) }
  const payments = limitWaiting({ ...createStripe({ ...keys, now }), ...hanging }, now)
  const answer = expect(payments.expireCheckout('cs_1')).rejects.toMatchObject({
    kind: 'unavailable',
  })
  await vi.advanceTimersByTimeAsync(14_999)
  await answer
})
