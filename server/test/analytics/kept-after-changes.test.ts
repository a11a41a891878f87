/** Kept earnings that no mark names equal computed ones, whatever is changed, in any order. */
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { computeEarnedDays } from '../../src/features/earnings/compute/earned-days.ts'
import { KEPT_KINDS } from '../../src/features/earnings/compute/kept-kinds.ts'
import { horizonOf } from '../../src/features/earnings/refresh/horizon.ts'
import { invoicedMonths } from '../../src/features/earnings/refresh/invoiced-months.ts'
import { type PackedMonth, packMonths } from '../../src/features/earnings/refresh/packed-months.ts'
import { refreshOrganization } from '../../src/features/earnings/refresh/refresh-organization.ts'
import { atOneMoment } from '../../src/platform/database/at-one-moment.ts'
import type { Db } from '../../src/platform/database.ts'
import { createApi, createTestOrganization, must } from '../support/app.ts'
import { tickingClock } from '../support/clocks.ts'
import { givenDeal, tiered } from '../support/deal.ts'
import { SUBSCRIPTIONS } from '../support/given.ts'
import { sendInvoice, voidInvoice } from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'
import {
  customerRowDifferences,
  invoicedRowDifferences,
  kindRowDifferences,
  organizationRowDifferences,
} from './kept-sums.ts'
import { randomFrom } from './random.ts'
import { KINDS_OF_CHANGES, makeRandomChange, makeSmallWorld } from './random-changes.ts'

const SEEDS = [31, 32, 33, 34, 35, 36, 37, 38]
const CHANGES = 60
/** At most so many in the last world, which goes on until each kind was accepted. */
const CHANGES_MAX = 600
const DAY_MS = 86_400_000
/** No subscription begins and nothing is used before it. */
const FIRST_MONTH = Date.UTC(2025, 6, 1)
const t = useTestApp({ now: tickingClock('2026-04-10T12:00:00Z') })

const REST = ['plan_id', 'agent_id', 'signal_id', 'currency', 'days']
const AMOUNTS = ['quantity', 'earned', 'invoiced', 'realised', 'realised_invoiced', 'cost']
const COUNTS = ['event_count', 'uncosted_event_count']
const TOTALS = [...AMOUNTS, ...COUNTS].map((column) => `${column}_total`)

/** A row as text: its place, then everything else. */
function textOf({ place, month, days, amounts, counts, totals }: PackedMonth): string {
  const { customerId, subscriptionId, kind, sourceId, planId, agentId, signalId, currency } = place
  const key = [customerId, month, subscriptionId, KEPT_KINDS[kind], sourceId]
  const rest = [planId, agentId, signalId, currency, days]
  return [...key, ...rest, ...amounts, ...counts, ...totals].map((value) => value ?? '-').join(' ')
}

const KEPT_TEXT = ['customer_id', 'month', 'subscription_id', 'kind', 'source_id']
  .concat(REST, AMOUNTS, COUNTS, TOTALS)
  .map((column) => `coalesce(${column}::text, '-')`)
  .join(` || ' ' || `)

const INVOICED_TEXT = `concat_ws(' ', 'invoiced', customer_id, month, currency,
  invoiced_on, days, invoiced_until)`

type Customer = { id: string; keptUntil: string | null }

/**
 * The customers that neither a mark nor a sweep names. Each table has a statement of its own: a
 * cluster does not join tables that it distributes in different ways.
 */
async function freshCustomers(tx: Db, organizationId: string): Promise<Customer[]> {
  const rowsOf = async <Row>(columns: RawBuilder<unknown>, table: string) => {
    const { rows } = await sql<Row>`select ${columns} from ${sql.table(table)}
      where organization_id = ${organizationId}`.execute(tx)
    return rows
  }
  const customers = await rowsOf<{ id: string }>(sql`id`, 'customers')
  const states = await rowsOf<{ customerId: string; keptUntil: string | null }>(
    sql`customer_id, kept_until::text as kept_until`,
    'earning_states',
  )
  const marks = await rowsOf<{ customerIds: string[] }>(sql`customer_ids`, 'earning_marks')
  const sweeps = await rowsOf<{ planId: string | null }>(sql`plan_id`, 'earning_sweeps')
  const swept = new Set(sweeps.map(({ planId }) => planId))
  if (swept.has(null)) return []
  const deals = await rowsOf<{ customerId: string; planId: string }>(
    sql`customer_id, plan_id`,
    'subscriptions',
  )
  const named = new Set([
    ...marks.flatMap(({ customerIds }) => customerIds),
    ...deals.flatMap(({ customerId, planId }) => (swept.has(planId) ? [customerId] : [])),
  ])
  const keptUntil = new Map(states.map((state) => [state.customerId, state.keptUntil]))
  return customers
    .filter(({ id }) => !named.has(id))
    .map(({ id }) => ({ id, keptUntil: keptUntil.get(id) ?? null }))
}

/** Rows of customers without a mark that are not as they should be, and those that should be. */
async function differences(organizationId: string) {
  const horizon = horizonOf(t.dependencies.clock.now(organizationId))
  return atOneMoment(t.database.db, async (tx) => {
    const fresh = await freshCustomers(tx, organizationId)
    const expected = new Set<string>()
    const endOf = ({ keptUntil }: Customer) => (keptUntil ? Date.parse(keptUntil) : horizon)
    for (const [end, customers] of Map.groupBy(fresh, endOf)) {
      const scope = { organizationId, customerIds: customers.map(({ id }) => id) }
      const days = await computeEarnedDays(tx, scope, { start: FIRST_MONTH, end })
      for (const row of await packMonths(days)) expected.add(textOf(row))
      for (const row of await invoicedMonths(days)) {
        const { customerId, month, currency, invoicedOn, days, until } = row
        const key = ['invoiced', customerId, month, currency, invoicedOn]
        expected.add([...key, days, until].join(' '))
      }
    }
    const ofFresh = sql`organization_id = ${organizationId}
      and customer_id = any(${fresh.map(({ id }) => id)}::uuid[])`
    const { rows } = await sql<{ text: string }>`
      select ${sql.raw(KEPT_TEXT)} as text from earned_months where ${ofFresh}
      union all
      select ${sql.raw(INVOICED_TEXT)} from customer_invoiced_months where ${ofFresh}`.execute(tx)
    const kept = new Set(rows.map(({ text }) => text))
    return {
      kept: [...kept.difference(expected)].toSorted(),
      computed: [...expected.difference(kept)].toSorted(),
    }
  })
}

const NONE = { kept: [], computed: [] }
const accepted = new Set<string>()
const missing = () => KINDS_OF_CHANGES.filter((kind) => !accepted.has(kind))

/** Refreshes with the present time, or as a process would whose time is some days behind. */
async function refresh(organizationId: string, daysBehind = 0) {
  const { db, clock, log } = t.dependencies
  const businessNow = new Date(clock.now(organizationId).getTime() - daysBehind * DAY_MS)
  const refreshed = await refreshOrganization(
    { db, log },
    {
      organizationId,
      moment: { now: new Date(), businessNow },
    },
  )
  expect(refreshed).toMatchObject({ isComplete: true })
}

test.each(SEEDS)('customers without a mark have earnings as computed, world %i', async (seed) => {
  const { id: organizationId, secretKey } = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, secretKey)
  const random = randomFrom(seed)
  const world = await makeSmallWorld(t, { api, organizationId, random })
  await refresh(organizationId)
  const done: string[] = []
  const goesOn = (count: number) =>
    count < CHANGES || (seed === SEEDS.at(-1) && count < CHANGES_MAX && missing().length > 0)
  for (let count = 0; goesOn(count); count += 1) {
    const { kind, isAccepted } = await makeRandomChange(world)
    if (!isAccepted) continue
    accepted.add(kind)
    done.push(kind)
    expect(await differences(organizationId), done.join(', ')).toEqual(NONE)
    if (random.chance(40)) continue
    await refresh(organizationId, random.chance(10) ? 20 : 0)
    done.push('refresh')
    expect(await differences(organizationId), done.join(', ')).toEqual(NONE)
    expect(await organizationRowDifferences(t.database, organizationId), done.join(', ')).toEqual(
      [],
    )
    expect(await customerRowDifferences(t.database, organizationId), done.join(', ')).toEqual([])
    expect(await kindRowDifferences(t.database, organizationId), done.join(', ')).toEqual([])
    expect(await invoicedRowDifferences(t.database, organizationId), done.join(', ')).toEqual([])
  }
})

test('every kind of change was made', () => {
  expect(missing()).toEqual([])
})

test('a one-time fee is due on a moved start again once its invoice is void', async () => {
  const { api, organization } = t
  const prices = [{ chargeType: 'onetime', rate: 50 }]
  const deal = await givenDeal(api, { prices, subscription: { startDate: '2026-02-15' } })
  const invoice = await deal.generate({ billingPeriodStart: '2026-02-15' })
  await sendInvoice(api, invoice)
  await must(api.patch(`${SUBSCRIPTIONS}/${deal.subscriptionId}`, { startDate: '2026-01-15' }))
  await refresh(organization.id)
  await voidInvoice(api, invoice)
  await refresh(organization.id)
  expect(await differences(organization.id)).toEqual(NONE)
})

test('late usage changes all days of a line that outlasts its subscription', async () => {
  const { api, organization } = t
  const prices = [tiered('page', 'graduated')]
  const deal = await givenDeal(api, { prices, subscription: { startDate: '2026-01-15' } })
  await deal.use('page', 80, '2026-01-20')
  await sendInvoice(api, await deal.generate({ billingPeriodStart: '2026-01-15' }))
  await must(api.patch(`${SUBSCRIPTIONS}/${deal.subscriptionId}`, { endDate: '2026-01-25' }))
  await refresh(organization.id)
  await deal.use('page', 60, '2026-02-05')
  await refresh(organization.id)
  expect(await differences(organization.id)).toEqual(NONE)
})
