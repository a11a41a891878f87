import { sql } from 'kysely'
import { monthAfter, monthOf, type Range } from '../../domain/time/range.ts'
import type { Tx } from '../../platform/database.ts'
import { listStaleCustomers } from '../earning-marks/stale-customers.ts'
import { computeEarnedDays } from '../earnings/compute/earned-days.ts'
import { NO_ID } from '../earnings/compute/kept-kinds.ts'
import {
  amountsOf,
  type InvoicedMonth,
  invoicedMonths,
} from '../earnings/refresh/invoiced-months.ts'
import { listInvoicedMonths } from '../earnings/refresh/invoiced-rows.ts'
import { listKeptMonths } from '../earnings/refresh/month-rows.ts'
import {
  AMOUNTS,
  type PackedMonth,
  packMonths,
  unpackMonth,
} from '../earnings/refresh/packed-months.ts'
import { staleMonths } from '../earnings/refresh/stale-months.ts'
import { readStates } from '../earnings/refresh/states.ts'
import { dateText } from '../usage-figures/window.ts'
import type { Check, Difference } from './check.ts'
import type { Scope } from './scope.ts'

/** Later than all facts. */
const END_OF_TIME = Date.UTC(9999, 0, 1)

/**
 * Computes the earnings of customers again. Customers whose earnings are stale are left out: a refresh is
 * due.
 */
export const earnedMonths: Check = {
  name: 'earned_months_equal_facts',
  says: 'What a customer earned on each day, and what was invoiced of it and when, follow from its usage, prices and invoices',
  of: 'latest',
  compared: ({ organizationId, customerIds, window }) => {
    const within = window
      ? sql`and month >= ${dateText(monthOf(window.start))}::date
      and month < ${dateText(window.end)}::date`
      : sql``
    return sql`select count(*) as count from earned_months
      where customer_id = any(${customerIds}::uuid[]) and organization_id = ${organizationId} ${within}`
  },
  async find(tx, { organizationId, customerIds, window }, limit) {
    const stale = await listStaleCustomers(tx, organizationId, customerIds)
    const current = customerIds.filter((id) => !stale.has(id))
    const states = await readStates(tx, organizationId, current)
    const found = await findUnwritten(tx, {
      organizationId,
      customerIds: current.filter((id) => !states.has(id)),
    })
    const ends = Map.groupBy(states.values(), ({ keptUntil }) => Date.parse(keptUntil))
    for (const [end, some] of ends) {
      const own = { organizationId, customerIds: some.map(({ customerId }) => customerId), window }
      found.push(...(await findIn(tx, own, end)))
    }
    return found.toSorted(byCustomer).slice(0, limit)
  },
}

type Customers = { organizationId: string; customerIds: readonly string[] }

/** Customers that have facts, but neither kept earnings nor a mark. */
async function findUnwritten(
  tx: Tx,
  { organizationId, customerIds }: Customers,
): Promise<Difference[]> {
  const unwritten = await monthsOf(tx, { organizationId, customerIds }, END_OF_TIME)
  return unwritten.map(({ customerId }) => {
    return { customerId, subject: 'all days', expected: 'kept or marked', actual: 'nothing' }
  })
}

/** The months from the first fact of each customer. */
function monthsOf(tx: Tx, { organizationId, customerIds }: Customers, horizon: number) {
  const time = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }
  const stale = customerIds.map((customerId) => ({ customerId, time }))
  const keptUntilOf = () => horizon
  return staleMonths(tx, { organizationId, stale, keptUntilOf, isNew: () => true })
}

async function findIn(tx: Tx, scope: Scope, keptUntil: number): Promise<Difference[]> {
  const { organizationId, window } = scope
  const months = await monthsOf(tx, scope, keptUntil)
  const start = Math.min(...months.map((one) => one.months.start))
  const asked: Range<number> = {
    start: Math.max(start, window ? monthOf(window.start) : start),
    end: Math.min(keptUntil, window ? monthAfter(monthOf(window.end - 1)) : keptUntil),
  }
  if (months.length === 0 || asked.start >= asked.end) return []
  const customerIds = months.map(({ customerId }) => customerId)
  const computed = await computeEarnedDays(tx, { organizationId, customerIds }, asked)
  const days = { first: dateText(asked.start), last: dateText(asked.end - 1) }
  const kept = customerIds.map((customerId) => ({ customerId, ...days }))
  const actual = byPlace(await listKeptMonths(tx, organizationId, kept))
  const invoiced = byFinalization(await listInvoicedMonths(tx, organizationId, kept))
  return [
    ...differencesOf(byPlace(await packMonths(computed)), actual),
    ...differencesOf(byFinalization(await invoicedMonths(computed)), invoiced),
  ]
}

type Row = { customerId: string; subject: string; figures: string }

/** The figures of each day, and the totals of each month. */
function byPlace(months: readonly PackedMonth[]): Map<string, Row> {
  const rows = new Map<string, Row>()
  for (const month of months) {
    const { customerId, kind, currency, ...ids } = month.place
    const place = [ids.subscriptionId, ids.planId, ids.agentId, ids.sourceId, ids.signalId]
    const known = [currency, ...place].filter((part) => part !== '' && part !== NO_ID)
    const total = ['all of', month.month, kind, ...known].join(' ')
    const figures = month.totals.map((one) => one ?? '0').join(' / ')
    rows.set(`${customerId} ${total}`, { customerId, subject: total, figures })
    for (const [day, one] of unpackMonth(month)) {
      const subject = [dateText(day), kind, ...known].join(' ')
      const amounts = AMOUNTS.map((field) => one[field].toFixed())
      const figures = [...amounts, one.eventCount, one.uncostedEvents].join(' / ')
      rows.set(`${customerId} ${subject}`, { customerId, subject, figures })
    }
  }
  return rows
}

/** What was invoiced of each day, by the day of its finalization. */
function byFinalization(months: readonly InvoicedMonth[]): Map<string, Row> {
  const rows = new Map<string, Row>()
  for (const month of months) {
    const { customerId, currency, invoicedOn } = month
    for (const [day, amount] of amountsOf(month)) {
      const subject = `${dateText(day)} invoiced on ${invoicedOn} ${currency}`
      rows.set(`${customerId} ${subject}`, { customerId, subject, figures: amount.toFixed() })
    }
  }
  return rows
}

function differencesOf(
  expected: ReadonlyMap<string, Row>,
  actual: ReadonlyMap<string, Row>,
): Difference[] {
  const all = new Map([...expected, ...actual])
  return Array.from(all, ([key, { customerId, subject }]) => {
    const [one, other] = [expected.get(key)?.figures, actual.get(key)?.figures]
    return { customerId, subject, expected: one ?? 'nothing', actual: other ?? 'nothing' }
  }).filter((one) => one.expected !== one.actual)
}

const byCustomer = (a: Difference, b: Difference) =>
  `${a.customerId} ${a.subject}` < `${b.customerId} ${b.subject}` ? -1 : 1
