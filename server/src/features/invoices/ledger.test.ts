import { beforeAll, expect, test } from 'vitest'
import { type Deal, givenDeal } from '../../../test/support/deal.ts'
import { ABSENT } from '../../../test/support/given.ts'
import { times } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { forAll } from '../../platform/batching/for-all.ts'
import type { Tx } from '../../platform/database.ts'
import { lockSubscription } from '../subscriptions/lock.ts'
import { findInvoiceOf, lockInvoice } from './ledger.ts'

const t = useTestApp()

/** On a cluster their rows are on different nodes. */
let deals: Deal[]
let invoices: { organizationId: string; customerId: string; id: string }[]
let subscriptions: typeof invoices
beforeAll(async () => {
  const organizationId = t.organization.id
  deals = []
  for (let n = 0; n < 8; n += 1) deals.push(await givenDeal(t.api))
  subscriptions = deals.map(({ customerId, subscriptionId: id }) => ({
    organizationId,
    customerId,
    id,
  }))
  invoices = []
  for (const { customerId, generate } of deals) {
    const { id } = await generate()
    invoices.push({ organizationId, customerId, id })
  }
})

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
  t.dependencies.db.transaction().execute(work)

/** Counts the rows that are locked by another transaction. */
async function countLocked(table: string, keys: typeof invoices): Promise<number> {
  const look = ({ customerId, id }: (typeof invoices)[number]) =>
    t.database.pool
      .query(`select from ${table} where customer_id = $1 and id = $2 for update nowait`, [
        customerId,
        id,
      ])
      .then(
        () => 0,
        () => 1,
      )
  const locked = await Promise.all(keys.map(look))
  return locked.filter((one) => one === 1).length
}

test('many invoices are locked together, with results in the order of the keys', async () => {
  await inTransaction(async (tx) => {
    const locked = await forAll(invoices, (one) => lockInvoice(tx, one))
    expect(locked.map((one) => one?.id)).toEqual(invoices.map(({ id }) => id))
    expect(await countLocked('invoices', invoices)).toBe(invoices.length)
  })
  expect(await countLocked('invoices', invoices)).toBe(0)
})

test('many subscriptions are locked together, and no others', async () => {
  await inTransaction(async (tx) => {
    const asked = subscriptions.slice(1)
    expect(await forAll(asked, (one) => lockSubscription(tx, one))).toEqual(asked.map(() => true))
    expect(await countLocked('subscriptions', subscriptions)).toBe(asked.length)
  })
})

test('an invoice of another organization or customer is not found, in a batch or alone', async () => {
  const [first, second] = invoices
  if (!first || !second) throw new Error('there are two')
  const foreign = { ...first, organizationId: ABSENT }
  const anothers = { ...first, customerId: second.customerId }
  const asked = [second, foreign, anothers, { ...first, id: ABSENT }]
  const found = [second.id, undefined, undefined, undefined]
  for (const look of [lockInvoice, findInvoiceOf]) {
    const together = await inTransaction((tx) => forAll(asked, (one) => look(tx, one)))
    expect(together.map((one) => one?.id)).toEqual(found)
    for (const [n, one] of asked.entries()) {
      expect((await inTransaction((tx) => look(tx, one)))?.id).toBe(found[n])
    }
  }
  const gone = { ...(subscriptions[0] ?? first), organizationId: ABSENT }
  expect(await inTransaction((tx) => lockSubscription(tx, gone))).toBe(false)
})

test('locking the same invoices in different orders does not deadlock', async () => {
  const lockAll = (keys: typeof invoices) =>
    inTransaction((tx) => forAll(keys, (one) => lockInvoice(tx, one)))
  const rounds = times(10, () => [lockAll(invoices), lockAll(invoices.toReversed())])
  const locked = await Promise.all(rounds.flat())
  expect(locked.flat().filter((one) => one !== undefined)).toHaveLength(20 * invoices.length)
})
