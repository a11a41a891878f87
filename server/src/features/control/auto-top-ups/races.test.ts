import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, must } from '../../../../test/support/app.ts'
import {
  readAutoTopUps,
  setAutoTopUp,
  switchOff,
  topUpsOf,
} from '../../../../test/support/auto-top-ups.ts'
import { type Fields, givenCustomer } from '../../../../test/support/given.ts'
import { startStripeTest } from '../../../../test/support/stripe.ts'
import { topUp } from '../../../../test/support/top-ups.ts'
import { times } from '../../../../test/support/usage.ts'
import { useOpened } from '../../../../test/support/use-app.ts'
import {
  eventually,
  runBehindLock,
  untilWaiting,
  whileLocked,
} from '../../../../test/support/waiting.ts'
import { removeMethod } from '../../payments/methods/remove-method.ts'
import type { PaymentProvider } from '../../payments/provider/provider.ts'
import { deliver, eventOf } from '../../payments/provider/stripe/test-support.ts'
import { retryPending } from '../../payments/retry.ts'
import { depsOf } from '../../payments/test-support.ts'
import { startDueTopUps } from './start-due.ts'
import { sweepAutoTopUps } from './sweep.ts'

/** What else happens at the same time as an automatic top-up. */
const t = useOpened(startStripeTest)
beforeEach(() => {
  t.stripe.requests.length = 0
})

const INTENTS = '/v1/payment_intents'

/** A second process on the same database, with its own connections and caches. */
let otherApp: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  const { stripe } = t.config
  const database = { ...t.database, close: async () => undefined }
  otherApp = await createTestApp({ database, config: { stripe, publicUrl: t.config.publicUrl } })
  return () => otherApp.close()
})

async function givenWithCard(outcome = 'card', terms: Fields = {}): Promise<string> {
  const { id: customerId } = await givenCustomer(t.api, { email: 'pay@acme.example' })
  await t.books.rows(
    `insert into payment_methods (customer_id, provider, organization_id, provider_customer_id,
       provider_method_id, brand, last4, created_at, updated_at)
     values ($1, 'stripe', $2, $3, $4, 'visa', '4242', now(), now())`,
    [customerId, t.organization.id, `cus_${customerId}`, `pm_${outcome}`],
  )
  await setAutoTopUp(t.api, customerId, terms)
  return customerId
}
const useCard = (customerId: string, outcome: string) =>
  t.books.rows('update payment_methods set provider_method_id = $2 where customer_id = $1', [
    customerId,
    `pm_${outcome}`,
  ])
const sweep = (payments?: PaymentProvider) =>
  sweepAutoTopUps({ ...t.dependencies, ...(payments && { payments }) }, { lastFinish: undefined })
const otherSweep = () => sweepAutoTopUps(otherApp.dependencies, { lastFinish: undefined })
const lockOf = (customerId: string) => ({
  lock: 'select from auto_top_ups where customer_id = $1 for update',
  values: [customerId],
})
/** Makes the sweep check every customer again. */
const forgetChecks = () => t.books.rows(`update auto_top_ups set check_at = '2020-01-01Z'`, [])
const topUps = (customerId: string) => topUpsOf(t.api, customerId)
const stateOf = async (customerId: string) => (await readAutoTopUps(t.api, customerId)).at(0) ?? {}
const movements = async (customerId: string) => {
  const { results } = await must(t.api.get(`/v1/customers/${customerId}/credit-movements`))
  return results.map((one: Fields) => [one.type, one.amount])
}
const intentOf = async ({ id }: Fields) => {
  const [payment] = await t.books.payments({ id: String(id) })
  return t.stripe.all.get(payment.providerId) ?? {}
}
const only = async (customerId: string): Promise<Fields> => {
  const [made, ...others] = await topUps(customerId)
  expect(others).toEqual([])
  return made ?? {}
}
const provider = (): PaymentProvider => {
  const { payments } = depsOf(t)
  if (!payments) throw new Error('the test has a provider')
  return payments
}

describe('two processes', () => {
  test('that sweep at the same time charge once', async () => {
    const customerId = await givenWithCard()
    await Promise.all([sweep(), otherSweep(), sweep(), otherSweep()])
    await forgetChecks()
    await Promise.all([sweep(), otherSweep()])
    expect(await only(customerId)).toMatchObject({ status: 'paid' })
    expect(t.stripe.posts(INTENTS)).toHaveLength(1)
    expect(await movements(customerId)).toEqual([['granted', 100]])
  })

  const check = async (
    { dependencies: deps }: Pick<typeof t, 'dependencies'>,
    customerId: string,
  ) => {
    const customer = { organizationId: t.organization.id, customerId }
    return startDueTopUps(deps, customer, deps.clock.moment(customer.organizationId))
  }

  test('that saw low credit look again under the lock: credit added since then makes a charge needless', async () => {
    const customerId = await givenWithCard()
    const { checked } = await whileLocked(t.database.pool, lockOf(customerId), async () => {
      const waiting = Promise.all([check(t, customerId), check(otherApp, customerId)])
      await untilWaiting(t.database.pool, 2)
      await must(
        t.api.post(`/v1/customers/${customerId}/credit-grants`, {
          ...{ kind: 'paid', currency: 'USD', amount: 20, effectiveAt: '2020-01-01' },
        }),
      )
      return { checked: waiting }
    })
    expect(await checked).toEqual([[], []])
    expect(await topUps(customerId)).toEqual([])
  })

  test('that both saw low credit start one top-up', async () => {
    const customerId = await givenWithCard()
    const orders = await runBehindLock(
      t.database.pool,
      { ...lockOf(customerId), sessions: 4 },
      () => Promise.all([t, otherApp, t, otherApp].map((app) => check(app, customerId))),
    )
    expect(orders.flat()).toHaveLength(1)
    expect(await topUps(customerId)).toHaveLength(1)
  })
})

test('a manual top-up whose payment is on its way is waited for, and may make another needless', async () => {
  const customerId = await givenWithCard('processing')
  const manual = await topUp(t.api, customerId, { method: 'saved', amount: 50 })
  expect(manual).toMatchObject({ status: 'pending' })
  await useCard(customerId, 'card')
  await sweep()
  expect(await only(customerId)).toMatchObject({ method: 'saved' })
  const intent = { ...(await intentOf(manual)), status: 'succeeded' }
  await deliver(t, eventOf('payment_intent.succeeded', intent))
  await forgetChecks()
  await sweep()
  expect(await only(customerId)).toMatchObject({ method: 'saved', status: 'paid' })
})

test('a manual top-up at the same time leaves at most one automatic one, and every payment its credit', async () => {
  const customerId = await givenWithCard()
  await Promise.all([
    sweep(),
    ...times(3, () => topUp(t.api, customerId, { method: 'saved', amount: 30 })),
    otherSweep(),
  ])
  await forgetChecks()
  await sweep()
  const made = await topUps(customerId)
  expect(made.every(({ status }) => status === 'paid')).toBe(true)
  expect(made.filter(({ method }) => method === 'auto').length).toBeLessThanOrEqual(1)
  expect(await movements(customerId)).toHaveLength(made.length)
})

test('a notification twice, and beside the answer of the charge, gives the credit once', async () => {
  const customerId = await givenWithCard()
  await sweep()
  const made = await only(customerId)
  const event = eventOf('payment_intent.succeeded', await intentOf(made))
  await Promise.all([deliver(t, event), deliver(t, event)])
  expect(await movements(customerId)).toEqual([['granted', 100]])
  expect(await stateOf(customerId)).toMatchObject({ failures: 0, status: 'active' })
})

test('the news of a declined charge, twice and beside its answer, is one failure', async () => {
  const customerId = await givenWithCard('declined')
  await sweep()
  const event = eventOf('payment_intent.payment_failed', await intentOf(await only(customerId)))
  await Promise.all([deliver(t, event), deliver(t, event)])
  expect(await stateOf(customerId)).toMatchObject({ failures: 1, status: 'waiting' })
})

describe('a charge without an answer', () => {
  test('is the only one until the retry finds it, and gives its credit once', async () => {
    const customerId = await givenWithCard()
    t.stripe.loseAnswers(INTENTS)
    await sweep()
    expect(await only(customerId)).toMatchObject({ status: 'pending' })
    expect(await movements(customerId)).toEqual([])
    await forgetChecks()
    await Promise.all([sweep(), otherSweep()])
    await t.books.age('2 minutes')
    await Promise.all([retryPending(depsOf(t), new Date()), retryPending(depsOf(t), new Date())])
    expect(await only(customerId)).toMatchObject({ status: 'paid' })
    expect(await movements(customerId)).toEqual([['granted', 100]])
  })

  test('of one customer does not keep the sweep from charging others', async () => {
    const hanging = await givenWithCard()
    const others = await Promise.all(times(8, () => givenWithCard()))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const real = provider()
    const swept = sweep({
      ...real,
      chargeSavedMethod: async (order) => {
        if (order.customerId === hanging) await released
        return real.chargeSavedMethod(order)
      },
    })
    await eventually(async () => {
      for (const customerId of others) {
        expect(await only(customerId)).toMatchObject({ status: 'paid' })
      }
    })
    expect(await only(hanging)).toMatchObject({ status: 'pending' })
    release()
    await swept
    expect(await only(hanging)).toMatchObject({ status: 'paid' })
  })

  test('of a process that died before it asked is made by the retry', async () => {
    const customerId = await givenWithCard()
    const customer = { organizationId: t.organization.id, customerId }
    const orders = await startDueTopUps(
      t.dependencies,
      customer,
      t.dependencies.clock.moment(t.organization.id),
    )
    expect(orders).toHaveLength(1)
    expect(await only(customerId)).toMatchObject({ status: 'pending' })
    await t.books.age('2 minutes')
    await retryPending(depsOf(t), new Date())
    expect(await only(customerId)).toMatchObject({ status: 'paid' })
    expect(t.stripe.posts(INTENTS)).toHaveLength(1)
  })
})

describe('while a charge is under way', () => {
  const givenPending = async () => {
    const customerId = await givenWithCard('processing')
    await sweep()
    const made = await only(customerId)
    expect(made).toMatchObject({ status: 'pending' })
    const succeed = async () =>
      deliver(
        t,
        eventOf('payment_intent.succeeded', { ...(await intentOf(made)), status: 'succeeded' }),
      )
    const fail = async () => {
      const error = { type: 'card_error', code: 'card_declined', message: 'Declined.' }
      const intent = { ...(await intentOf(made)), status: 'requires_payment_method' }
      return deliver(
        t,
        eventOf('payment_intent.payment_failed', { ...intent, last_payment_error: error }),
      )
    }
    return { customerId, succeed, fail }
  }

  test('it can be switched off: the payment gives its credit, and nothing follows', async () => {
    const { customerId, succeed } = await givenPending()
    await must(switchOff(t.api, customerId, await stateOf(customerId)))
    await succeed()
    expect(await only(customerId)).toMatchObject({ status: 'paid' })
    expect(await movements(customerId)).toEqual([['granted', 100]])
    await sweep()
    expect(await stateOf(customerId)).toMatchObject({ stopReason: 'switched_off' })
  })

  test('it can be switched off: a failure is not counted, and nothing follows', async () => {
    const { customerId, fail } = await givenPending()
    await must(switchOff(t.api, customerId, await stateOf(customerId)))
    await fail()
    expect(await only(customerId)).toMatchObject({ status: 'failed' })
    await forgetChecks()
    await sweep()
    await only(customerId)
    expect(await stateOf(customerId)).toMatchObject({ stopReason: 'switched_off', failures: 0 })
  })

  test('its card can be removed: the payment gives its credit, and nothing follows', async () => {
    const { customerId, succeed } = await givenPending()
    await removeMethod(depsOf(t), { organizationId: t.organization.id, customerId })
    await succeed()
    expect(await only(customerId)).toMatchObject({ status: 'paid' })
    await forgetChecks()
    await sweep()
    await only(customerId)
    expect(await stateOf(customerId)).toMatchObject({ stopReason: 'no_payment_method' })
  })
})

test('switching off, removing the card, setting and sweeping at once end without a deadlock', async () => {
  const customerId = await givenWithCard()
  const key = { organizationId: t.organization.id, customerId }
  await Promise.all([
    ...times(3, () => sweep()),
    switchOff(t.api, customerId, await stateOf(customerId)),
    removeMethod(depsOf(t), key),
    otherSweep(),
  ])
  expect(await stateOf(customerId)).toMatchObject({ status: 'off' })
  const made = await topUps(customerId)
  expect(made.length).toBeLessThanOrEqual(1)
  expect(await movements(customerId)).toHaveLength(made.length)
})

test('a dispute of a top-up stops it: a bank that took money back is not charged again', async () => {
  const customerId = await givenWithCard()
  await sweep()
  const intent = await intentOf(await only(customerId))
  const dispute = { id: 'dp_auto', payment_intent: intent.id, amount: 10_000, currency: 'usd' }
  await deliver(t, eventOf('charge.dispute.funds_withdrawn', dispute))
  await forgetChecks()
  await sweep()
  expect(await only(customerId)).toMatchObject({ status: 'refunded' })
  expect(await stateOf(customerId)).toMatchObject({ status: 'off', stopReason: 'dispute' })
})
