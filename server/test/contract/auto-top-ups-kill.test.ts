import { expect, test } from 'vitest'
import { sweepAutoTopUps } from '../../src/features/control/auto-top-ups/sweep.ts'
import { retryPending } from '../../src/features/payments/retry.ts'
import { booksOf, depsOf } from '../../src/features/payments/test-support.ts'
import { must } from '../support/app.ts'
import { setAutoTopUp, topUpsOf } from '../support/auto-top-ups.ts'
import { flatPrice, givenDeal } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { post, startProcess } from '../support/start-process.ts'
import { saveTestCard } from '../support/top-ups.ts'
import { sms } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'
import { untilWaiting } from '../support/waiting.ts'

const t = useTestApp()

test('a kill between the charge and its credit: the credit is given once, and nothing is charged again', async () => {
  const {
    customerId,
    externalId: customerExternalId,
    agentCode,
  } = await givenDeal(t.api, {
    prices: [flatPrice('page', 1)],
    subscription: { startDate: '2026-01-01' },
  })
  await saveTestCard(t, { organizationId: t.organization.id, customerId })
  await setAutoTopUp(t.api, customerId)
  // It knows the customer from its start, and notices the usage that it stores itself.
  const { address, kill } = await startProcess(t.database.url)
  const lock = await t.database.pool.connect()
  await lock.query('begin; lock table credit_grants in exclusive mode')
  const record = sms({ customerExternalId, agentCode, signalName: 'page', quantity: 1 })
  const { status } = await post(address, t.organization.secretKey, '/v1/usage/record', {
    records: [record],
  })
  expect(status).toBe(200)
  // The charge has succeeded, and its credit waits.
  await untilWaiting(t.database.pool, 1)
  await kill()
  await lock.query('commit')
  lock.release()
  expect(await topUpsOf(t.api, customerId)).toMatchObject([{ method: 'auto', status: 'pending' }])
  const sweep = () => sweepAutoTopUps(t.dependencies, { lastFinish: undefined })
  await Promise.all([sweep(), sweep()])
  await booksOf(t).age('2 minutes')
  await Promise.all([retryPending(depsOf(t), new Date()), retryPending(depsOf(t), new Date())])
  await sweep()
  expect(await topUpsOf(t.api, customerId)).toMatchObject([{ method: 'auto', status: 'paid' }])
  const { results } = await must(t.api.get(`/v1/customers/${customerId}/credit-movements`))
  expect(results.map((one: Fields) => [one.type, one.amount])).toEqual([['granted', 100]])
}, 60_000)
