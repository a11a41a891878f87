import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { readAutoTopUps, setAutoTopUp, topUpsOf } from '../support/auto-top-ups.ts'
import { givenDeal } from '../support/deal.ts'
import { type Fields, givenCustomer } from '../support/given.ts'
import { moveClock } from '../support/test-clock.ts'
import { saveTestCard } from '../support/top-ups.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

/** Automatic top-ups of an organization with a test clock. */
const t = useTestApp()
const { api, organization } = useOrganizationPerTest(t)

const days = (topUps: readonly Fields[]) =>
  topUps.map(({ issuedAt, status }) => `${String(issuedAt).slice(0, 10)} ${status}`)

test('a fee that begins takes credit below the threshold, and is topped up on that day', async () => {
  await moveClock(api, '2031-03-05T12:00:00Z')
  const { customerId } = await givenDeal(api, {
    prices: [{ chargeType: 'recurring', rate: 60 }],
    subscription: { startDate: '2031-03-01' },
  })
  await saveTestCard(t, { organizationId: organization.id, customerId })
  await must(
    api.post(`/v1/customers/${customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', amount: 90, effectiveAt: '2031-03-01' },
    }),
  )
  await setAutoTopUp(api, customerId)
  await moveClock(api, '2031-05-02T00:00:00Z')
  // March leaves 30 of it, and the fee of April would leave less than nothing.
  expect(days(await topUpsOf(api, customerId))).toEqual(['2031-04-01 paid', '2031-05-01 paid'])
})

test('failures follow a day apart until the third one, and a month that is full waits for the next', async () => {
  await moveClock(api, '2031-03-05T12:00:00Z')
  const { id: customerId } = await givenCustomer(api)
  const key = { organizationId: organization.id, customerId }
  await saveTestCard(t, key, '4000000000000341')
  await setAutoTopUp(api, customerId)
  await moveClock(api, '2031-03-05T18:00:00Z')
  await moveClock(api, '2031-03-20T00:00:00Z')
  expect(days(await topUpsOf(api, customerId))).toEqual([
    ...['2031-03-05 failed', '2031-03-06 failed', '2031-03-07 failed'],
  ])
  expect(await readAutoTopUps(api, customerId)).toMatchObject([
    { status: 'off', stopReason: 'failures', stoppedAt: expect.stringContaining('2031-03-07') },
  ])
  await saveTestCard(t, key)
  await setAutoTopUp(api, customerId, { threshold: 1_000, maxPerMonth: 1 })
  await moveClock(api, '2031-03-21T00:00:00Z')
  await moveClock(api, '2031-05-15T00:00:00Z')
  expect(days(await topUpsOf(api, customerId)).slice(3)).toEqual([
    ...['2031-03-20 paid', '2031-04-01 paid', '2031-05-01 paid'],
  ])
}, 120_000)
