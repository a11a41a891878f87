import { beforeEach, describe, expect, test } from 'vitest'
import { givenInvoice } from '../../../../test/support/given-invoice.ts'
import { startStripeTest } from '../../../../test/support/stripe.ts'
import { useOpened } from '../../../../test/support/use-app.ts'
import { collectInvoice } from '../charges/collect.ts'
import { deliver, eventOf } from '../provider/stripe/test-support.ts'
import { retryPending } from '../retry.ts'
import { depsOf } from '../test-support.ts'
import { findMethod } from './method-queries.ts'
import { openSetup } from './open-setup.ts'
import { removeMethod } from './remove-method.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

const t = useOpened(startStripeTest)
beforeEach(() => {
  t.stripe.requests.length = 0
})

type Key = { organizationId: string; customerId: string }

const SESSIONS = '/v1/checkout/sessions'
const DETACH_MAX = 3

/** Opens a set-up page at Stripe for the customer and returns its session id. */
async function pageOf({ organizationId, customerId }: Key): Promise<string> {
  const { payments } = t.dependencies
  if (!payments) throw new Error('no provider')
  const request = {
    key: { organizationId, customerId },
    customerEmail: 'a@b.example',
    currency: 'USD',
  }
  const opened = await openSetup(depsOf(t), payments, request)
  if (opened.kind !== 'opened') throw new Error(opened.reason)
  return opened.url.split('/').at(-1) ?? ''
}

const completed = (session: object, secondsLater = 0) => {
  const event = eventOf('checkout.session.completed', { ...session })
  return { ...event, created: event.created + secondsLater }
}

const saved = (key: Key) => findMethod(t.dependencies.db, key, 'stripe')

/** Creates a customer with this saved method. */
async function givenSaved(methodId: string) {
  const invoice = await givenInvoice(t)
  await deliver(t, completed(t.stripe.saveOnPage(await pageOf(invoice), methodId)))
  return invoice
}

describe('a saved method', () => {
  test('is requested in set-up mode, and Stripe creates the customer if it is completed', async () => {
    const invoice = await givenInvoice(t)
    await pageOf(invoice)
    const [order] = t.stripe.posts(SESSIONS)
    expect(order?.form).toMatchObject({
      mode: 'setup',
      currency: 'usd',
      customer_creation: 'always',
      customer_email: 'a@b.example',
      success_url: 'https://account.test/portal/profile?from=setup',
      cancel_url: 'https://account.test/portal/profile',
      'metadata[piecework_customer]': invoice.customerId,
    })
    expect(order?.idempotencyKey).toMatch(/^setup-/)
  })

  test('is charged from then on, and a known customer is not created again', async () => {
    const invoice = await givenSaved('pm_first')
    expect(await saved(invoice)).toMatchObject({
      providerMethodId: 'pm_first',
      brand: 'visa',
      last4: '4242',
    })
    const { providerCustomerId } = (await saved(invoice)) ?? {}
    await pageOf(invoice)
    expect(t.stripe.posts(SESSIONS).at(-1)?.form).toMatchObject({ customer: providerCustomerId })
    const moment = t.dependencies.clock.moment(invoice.organizationId)
    expect(await collectInvoice(depsOf(t), invoice, moment)).toBe('paid')
  })

  test('two tabs get one page', async () => {
    const invoice = await givenInvoice(t)
    const pages = await Promise.all([pageOf(invoice), pageOf(invoice), pageOf(invoice)])
    expect(new Set(pages).size).toBe(1)
  })

  test('replaces the previous one, which is detached at Stripe', async () => {
    const invoice = await givenSaved('pm_old')
    await deliver(t, completed(t.stripe.saveOnPage(await pageOf(invoice), 'pm_new'), 1))
    expect(await saved(invoice)).toMatchObject({ providerMethodId: 'pm_new' })
    expect([t.stripe.detached.has('pm_old'), t.stripe.detached.has('pm_new')]).toEqual([
      true,
      false,
    ])
  })

  test('is the last one by the time of Stripe, in any order of notifications', async () => {
    const invoice = await givenInvoice(t)
    const first = completed(t.stripe.saveOnPage(await pageOf(invoice), 'pm_earlier'))
    await t.books.rows(`update payment_method_setups set expires_at = $2 where customer_id = $1`, [
      invoice.customerId,
      new Date(),
    ])
    const second = completed(t.stripe.saveOnPage(await pageOf(invoice), 'pm_later'), 5)
    await Promise.all([deliver(t, second), deliver(t, first)])
    expect(await saved(invoice)).toMatchObject({ providerMethodId: 'pm_later' })
    expect(t.stripe.detached.has('pm_earlier')).toBe(true)
  })

  test('is saved once, however often it is notified', async () => {
    const invoice = await givenInvoice(t)
    const event = completed(t.stripe.saveOnPage(await pageOf(invoice), 'pm_twice'))
    await Promise.all([deliver(t, event), deliver(t, event), deliver(t, event)])
    await removeMethod(depsOf(t), invoice)
    await deliver(t, { ...event, id: `${event.id}_again` })
    expect(await saved(invoice)).toBeUndefined()
  })

  test('belongs to its customer, whatever the page claims', async () => {
    const [mine, other] = [await givenInvoice(t), await givenInvoice(t)]
    const session = t.stripe.saveOnPage(await pageOf(mine), 'pm_mine')
    const metadata = { ...(session.metadata as object), piecework_customer: other.customerId }
    await deliver(t, completed({ ...session, metadata }))
    expect([await saved(mine), await saved(other)]).toEqual([undefined, undefined])
    // A different set-up session of the right customer must not match either.
    await deliver(t, completed({ ...session, id: 'cs_test_other' }))
    expect(await saved(mine)).toBeUndefined()
    await deliver(t, completed(session))
    expect(await saved(mine)).toMatchObject({ providerMethodId: 'pm_mine' })
  })

  test('is found by the sweep if its notification never arrived', async () => {
    const invoice = await givenInvoice(t)
    t.stripe.saveOnPage(await pageOf(invoice), 'pm_untold')
    await t.books.rows(
      `update payment_method_setups set expires_at = $2, updated_at = $3 where customer_id = $1`,
      [invoice.customerId, ago(1), ago(60)],
    )
    await retryPending(depsOf(t), new Date())
    expect(await saved(invoice)).toMatchObject({ providerMethodId: 'pm_untold' })
  })
})

describe('a removed method', () => {
  test('is no longer charged, and is detached at Stripe', async () => {
    const invoice = await givenSaved('pm_removed')
    await removeMethod(depsOf(t), invoice)
    await removeMethod(depsOf(t), invoice)
    expect(await saved(invoice)).toBeUndefined()
    expect(t.stripe.detached.has('pm_removed')).toBe(true)
    const moment = t.dependencies.clock.moment(invoice.organizationId)
    expect(await collectInvoice(depsOf(t), invoice, moment)).toBe('no_method')
  })

  test('is removed while Stripe does not answer, and detached once it does', async () => {
    const invoice = await givenSaved('pm_hangs')
    t.stripe.loseAnswers('/v1/payment_methods/pm_hangs/detach', DETACH_MAX)
    await removeMethod(depsOf(t), invoice)
    expect(await saved(invoice)).toBeUndefined()
    const waiting = () =>
      t.books.rows('select 1 from payment_method_detachments where customer_id = $1', [
        invoice.customerId,
      ])
    expect(await waiting()).toHaveLength(1)
    await t.books.rows('update payment_method_detachments set updated_at = $1', [ago(60)])
    await retryPending(depsOf(t), new Date())
    expect(await waiting()).toHaveLength(0)
    expect(t.stripe.detached.has('pm_hangs')).toBe(true)
  })

  test('does not return by the late notification of an earlier save', async () => {
    const invoice = await givenSaved('pm_known')
    const late = completed(t.stripe.saveOnPage(await pageOf(invoice), 'pm_late'), -5)
    await removeMethod(depsOf(t), invoice)
    await deliver(t, late)
    expect(await saved(invoice)).toBeUndefined()
    expect(t.stripe.detached.has('pm_late')).toBe(true)
  })

  test('does not affect a pending charge', async () => {
    const invoice = await givenSaved('pm_pending')
    t.stripe.loseAnswers('/v1/payment_intents')
    const moment = t.dependencies.clock.moment(invoice.organizationId)
    expect(await collectInvoice(depsOf(t), invoice, moment)).toBe('pending')
    await removeMethod(depsOf(t), invoice)
    await t.books.age('2 minutes')
    await retryPending(depsOf(t), new Date())
    // Stripe had made the charge. It is found by the Stripe customer that the payment row stores.
    expect(await t.books.invoice(invoice)).toMatchObject({ status: 'paid' })
  })

  test('is not charged in place of the replaced one of a pending charge', async () => {
    const invoice = await givenSaved('pm_agreed')
    const { payments } = t.dependencies
    const hangs = { ...payments, chargeSavedMethod: () => Promise.reject(new Error('no answer')) }
    const moment = t.dependencies.clock.moment(invoice.organizationId)
    const deps = { ...depsOf(t), payments: hangs as unknown as typeof payments }
    expect(await collectInvoice(deps, invoice, moment)).toBe('pending')
    await deliver(t, completed(t.stripe.saveOnPage(await pageOf(invoice), 'pm_instead'), 1))
    await t.books.age('2 minutes')
    await retryPending(depsOf(t), new Date())
    expect(await t.books.payments(invoice)).toMatchObject([{ status: 'failed' }])
    expect(t.stripe.posts('/v1/payment_intents')).toEqual([])
  })
})
