/** Compares earnings computed by day with those of whole windows, which random worlds prove. */
import { expect, test } from 'vitest'
import { type Decimal, sum, ZERO } from '../../src/domain/money.ts'
import type { EarnedDays } from '../../src/features/earnings/compute/day-figures.ts'
import { computeEarnedDays } from '../../src/features/earnings/compute/earned-days.ts'
import { NO_ID } from '../../src/features/earnings/compute/kept-kinds.ts'
import { loadEarned } from '../../src/features/earnings/earned.ts'
import { figure } from '../../src/features/usage-figures/figures.ts'
import { windowOf } from '../../src/features/usage-figures/window.ts'
import { atOneMoment } from '../../src/platform/database/at-one-moment.ts'
import { createApi, createTestOrganization } from '../support/app.ts'
import { useTestApp } from '../support/use-app.ts'
import { randomFrom } from './random.ts'
import { makeWorld } from './random-world.ts'
import { realisedIn } from './window-realised.ts'

const SEEDS = [11, 12, 13, 14]
const NOW = new Date('2026-06-10T12:00:00Z')
const DAY = 86_400_000
const t = useTestApp({ now: () => NOW })
const KEPT = { start: Date.UTC(2025, 11, 1), end: Date.UTC(2026, 8, 1) }

type Window = { start: number; end: number }

/** Sums a figure of the rows of a window by key. */
function sumsIn(
  rows: readonly EarnedDays[],
  { start, end }: Window,
  figures: (row: EarnedDays) => [string, (day: number) => Decimal][],
): Map<string, number> {
  const sums = new Map<string, Decimal[]>()
  for (const row of rows) {
    for (const [key, read] of figures(row)) {
      const days = [...row.days.keys()].filter((day) => day >= start && day < end)
      sums.set(key, [...(sums.get(key) ?? []), ...days.map(read)])
    }
  }
  return new Map(Array.from(sums, ([key, all]) => [key, figure(sum(all))]))
}

const withoutZeros = (all: ReadonlyMap<string, number>) =>
  [...all].filter(([, value]) => value !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1))

const PLACES = {
  usage: 'agentEarned',
  pool: 'recurring',
  recurring: 'recurring',
  seat_based: 'seat',
  onetime: 'onetime',
} as const
const isEarned = (kind: string): kind is keyof typeof PLACES => kind in PLACES

test.each(SEEDS)('days add up to the figures of any window, world %i', async (seed) => {
  const random = randomFrom(seed)
  const organization = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, organization.secretKey)
  await makeWorld(api, { random, database: t.database, organizationId: organization.id })
  const { rows: customers } = await t.database.pool.query(
    'select id from customers where organization_id = $1',
    [organization.id],
  )
  const scope = { organizationId: organization.id, customerIds: customers.map(({ id }) => id) }
  const filter = { ...scope, customerId: undefined, agentId: undefined }
  const { db } = t.database
  const kept = await atOneMoment(db, (tx) => computeEarnedDays(tx, scope, KEPT))
  expect(kept.length).toBeGreaterThan(0)
  for (let count = 0; count < 6; count += 1) {
    const start = Date.UTC(2025, 11, random.integer(1, 180))
    const window = windowOf({ start, end: start + random.pick([1, 2, 7, 30, 75]) * DAY })
    const label = `${window.startDate} to ${window.endDate}`
    const earned = await loadEarned(db, filter, window)
    const expected = new Map<string, number>()
    for (const { subscription, revenue, invoiced, cost, eventCount } of earned) {
      for (const [place, amount] of Object.entries({ ...revenue, invoiced, cost })) {
        expected.set(`${subscription.id} ${place}`, figure(amount))
      }
      expected.set(`${subscription.id} events`, eventCount)
    }
    const actual = sumsIn(kept, window, ({ place: { kind, subscriptionId }, days }) => {
      if (subscriptionId === NO_ID) return []
      const at = (day: number) => days.get(day)
      return [
        ...(isEarned(kind)
          ? ([
              [`${subscriptionId} ${PLACES[kind]}`, (day) => at(day)?.earned ?? ZERO],
              [`${subscriptionId} invoiced`, (day) => at(day)?.invoiced ?? ZERO],
            ] satisfies [string, (day: number) => Decimal][])
          : []),
        [`${subscriptionId} cost`, (day) => at(day)?.cost ?? ZERO],
      ]
    })
    const events = new Map<string, number>()
    for (const { place, days } of kept) {
      for (const [day, { eventCount }] of days) {
        if (place.subscriptionId === NO_ID || day < window.start || day >= window.end) continue
        const key = `${place.subscriptionId} events`
        events.set(key, (events.get(key) ?? 0) + eventCount)
      }
    }
    expect(withoutZeros(new Map([...actual, ...events])), label).toEqual(withoutZeros(expected))

    const realised = await atOneMoment(db, (tx) => realisedIn(tx, filter, window))
    const shown = new Map(Array.from(realised, ([key, all]) => [key, figure(sum(all))]))
    const fromDays = sumsIn(kept, window, ({ place, days }) => {
      const { kind, customerId, planId, signalId } = place
      const isUsage = [
        'usage',
        'pool',
        'priced_work',
        'unpriced_work',
        'without_quantity',
      ].includes(kind)
      const isOwned = place.subscriptionId !== NO_ID
      const name = isOwned
        ? `${isUsage ? 'outcomes' : kind} ${customerId} ${planId} ${isUsage ? signalId : null}`
        : `no_subscription ${customerId} null `
      const read = (field: 'realised' | 'realisedInvoiced' | 'cost') => (day: number) =>
        days.get(day)?.[field] ?? ZERO
      return [
        [`${name} revenue`, read('realised')],
        [`${name} invoiced`, read('realisedInvoiced')],
        [`${name} cost`, read('cost')],
      ]
    })
    expect(withoutZeros(fromDays), label).toEqual(withoutZeros(shown))
  }
})
