/** Refreshes of kept earnings at the same time, or beside changes. */
import { beforeEach, describe, expect, test } from 'vitest'
import { markStatements } from '../../src/features/earning-marks/mark.ts'
import { mergeMarksOf, readMarks, removeFromMarks } from '../../src/features/earning-marks/marks.ts'
import { refreshOrganization } from '../../src/features/earnings/refresh/refresh-organization.ts'
import type { Db } from '../../src/platform/database.ts'
import { createClock } from '../support/clocks.ts'
import { givenDeal } from '../support/deal.ts'
import { withFailingTransaction } from '../support/failing-transactions.ts'
import { givenSubscription } from '../support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { withMethods } from '../support/with-methods.ts'
import {
  customerRowDifferences,
  invoicedRowDifferences,
  kindRowDifferences,
  organizationRowDifferences,
} from './kept-sums.ts'

const { now } = createClock('2026-03-20T12:00:00Z')
const t = useTestApp({ now })
const { api, organization } = useOrganizationPerTest(t)

const refresh = (db: Db = t.database.db, only: { customerId?: string } = {}) =>
  refreshOrganization(
    { db, log: t.dependencies.log },
    { organizationId: organization.id, moment: { now: now(), businessNow: now() }, ...only },
  )

/** The customers whose earnings are stale. */
async function stale() {
  const marks = await readMarks(t.database.db, { organizationId: organization.id })
  return marks.customers.map(({ customerId }) => customerId)
}

/** Revenue of each customer; all kept tables must agree. */
async function keptRevenue(): Promise<Record<string, number>> {
  const { rows } = await t.database.pool.query(
    `select customer_id, sum(one.amount)::float as earned
     from earned_months, unnest(earned) as one (amount)
     where organization_id = $1 and kind <= 5 group by customer_id`,
    [organization.id],
  )
  expect(await organizationRowDifferences(t.database, organization.id)).toEqual([])
  expect(await customerRowDifferences(t.database, organization.id)).toEqual([])
  expect(await kindRowDifferences(t.database, organization.id)).toEqual([])
  expect(await invoicedRowDifferences(t.database, organization.id)).toEqual([])
  return Object.fromEntries(rows.map(({ customer_id: id, earned }) => [id, earned]))
}

/** A database whose kept earnings are computed at once, but are written only once they may be. */
function withDelayedWrites(db: Db) {
  const [computed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begin: Db['transaction'] = () => {
    const builder = db.transaction()
    const setIsolationLevel: typeof builder.setIsolationLevel = (level) => {
      const leveled = builder.setIsolationLevel(level)
      if (level !== 'read committed') return leveled
      const execute: typeof leveled.execute = async (run) => {
        computed.resolve()
        await released.promise
        return leveled.execute(run)
      }
      return withMethods(leveled, { execute })
    }
    return withMethods(builder, { setIsolationLevel })
  }
  return {
    db: withMethods(db, { transaction: begin }),
    computed: computed.promise,
    release: released.resolve,
  }
}

describe('two refreshes of one customer', () => {
  let deal: Awaited<ReturnType<typeof givenDeal>>
  beforeEach(async () => {
    deal = await givenDeal(api)
    await deal.use('ticket', 3, '2026-03-05')
    await refresh()
    expect(await keptRevenue()).toEqual({ [deal.customerId]: 3 })
    await deal.use('ticket', 2, '2026-03-06')
  })

  test('an older result never overwrites a newer one', async () => {
    const delayed = withDelayedWrites(t.database.db)
    const older = refresh(delayed.db)
    await delayed.computed
    await deal.use('ticket', 4, '2026-03-07')
    expect(await refresh()).toMatchObject({ customers: 1, isComplete: true })
    delayed.release()
    expect(await older).toMatchObject({ customers: 0, isComplete: false })
    expect(await keptRevenue()).toEqual({ [deal.customerId]: 9 })
    expect(await stale()).toEqual([])
  })

  test('an older result of a customer without kept earnings does not either', async () => {
    const other = await givenDeal(api)
    const delayed = withDelayedWrites(t.database.db)
    const older = refresh(delayed.db)
    await delayed.computed
    await other.use('ticket', 4, '2026-03-07')
    expect(await refresh()).toMatchObject({ customers: 2, isComplete: true })
    delayed.release()
    expect(await older).toMatchObject({ customers: 0, isComplete: false })
    expect(await keptRevenue()).toEqual({ [deal.customerId]: 5, [other.customerId]: 4 })
  })

  test('a mark that is written during a refresh stays', async () => {
    const delayed = withDelayedWrites(t.database.db)
    const refreshed = refresh(delayed.db)
    await delayed.computed
    await deal.use('ticket', 4, '2026-03-07')
    delayed.release()
    expect(await refreshed).toMatchObject({ customers: 1, isComplete: true })
    expect(await keptRevenue()).toEqual({ [deal.customerId]: 5 })
    expect(await stale()).toEqual([deal.customerId])
    await refresh()
    expect(await keptRevenue()).toEqual({ [deal.customerId]: 9 })
    expect(await stale()).toEqual([])
  })
})

test('many refreshes beside records count everything once', async () => {
  const deals = [await givenDeal(api), await givenDeal(api), await givenDeal(api)]
  for (let round = 1; round <= 4; round += 1) {
    const days = ['2026-03-05', '2026-03-18']
    await Promise.all([
      ...days.flatMap((day) => deals.map((deal) => deal.use('ticket', round, day))),
      refresh(),
      refresh(),
      refresh(),
    ])
  }
  expect(await refresh()).toMatchObject({ isComplete: true })
  const all = deals.map(({ customerId }) => [customerId, 20])
  expect(await keptRevenue()).toEqual(Object.fromEntries(all))
  expect(await stale()).toEqual([])
})

describe('a refresh of one customer', () => {
  test('is complete although a changed price concerns others too', async () => {
    const [deal, other] = [await givenDeal(api), await givenDeal(api)]
    const { customerId, planId, agentId } = deal
    await givenSubscription(api, { customerId: other.customerId, planId, agentId })
    for (const { use } of [deal, other]) await use('ticket', 3, '2026-03-05')
    await refresh()
    await deal.change(0, { rate: 2 })
    const refreshed = await refresh(t.database.db, { customerId })
    expect(refreshed).toMatchObject({ customers: 1, isComplete: true })
    expect(await keptRevenue()).toEqual({ [customerId]: 6, [other.customerId]: 3 })
    await refresh()
    expect(await stale()).toEqual([])
  })

  test('leaves only the others in its mark', async () => {
    const [deal, other] = [await givenDeal(api), await givenDeal(api)]
    await refresh()
    const both = [{ customerId: deal.customerId }, { customerId: other.customerId }]
    for (const mark of markStatements(organization.id, both, now())) {
      await t.database.pool.query(mark)
    }
    await refresh(t.database.db, { customerId: deal.customerId })
    expect(await stale()).toEqual([other.customerId])
    await Promise.all([refresh(), refresh(t.database.db, { customerId: other.customerId })])
    // The slower of the two can have merged the mark before the faster one removed it.
    await refresh()
    expect(await stale()).toEqual([])
  })
})

test('a refresh removes only what it read, although marks were merged meanwhile', async () => {
  const deal = await givenDeal(api)
  const { customerId } = deal
  await refresh()
  await deal.use('ticket', 3, '2026-03-05')
  const { marks } = await readMarks(t.database.db, { organizationId: organization.id })
  // Later than the snapshot of a refresh that read the first mark.
  await deal.use('ticket', 4, '2026-01-15')
  const all = await readMarks(t.database.db, { organizationId: organization.id })
  const merged = { organizationId: organization.id, customerId, marks: all.marks }
  await mergeMarksOf(t.database.db, merged)
  const refreshed = new Set([customerId])
  await removeFromMarks(t.database.db, organization.id, { marks, refreshed })
  expect(await stale()).toEqual([customerId])
})

describe('a refresh that ends in the middle', () => {
  test.each([
    ['before a commit', false],
    ['after a commit', true],
  ])('%s counts nothing twice and loses nothing, at any step', async (_, isCommitted) => {
    const [deal, other] = [await givenDeal(api), await givenDeal(api)]
    await givenSubscription(api, {
      customerId: other.customerId,
      planId: deal.planId,
      agentId: deal.agentId,
    })
    let at = 1
    for (let isReached = true; isReached; at += 1) {
      // A mark, and a sweep of the plan.
      for (const { use } of [deal, other]) await use('ticket', 1, '2026-03-05')
      await deal.change(0, { rate: at })
      const failing = withFailingTransaction(t.database.db, { at, isCommitted })
      await refresh(failing.db).catch(() => undefined)
      isReached = failing.count() >= at
      expect(await refresh()).toMatchObject({ isComplete: true })
      expect(await keptRevenue()).toEqual({
        [deal.customerId]: at * at,
        [other.customerId]: at,
      })
      expect(await stale()).toEqual([])
    }
    expect(at).toBeGreaterThan(5)
  })

  test('because a batch exceeds a time limit, goes on with its halves', async () => {
    const deals = [await givenDeal(api), await givenDeal(api), await givenDeal(api)]
    await refresh()
    for (const { use } of deals) await use('ticket', 3, '2026-03-05')
    const error = Object.assign(new Error('canceling statement'), { code: '57014' })
    // After the search for sweeps and the read of marks.
    const failing = withFailingTransaction(t.database.db, { at: 3, error })
    expect(await refresh(failing.db)).toMatchObject({ customers: 3, isComplete: true })
    const all = deals.map(({ customerId }) => [customerId, 3])
    expect(await keptRevenue()).toEqual(Object.fromEntries(all))
  })
})

describe('a customer whose earnings cannot be computed', () => {
  /** Sets a time zone as no request can. */
  async function setTimeZone(customerId: string, timeZone: string) {
    const client = await t.database.pool.connect()
    try {
      await client.query('begin')
      const change =
        'update subscriptions set timezone = $2, version = version + 1 where customer_id = $1'
      await client.query(change, [customerId, timeZone])
      for (const mark of markStatements(organization.id, [{ customerId }], now()))
        await client.query(mark)
      await client.query('commit')
    } finally {
      client.release()
    }
  }

  test('does not keep others stale, and is refreshed once they can be', async () => {
    const [broken, ...others] = [
      await givenDeal(api),
      await givenDeal(api),
      await givenDeal(api),
    ] as const
    const { planId, agentId } = broken
    // On one plan, so that a new price marks all of them at once.
    for (const { customerId } of others)
      await givenSubscription(api, { customerId, planId, agentId })
    for (const deal of [broken, ...others]) await deal.use('ticket', 3, '2026-03-05')
    await refresh()
    await setTimeZone(broken.customerId, 'Nowhere')
    for (const deal of [broken, ...others]) await deal.use('ticket', 4, '2026-03-06')
    await broken.change(0, { rate: 2 })
    expect(await refresh()).toMatchObject({ customers: 2, isComplete: false })
    const ofOthers = others.map(({ customerId }): [string, number] => [customerId, 7])
    expect(await keptRevenue()).toEqual({
      ...Object.fromEntries(ofOthers),
      [broken.customerId]: 3,
    })
    const { marks, customers } = await readMarks(t.database.db, { organizationId: organization.id })
    expect(customers).toMatchObject([{ customerId: broken.customerId, firstDay: '-infinity' }])
    // Its marks do not accumulate.
    expect(marks).toHaveLength(1)
    await setTimeZone(broken.customerId, 'UTC')
    expect(await refresh()).toMatchObject({ isComplete: true })
    expect(await keptRevenue()).toEqual({
      ...Object.fromEntries(ofOthers),
      [broken.customerId]: 14,
    })
    expect(await stale()).toEqual([])
  })
})
