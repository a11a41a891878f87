import { expect, test } from 'vitest'
import { givenInvoice } from '../../../../test/support/given-invoice.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { lockWithInvoice } from './lock-with-invoice.ts'
import { updatePayment } from './queries.ts'
import { findPayment } from './read.ts'

const t = useTestApp()

test('the second caller waits for the first and sees its writes', async () => {
  const { db } = t.dependencies
  const invoice = await givenInvoice(t)
  const { status, body } = await t.api.post(`${invoice.url}/payments`, { amount: 40 })
  expect(status).toBe(201)
  const key: CustomerScopedId = { ...invoice, id: String(body.id) }
  const looked = Promise.withResolvers<void>()
  const findAndTell = async (tx: Db, one: CustomerScopedId) => {
    const found = await findPayment(tx, one)
    looked.resolve()
    return found
  }

  const { second } = await db.transaction().execute(async (tx) => {
    const { row } = await lockWithInvoice(tx, key, findPayment)
    expect(row.failureReason).toBeNull()
    const second = db.transaction().execute((other) => lockWithInvoice(other, key, findAndTell))
    await looked.promise
    const moment = t.dependencies.clock.moment(key.organizationId)
    await updatePayment(tx, key, { failureReason: 'told first' }, moment)
    return { second }
  })
  const { row, invoice: locked } = await second
  expect(row.failureReason).toBe('told first')
  expect(locked.id).toBe(invoice.id)
})

test('a missing row is an error, so that the provider repeats the notification', async () => {
  const { customerId, organizationId, id } = await givenInvoice(t)
  const lock = t.dependencies.db
    .transaction()
    .execute((tx) => lockWithInvoice(tx, { customerId, organizationId, id }, findPayment))
  await expect(lock).rejects.toThrow(`${id} from a provider notification does not exist`)
})
