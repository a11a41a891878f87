import { expect, test } from 'vitest'
import { decimal } from '../../src/domain/money.ts'
import { payOutCredit } from '../../src/features/credit-balances/pay-out.ts'
import { insertCredits } from '../../src/features/credit-balances/queries.ts'
import { publishEvent } from '../../src/features/outbox/outbox.ts'
import { createSubscription } from '../../src/features/subscriptions/create.ts'
import { lockRows } from '../../src/platform/advisory-lock.ts'
import type { Db } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/id.ts'
import { givenDeal } from '../support/deal.ts'
import { givenCustomer, givenOffer } from '../support/given.ts'
import { times } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'
import { eventually, untilWaiting } from '../support/waiting.ts'
import { leavePrepared } from './left-commit.ts'

const t = useTestApp({})

const now = new Date()
const moment = { now, businessNow: now }
const actor = { kind: 'api_key' as const, id: newId() }

const untilLockIsAwaited = () => untilWaiting(t.database.pool, 1)

/** Waits until a transaction asks the nodes for their prepared transactions. */
const untilNodesAreAsked = () =>
  eventually(async () => {
    const { rows } = await t.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and xact_start is not null
       and pid <> pg_backend_pid() and query like '%master_run_on_worker%'`,
    )
    expect(rows.length).toBeGreaterThan(0)
  })

/** Returns the decision, which must wait until the left commit ends. */
async function decideAfter<T>(
  left: Promise<Left>,
  decide: () => Promise<T>,
  untilWaits = untilLockIsAwaited,
): Promise<T> {
  const { end } = await left
  const decided = decide()
  try {
    await Promise.race([
      untilWaits(),
      decided.then((answer) => {
        throw new Error(`decided without what was committed: ${JSON.stringify(answer)}`)
      }),
    ])
  } finally {
    await end()
  }
  return decided
}
type Left = Awaited<ReturnType<typeof leavePrepared>>

test('credit is paid out once, also while its node still holds the payout prepared', async () => {
  const { customerId } = await givenDeal(t.api)
  const scope = { organizationId: t.organization.id, customerId, currency: 'USD' }
  const given = { ...scope, grantId: null, invoiceId: null, reference: null }
  const { db } = t.dependencies
  const credit = { ...given, amount: decimal('100'), kind: 'payout' as const }
  await db.transaction().execute((tx) => insertCredits(tx, [credit], moment))
  const payOut = (on: Db) => {
    const payout = { ...scope, amount: decimal('100'), reference: null }
    return on.transaction().execute(async (tx) => {
      await payOutCredit(tx, payout, moment)
      // A write on the coordinator makes it a two-phase commit.
      await publishEvent(tx, { type: 'payment.succeeded', ...scope, id: newId() }, moment)
    })
  }
  const second = decideAfter(leavePrepared(t.database, payOut), () => payOut(db))
  await expect(second).rejects.toThrow('more than the credit of 0')
})

/** Creates a subscription whose commit is acknowledged while its node still holds it prepared. */
async function givenLeftSubscription() {
  const { agentId, planId } = await givenOffer(t.api)
  const { id: customerId } = await givenCustomer(t.api)
  const body = { name: 'Main', customerId, planId, agentId, startDate: '2026-03-01' }
  const command = { organizationId: t.organization.id, actor, body }
  const left = leavePrepared(t.database, (db) => createSubscription(db, command, moment))
  return { customerId, planId, agentId, left }
}

test('a customer with a subscription is not deleted, also while a node still holds that prepared', async () => {
  const { customerId, left } = await givenLeftSubscription()
  const answer = await decideAfter(left, () => t.api.delete(`/v1/customers/${customerId}`))
  expect(answer.body).toMatchObject({ code: 'has_dependents' })
})

test('a plan with a subscription is not deleted, also while a node still holds that prepared', async () => {
  const { planId, left } = await givenLeftSubscription()
  const answer = await decideAfter(
    left,
    () => t.api.delete(`/v1/pricing-plans/${planId}`),
    untilNodesAreAsked,
  )
  expect(answer.body).toMatchObject({ code: 'has_dependents' })
})

test('a plan is not unlinked from the agent of a prepared subscription', async () => {
  const { planId, agentId, left } = await givenLeftSubscription()
  const answer = await decideAfter(
    left,
    () => t.api.delete(`/v1/pricing-plans/${planId}/agents/${agentId}`),
    untilNodesAreAsked,
  )
  expect(answer.body).toMatchObject({ code: 'plan_in_use' })
})

test('each of many customers is locked on the node of its rows', async () => {
  const ids = times(24, newId)
  const rows = { table: 'customers', organizationId: t.organization.id, ids }
  const count = await t.dependencies.db.transaction().execute(async (tx) => {
    await lockRows(tx, { ...rows, onNodes: true }, 'update')
    const answer = await t.database.pool.query(
      `select sum(result::int)::int as held from run_command_on_workers(
         $$select count(*) from pg_locks where locktype = 'advisory' and granted and objsubid = 1
           and database = (select oid from pg_database where datname = current_database())$$)`,
    )
    return answer.rows[0].held
  })
  expect(count).toBe(ids.length)
})
