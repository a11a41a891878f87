import { beforeEach, describe, expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { sweepAutoTopUps } from '../../src/features/control/auto-top-ups/sweep.ts'
import { removeMethod } from '../../src/features/payments/methods/remove-method.ts'
import { browserOf, expectBooksToBalance } from '../../src/features/payments/test-support.ts'
import { must } from '../support/app.ts'
import {
  readAutoTopUps,
  setAutoTopUp,
  switchOff,
  TERMS,
  topUpsOf,
  trySetAutoTopUp,
} from '../support/auto-top-ups.ts'
import { flatPrice, givenDeal } from '../support/deal.ts'
import { ABSENT, type Fields, givenCustomer, unique } from '../support/given.ts'
import { saveTestCard, tokenOf, topUp } from '../support/top-ups.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'

/** Prepaid credit that is topped up without a request: consent, when it is charged, and what stops it. */
const START = '2026-03-15T12:00:00Z'
let now = new Date(START)

const t = useTestApp({ now: () => now, atEnd: expectBooksToBalance })
const { api, organization } = useOrganizationPerTest(t)
const stranger = useStranger(t)

beforeEach(() => {
  now = new Date(START)
})

const DECLINED = '4000000000000341'
const NEEDS_CUSTOMER = '4000002760003184'

async function givenWithCard(number?: string) {
  const { id: customerId } = await givenCustomer(api, { email: 'pay@acme.example' })
  await saveTestCard(t, { organizationId: organization.id, customerId }, number)
  return customerId
}
const sweep = () => sweepAutoTopUps(t.dependencies, { lastFinish: undefined })
const sweepAt = (at: string) => {
  now = new Date(at)
  return sweep()
}
const stateOf = async (customerId: string) => (await readAutoTopUps(api, customerId)).at(0) ?? {}
const grant = (customerId: string, fields: Fields = {}) =>
  must(
    api.post(`/v1/customers/${customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', amount: 20, effectiveAt: '2026-03-01', ...fields },
    }),
  )
const eventsOf = async (customerId: string) => {
  const { rows } = await t.database.pool.query(
    `select type from outbox_events where customer_id = $1
       and (type like 'top_up.%' or type like 'auto_top_up.%') order by id`,
    [customerId],
  )
  return rows.map(({ type }) => type)
}
const mailsOf = async (customerId: string) => {
  await t.followUp()
  const { rows } = await t.database.pool.query(
    'select kind, subject from emails where customer_id = $1 order by id',
    [customerId],
  )
  return rows
}

describe('consent', () => {
  test('is stored with its author, its text and its time', async () => {
    const customerId = await givenWithCard()
    const made = await setAutoTopUp(api, customerId)
    expect(made).toMatchObject({
      ...{ customerId, currency: 'USD', status: 'active', stopReason: null, stoppedAt: null },
      ...{ threshold: 20, amount: 100, maxPerMonth: 4, topUpsThisMonth: 0, openTopUpId: null },
      ...{ failures: 0, nextAttemptAt: null, consentedAt: '2026-03-15T12:00:00.000Z' },
      ...{ consentedBy: TERMS.consentedBy, consentText: TERMS.consentText },
      consentSource: 'operator',
    })
    expect(await readAutoTopUps(api, customerId)).toEqual([made])
  })

  test('is kept when other terms replace it, and only those are in force', async () => {
    const customerId = await givenWithCard()
    const first = await setAutoTopUp(api, customerId)
    const second = await setAutoTopUp(api, customerId, { amount: '250.50', threshold: 0 })
    const euros = await setAutoTopUp(api, customerId, { currency: 'EUR' })
    expect(await readAutoTopUps(api, customerId)).toEqual([euros, second])
    expect(second).toMatchObject({ amount: 250.5, threshold: 0 })
    const { rows } = await t.database.pool.query(
      'select consent_text, stop_reason from auto_top_ups where id = $1',
      [first.id],
    )
    expect(rows).toEqual([{ consent_text: TERMS.consentText, stop_reason: 'replaced' }])
  })

  test('of two requests at once is in force once', async () => {
    const customerId = await givenWithCard()
    const amounts = [10, 20, 30, 40]
    await Promise.all(amounts.map((amount) => setAutoTopUp(api, customerId, { amount })))
    const { rows } = await t.database.pool.query(
      `select count(*)::int, count(*) filter (where stopped_at is null)::int as active
       from auto_top_ups where customer_id = $1`,
      [customerId],
    )
    expect(rows).toEqual([{ count: 4, active: 1 }])
  })

  test.each([
    ['a negative threshold', { threshold: -1 }],
    ['a threshold with more decimals than the currency', { threshold: '1.001' }],
    ['an amount of zero', { amount: 0 }],
    ['an amount that is no number', { amount: 'much' }],
    ['more decimals than the currency', { currency: 'JPY', amount: 1.5 }],
    ['a currency that does not exist', { currency: 'usd' }],
    ['no top-up a month', { maxPerMonth: 0 }],
    ['too many a month', { maxPerMonth: 101 }],
    ['a part of a top-up a month', { maxPerMonth: 1.5 }],
    ['no text', { consentText: '' }],
    ['blank text', { consentText: '  ' }],
    ['a blank name of the consenting person', { consentedBy: ' ' }],
    ['an unknown field', { isEnabled: true }],
  ])('is refused with %s', async (_what, fields) => {
    const customerId = await givenWithCard()
    expect((await trySetAutoTopUp(api, customerId, fields)).status).toBe(400)
    expect(await readAutoTopUps(api, customerId)).toEqual([])
  })

  test('needs a saved payment method, and the own customer', async () => {
    const { id: customerId } = await givenCustomer(api)
    const { status, body } = await trySetAutoTopUp(api, customerId)
    expect([status, body.code]).toEqual([409, 'no_payment_method'])
    const theirs = await givenWithCard()
    expect((await trySetAutoTopUp(stranger, theirs)).status).toBe(404)
    expect((await stranger.get(`/v1/customers/${theirs}/auto-top-ups`)).status).toBe(404)
    expect((await trySetAutoTopUp(api, ABSENT)).status).toBe(404)
  })

  test('ends when it is switched off, once; not by another customer or organization', async () => {
    const [customerId, other] = [await givenWithCard(), await givenWithCard()]
    const made = await setAutoTopUp(api, customerId)
    expect((await switchOff(api, other, made)).status).toBe(404)
    expect((await switchOff(stranger, customerId, made)).status).toBe(404)
    expect(await stateOf(customerId)).toMatchObject({ status: 'active' })
    const off = { status: 'off', stopReason: 'switched_off', stoppedAt: '2026-03-15T12:00:00.000Z' }
    expect(await must(switchOff(api, customerId, made))).toMatchObject(off)
    now = new Date('2026-03-16T12:00:00Z')
    expect(await must(switchOff(api, customerId, made))).toMatchObject(off)
    await sweep()
    expect(await topUpsOf(api, customerId)).toEqual([])
    expect(await eventsOf(customerId)).toEqual([])
  })
})

describe('credit below the threshold', () => {
  test('is topped up once with the saved card, and its payment gives the credit', async () => {
    const customerId = await givenWithCard()
    await grant(customerId, { amount: '19.99' })
    await setAutoTopUp(api, customerId)
    await sweep()
    const [made, ...others] = await topUpsOf(api, customerId)
    expect(others).toEqual([])
    expect(made).toMatchObject({ method: 'auto', status: 'paid', amount: 100, currency: 'USD' })
    const { credit } = await must(api.get(`/v1/customers/${customerId}/credit`))
    expect(credit).toMatchObject([{ currency: 'USD', available: 119.99 }])
    await sweepAt('2026-03-15T13:00:00Z')
    expect(await stateOf(customerId)).toMatchObject({ topUpsThisMonth: 1, status: 'active' })
    expect(await eventsOf(customerId)).toEqual(['top_up.succeeded'])
  })

  test('means less than it, in its own currency', async () => {
    const customerId = await givenWithCard()
    await grant(customerId)
    await grant(customerId, { currency: 'EUR', amount: 5 })
    await setAutoTopUp(api, customerId)
    await sweep()
    expect(await topUpsOf(api, customerId)).toEqual([])
    await setAutoTopUp(api, customerId, { currency: 'EUR', threshold: '5.01', amount: 7 })
    await sweep()
    expect(await topUpsOf(api, customerId)).toMatchObject([{ currency: 'EUR', amount: 7 }])
  })

  const givenPaying = async () => {
    const deal = await givenDeal(api, {
      prices: [flatPrice('page', '0.1')],
      subscription: { startDate: '2026-03-01' },
    })
    await saveTestCard(t, { organizationId: organization.id, customerId: deal.customerId })
    await grant(deal.customerId, { amount: 21 })
    await setAutoTopUp(api, deal.customerId)
    return deal
  }

  test('is noticed after the commit of usage', async () => {
    const deal = await givenPaying()
    await deal.use('page', 10, '2026-03-15T11:00:00Z')
    await sweep()
    expect(await topUpsOf(api, deal.customerId)).toEqual([])
    await eventually(async () => {
      await deal.use('page', 1, '2026-03-15T11:00:00Z')
      expect(await topUpsOf(api, deal.customerId)).toMatchObject([{ status: 'paid' }])
    })
  })

  test('is noticed after a hold, which counts like usage', async () => {
    const { customerId, externalId: customerExternalId, agentCode } = await givenPaying()
    const hold = (quantity: number) =>
      must(
        api.post('/v1/guard/holds', {
          ...{ customerExternalId, agentCode, signalName: 'page', quantity },
          ...{ runId: unique('run'), estimatedCostUsd: '0' },
        }),
      )
    await hold(10)
    await sweep()
    expect(await topUpsOf(api, customerId)).toEqual([])
    await eventually(async () => {
      await hold(1)
      expect(await topUpsOf(api, customerId)).toMatchObject([{ status: 'paid' }])
    })
  })

  test('is topped up at most as often as agreed in a month, and again in the next one', async () => {
    const customerId = await givenWithCard()
    await setAutoTopUp(api, customerId, { threshold: 1_000, amount: 10, maxPerMonth: 2 })
    for (const minute of [10, 11, 12, 13]) await sweepAt(`2026-03-15T13:${minute}:00Z`)
    expect(await topUpsOf(api, customerId)).toHaveLength(2)
    expect(await stateOf(customerId)).toMatchObject({
      ...{ status: 'waiting', topUpsThisMonth: 2, failures: 0 },
      nextAttemptAt: '2026-04-01T00:00:00.000Z',
    })
    await sweepAt('2026-03-31T23:50:00Z')
    expect(await topUpsOf(api, customerId)).toHaveLength(2)
    await sweepAt('2026-04-01T00:00:00Z')
    expect(await topUpsOf(api, customerId)).toHaveLength(3)
    expect(await stateOf(customerId)).toMatchObject({ status: 'active', topUpsThisMonth: 1 })
  })
})

describe('a declined card', () => {
  test('counts as a failure, and the third in a row switches it off, with an email', async () => {
    const customerId = await givenWithCard(DECLINED)
    await setAutoTopUp(api, customerId)
    await sweep()
    expect(await topUpsOf(api, customerId)).toMatchObject([
      { status: 'failed', failureReason: 'The card was declined.' },
    ])
    expect(await stateOf(customerId)).toMatchObject({
      ...{ status: 'waiting', failures: 1, nextAttemptAt: '2026-03-16T12:00:00.000Z' },
    })
    await sweepAt('2026-03-16T11:50:00Z')
    expect(await topUpsOf(api, customerId)).toHaveLength(1)
    await sweepAt('2026-03-16T12:00:00Z')
    await sweepAt('2026-03-17T12:00:00Z')
    expect(await stateOf(customerId)).toMatchObject({
      ...{ status: 'off', stopReason: 'failures', failures: 3, nextAttemptAt: null },
    })
    await sweepAt('2026-03-20T12:00:00Z')
    expect(await topUpsOf(api, customerId)).toHaveLength(3)
    expect(await eventsOf(customerId)).toEqual([
      ...['top_up.failed', 'top_up.failed', 'top_up.failed', 'auto_top_up.stopped'],
    ])
    expect(await mailsOf(customerId)).toMatchObject([
      { kind: 'auto_top_up_stopped', subject: expect.stringContaining('are switched off') },
    ])
    const { results } = await must(
      api.get(`/v1/announcements?customerId=${customerId}&type=auto_top_up.stopped`),
    )
    expect(results).toMatchObject([{ data: { stopReason: 'failures', failures: 3 } }])
  })

  test('is forgotten after a success, and when it is set again', async () => {
    const customerId = await givenWithCard(DECLINED)
    await setAutoTopUp(api, customerId)
    await sweep()
    await sweepAt('2026-03-16T12:00:00Z')
    expect(await stateOf(customerId)).toMatchObject({ failures: 2 })
    await saveTestCard(t, { organizationId: organization.id, customerId })
    await sweepAt('2026-03-17T12:00:00Z')
    expect(await stateOf(customerId)).toMatchObject({ failures: 0, status: 'active' })
    await setAutoTopUp(api, customerId, { threshold: 500 })
    await saveTestCard(t, { organizationId: organization.id, customerId }, DECLINED)
    await sweepAt('2026-03-18T12:00:00Z')
    expect(await stateOf(customerId)).toMatchObject({ failures: 1 })
    expect(await setAutoTopUp(api, customerId)).toMatchObject({ failures: 0, status: 'active' })
  })
})

describe('a charge that the bank wants confirmed', () => {
  test('mails the payment page and stays the only one until it is paid', async () => {
    const customerId = await givenWithCard(NEEDS_CUSTOMER)
    await setAutoTopUp(api, customerId)
    await sweep()
    const [made] = await topUpsOf(api, customerId)
    expect(made).toMatchObject({ status: 'open', payUrl: expect.stringContaining('/pay/') })
    expect(await mailsOf(customerId)).toMatchObject([{ kind: 'invoice' }])
    await sweepAt('2026-03-15T14:00:00Z')
    expect(await topUpsOf(api, customerId)).toHaveLength(1)
    expect(await stateOf(customerId)).toMatchObject({ openTopUpId: made?.id, failures: 0 })
    await browserOf(t).pay(tokenOf(made ?? {}))
    expect(await topUpsOf(api, customerId)).toMatchObject([{ status: 'paid' }])
    expect(await stateOf(customerId)).toMatchObject({ openTopUpId: null, status: 'active' })
  })

  test('that is not confirmed within a day is a failure', async () => {
    const customerId = await givenWithCard(NEEDS_CUSTOMER)
    await setAutoTopUp(api, customerId)
    await sweep()
    now = new Date('2026-03-16T12:00:00Z')
    await runBilling(t.dependencies, { now, only: organization.id })
    expect(await topUpsOf(api, customerId)).toMatchObject([{ status: 'failed' }])
    expect(await stateOf(customerId)).toMatchObject({ failures: 1, status: 'waiting' })
  })
})

describe('what stops or delays it', () => {
  test('a removed payment method stops it, and saving another one does not start it again', async () => {
    const customerId = await givenWithCard()
    await setAutoTopUp(api, customerId)
    const key = { organizationId: organization.id, customerId }
    await removeMethod(t.dependencies, key)
    expect(await stateOf(customerId)).toMatchObject({
      ...{ status: 'off', stopReason: 'no_payment_method' },
    })
    await t.database.pool.query('delete from payment_methods where customer_id = $1', [customerId])
    await saveTestCard(t, key)
    await sweep()
    expect(await topUpsOf(api, customerId)).toEqual([])
    expect(await eventsOf(customerId)).toEqual(['auto_top_up.stopped'])
    expect(await mailsOf(customerId)).toEqual([])
  })

  test('a payment method that is missing stops it instead of failing again and again', async () => {
    const customerId = await givenWithCard()
    await setAutoTopUp(api, customerId)
    await t.database.pool.query('delete from payment_methods where customer_id = $1', [customerId])
    await sweep()
    expect(await stateOf(customerId)).toMatchObject({ stopReason: 'no_payment_method' })
    expect(await topUpsOf(api, customerId)).toEqual([])
  })

  test('a deleted customer is not charged', async () => {
    const customerId = await givenWithCard()
    await setAutoTopUp(api, customerId)
    await must(api.delete(`/v1/customers/${customerId}`))
    await sweep()
    const { rows } = await t.database.pool.query(
      `select stop_reason, (select count(*)::int from invoices where customer_id = $1) as invoices
       from auto_top_ups where customer_id = $1`,
      [customerId],
    )
    expect(rows).toEqual([{ stop_reason: 'customer_deleted', invoices: 0 }])
  })

  test('a refund is not charged again at once', async () => {
    const customerId = await givenWithCard()
    await setAutoTopUp(api, customerId)
    await sweep()
    const [made] = await topUpsOf(api, customerId)
    const url = `/v1/invoices/${made?.id}/payments`
    const { results } = await must(api.get(url))
    await must(api.post(`${url}/${results[0].id}/refund`, {}))
    await sweepAt('2026-03-16T11:00:00Z')
    expect(await topUpsOf(api, customerId)).toMatchObject([{ status: 'refunded' }])
    expect(await stateOf(customerId)).toMatchObject({
      ...{ status: 'waiting', failures: 0, nextAttemptAt: '2026-03-16T12:00:00.000Z' },
    })
    await sweepAt('2026-03-16T12:00:00Z')
    expect(await topUpsOf(api, customerId)).toHaveLength(2)
  })

  test('a top-up that the operator voids is not made again at once, and is no failure', async () => {
    const customerId = await givenWithCard(NEEDS_CUSTOMER)
    await setAutoTopUp(api, customerId)
    await sweep()
    const [made] = await topUpsOf(api, customerId)
    await must(api.post(`/v1/invoices/${made?.id}/void`, {}))
    await sweepAt('2026-03-15T13:00:00Z')
    expect(await topUpsOf(api, customerId)).toHaveLength(1)
    expect(await stateOf(customerId)).toMatchObject({ status: 'waiting', failures: 0 })
  })

  test('an open top-up by checkout, which may never be paid, does not delay it', async () => {
    const customerId = await givenWithCard()
    await setAutoTopUp(api, customerId)
    await topUp(api, customerId)
    await sweep()
    expect(await topUpsOf(api, customerId)).toMatchObject([
      { method: 'checkout', status: 'open' },
      { method: 'auto', status: 'paid' },
    ])
  })
})

test('the database holds one open automatic top-up of a customer and currency', async () => {
  const customerId = await givenWithCard(NEEDS_CUSTOMER)
  await setAutoTopUp(api, customerId)
  await sweep()
  const again = t.database.pool.query(
    `insert into invoices select (jsonb_populate_record(invoices, jsonb_build_object('id', gen_random_uuid(),
       'invoice_number', 'INV-AGAIN'))).* from invoices where customer_id = $1`,
    [customerId],
  )
  await expect(again).rejects.toThrow('invoices_auto_top_up_key')
})
