import { expect, test } from 'vitest'
import { retryPending } from '../../src/features/payments/retry.ts'
import { booksOf, depsOf } from '../../src/features/payments/test-support.ts'
import { must } from '../support/app.ts'
import { type Fields, givenCustomer } from '../support/given.ts'
import { startProcess } from '../support/start-process.ts'
import { saveTestCard } from '../support/top-ups.ts'
import { useTestApp } from '../support/use-app.ts'
import { untilWaiting } from '../support/waiting.ts'

const t = useTestApp()

test('a kill between the charge and its credit: a repeat gets the stored answer, and the credit is given once', async () => {
  const { id: customerId } = await givenCustomer(t.api)
  await saveTestCard(t, { organizationId: t.organization.id, customerId })
  const { address, kill } = await startProcess(t.database.url)
  const url = `/v1/customers/${customerId}/top-ups`
  const request = {
    method: 'POST' as const,
    headers: {
      'x-api-key': t.organization.secretKey,
      'content-type': 'application/json',
      'idempotency-key': 'killed',
    },
    body: JSON.stringify({ amount: 40, currency: 'USD', method: 'saved' }),
  }
  const lock = await t.database.pool.connect()
  await lock.query('begin; lock table credit_grants in exclusive mode')
  const cutOff = fetch(`${address}${url}`, request).catch(() => 'cut off')
  // The charge has succeeded, and its credit waits.
  await untilWaiting(t.database.pool, 1)
  await kill()
  expect(await cutOff).toBe('cut off')
  await lock.query('commit')
  lock.release()

  const repeat = () => t.app.inject({ ...request, url, payload: request.body })
  const [first, second] = [await repeat(), await repeat()]
  expect(first.statusCode, first.body).toBe(201)
  expect(first.headers['idempotency-replayed']).toBe('true')
  expect(first.json()).toMatchObject({ status: 'pending', amount: 40, grantId: null })
  expect(second.body).toBe(first.body)

  await booksOf(t).age('2 minutes')
  await Promise.all([retryPending(depsOf(t), new Date()), retryPending(depsOf(t), new Date())])
  await retryPending(depsOf(t), new Date())
  expect(await must(t.api.get(`${url}/${first.json().id}`))).toMatchObject({ status: 'paid' })
  const { results } = await must(t.api.get(`/v1/customers/${customerId}/credit-movements`))
  expect(results.map((one: Fields) => [one.type, one.amount])).toEqual([['granted', 40]])
}, 60_000)
