import { expect, test } from 'vitest'
import { must } from '../../test/support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../../test/support/deal.ts'
import { type Fields, givenCustomer } from '../../test/support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

type Customer = { customerId: string }

async function run(time: string) {
  at = new Date(time)
  return runBilling(t.dependencies, { now: at, only: organization.id })
}
const grant = ({ customerId }: Customer, fields: Fields) =>
  must(
    api.post(`/v1/customers/${customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', amount: 100, ...fields },
    }),
  )
const movements = async ({ customerId }: Customer) => {
  const { results } = await must(api.get(`/v1/customers/${customerId}/credit-movements`))
  return results.map((one: Fields) => [one.type, one.amount])
}
const givenFee = (fields: Fields = {}) => {
  at = new Date('2026-01-01T00:00:00Z')
  const subscription = { ...SINCE_JANUARY, ...fields }
  return givenDeal(api, { prices: [{ chargeType: 'recurring', rate: 30 }], subscription })
}

test('credit of a customer without a subscription expires at its time, once', async () => {
  const { id: customerId } = await givenCustomer(api)
  await grant({ customerId }, { expiresAt: '2026-01-15' })
  await grant({ customerId }, { kind: 'promotional', expiresAt: '2026-01-16' })
  expect(await run('2026-01-14T23:59:59Z')).toMatchObject({ expired: 0 })
  expect(await run('2026-01-15T00:00:00Z')).toMatchObject({ expired: 1 })
  const again = await Promise.all([run('2026-01-20T00:00:00Z'), run('2026-01-20T00:00:00Z')])
  expect(again.map(({ expired }) => expired)).toContain(1)
  expect(await run('2026-01-20T00:00:00Z')).toMatchObject({ expired: 0 })
  expect(await movements({ customerId })).toEqual([
    ['expired', -100],
    ['expired', -100],
    ['granted', 100],
    ['granted', 100],
  ])
  const { creditBalances } = await must(api.get(`/v1/customers/${customerId}`))
  expect(creditBalances).toEqual([])
})

test('credit that expires within a period pays its invoice first, and what is left expires then', async () => {
  const deal = await givenFee()
  await grant(deal, { expiresAt: '2026-01-15' })
  await run('2026-01-20T00:00:00Z')
  await run('2026-02-01T00:00:00Z')
  expect(await movements(deal)).toEqual([['granted', 100]])
  await run('2026-02-02T00:00:00Z')
  expect(await movements(deal)).toEqual([
    ['expired', -70],
    ['used', -30],
    ['granted', 100],
  ])
})

test('credit that expires between two periods waits for the invoice of the first one only', async () => {
  const deal = await givenFee()
  await grant(deal, { expiresAt: '2026-02-01' })
  await run('2026-02-01T12:00:00Z')
  await run('2026-02-02T12:00:00Z')
  expect(await movements(deal)).toEqual([
    ['expired', -70],
    ['used', -30],
    ['granted', 100],
  ])
})

test('credit of a customer whose subscription has ended waits for its last invoice', async () => {
  const deal = await givenFee({ endDate: '2026-01-10' })
  await grant(deal, { expiresAt: '2026-01-05', amount: 5 })
  await grant(deal, { expiresAt: '2026-01-06', amount: 50 })
  await run('2026-01-11T00:00:00Z')
  expect(await movements(deal)).toHaveLength(2)
  await run('2026-01-12T00:00:00Z')
  const [expired, ...used] = await movements(deal)
  expect(expired[0]).toBe('expired')
  expect(used.slice(0, 2).map(([type]: [string]) => type)).toEqual(['used', 'used'])
})

test('credit that is used up is closed without a movement', async () => {
  const deal = await givenFee()
  await grant(deal, { expiresAt: '2026-01-15', amount: 30 })
  await run('2026-02-01T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  expect(await run('2026-02-03T00:00:00Z')).toMatchObject({ expired: 0 })
  expect(await movements(deal)).toEqual([
    ['used', -30],
    ['granted', 30],
  ])
})
