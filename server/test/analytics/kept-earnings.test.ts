/** Unmarked earnings equal computed ones, whatever was done before, in any order. */
import { expect, test } from 'vitest'
import { add, type Decimal, ZERO } from '../../src/domain/money.ts'
import { readMarks } from '../../src/features/earning-marks/marks.ts'
import { computeEarnedDays } from '../../src/features/earnings/compute/earned-days.ts'
import { KEPT_KINDS } from '../../src/features/earnings/compute/kept-kinds.ts'
import { horizonOf } from '../../src/features/earnings/refresh/horizon.ts'
import { packMonths, unpackMonth } from '../../src/features/earnings/refresh/packed-months.ts'
import { refreshOrganization } from '../../src/features/earnings/refresh/refresh-organization.ts'
import { atOneMoment } from '../../src/platform/database/at-one-moment.ts'
import { createApi, createTestOrganization } from '../support/app.ts'
import { useTestApp } from '../support/use-app.ts'
import { randomFrom } from './random.ts'
import { makeWorld } from './random-world.ts'

const SEEDS = [21, 22, 23]
const NOW = new Date('2026-06-10T12:00:00Z')
const t = useTestApp({ now: () => NOW })

async function keptRows(table: string, organizationId: string) {
  const { rows } = await t.database.pool.query(
    `select to_jsonb(kept) as row from ${table} kept where organization_id = $1`,
    [organizationId],
  )
  return rows.map(({ row }) => row)
}

const text = (amount: Decimal) => amount.round(16).toFixed()

test.each(SEEDS)('kept rows equal computed ones after a refresh, world %i', async (seed) => {
  const random = randomFrom(seed)
  const organization = await createTestOrganization(t.dependencies)
  const { id: organizationId } = organization
  const api = createApi(t.app, organization.secretKey)
  const deps = { db: t.database.db, log: t.dependencies.log }
  await makeWorld(api, { random, database: t.database, organizationId })
  const refreshed = await refreshOrganization(deps, {
    organizationId,
    moment: { now: NOW, businessNow: NOW },
  })
  expect(refreshed).toMatchObject({ isComplete: true })
  expect((await readMarks(t.database.db, { organizationId })).marks).toEqual([])

  const { rows: customers } = await t.database.pool.query(
    'select id from customers where organization_id = $1',
    [organizationId],
  )
  const scope = { organizationId, customerIds: customers.map(({ id }) => id) }
  const window = { start: Date.UTC(2024, 0, 1), end: horizonOf(NOW) }
  const computed = await atOneMoment(t.database.db, (tx) => computeEarnedDays(tx, scope, window))
  const packed = await packMonths(computed)
  expect(packed.length).toBeGreaterThan(0)
  const kept = await keptRows('earned_months', organizationId)
  const numbers = (value: string | null) => value?.slice(1, -1).split(',').map(Number)
  const byKey = (rows: string[]) => rows.toSorted()
  expect(
    byKey(
      kept.map((row) =>
        JSON.stringify([
          ...[row.customer_id, row.month, row.subscription_id, row.kind, row.source_id],
          ...[row.days, row.earned, row.invoiced, row.realised, row.cost, row.event_count],
        ]),
      ),
    ),
  ).toEqual(
    byKey(
      packed.map(({ place, month, days, amounts, counts }) =>
        JSON.stringify([
          ...[place.customerId, month, place.subscriptionId, KEPT_KINDS[place.kind]],
          ...[place.sourceId, numbers(days)],
          ...[1, 2, 3, 5].map((at) => numbers(amounts[at] ?? null)),
          numbers(counts[0] ?? null),
        ]),
      ),
    ),
  )

  const sums = new Map<string, Decimal>()
  for (const row of packed) {
    const { planId, agentId, kind, sourceId, currency } = row.place
    for (const [day, figures] of unpackMonth(row)) {
      const date = new Date(day).toISOString().slice(0, 10)
      const key = [date, planId, agentId, KEPT_KINDS[kind], sourceId, currency].join(' ')
      sums.set(key, add(sums.get(key) ?? ZERO, figures.earned.plus(figures.cost)))
    }
  }
  const { rows } = await t.database.pool.query(
    `select concat_ws(' ', day, plan_id, agent_id, kind, source_id, currency) as key,
       earned + cost as amount from organization_earned_days where organization_id = $1`,
    [organizationId],
  )
  const ofOrganization = new Map(rows.map(({ key, amount }) => [key, text(amount)]))
  const nonZero = (all: Iterable<[string, string]>) =>
    [...all].filter(([, amount]) => Number(amount) !== 0).toSorted()
  expect(nonZero(ofOrganization)).toEqual(
    nonZero(Array.from(sums, ([key, amount]): [string, string] => [key, text(amount)])),
  )
})
