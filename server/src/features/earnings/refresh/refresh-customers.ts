import type { Range } from '../../../domain/time/range.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { dateText } from '../../usage-figures/window.ts'
import type { EarnedDays } from '../compute/day-figures.ts'
import { computeEarnedDays } from '../compute/earned-days.ts'
import { customerMonths, replaceCustomerMonths } from './customer-rows.ts'
import { type InvoicedMonth, invoicedMonths } from './invoiced-months.ts'
import { replaceInvoicedMonths } from './invoiced-rows.ts'
import { kindMonths, replaceKindMonths } from './kind-rows.ts'
import { type CustomerMonths, deleteMonths, insertMonths, listKeptMonths } from './month-rows.ts'
import { addToOrganization, createDifferences, negative } from './organization-rows.ts'
import { type KeptMonth, type PackedMonth, packMonths, unpackMonth } from './packed-months.ts'
import { type StaleMonths, type StaleTime, staleMonths } from './stale-months.ts'
import { raiseRevisions, readStates } from './states.ts'

export type Refresh = {
  organizationId: string
  /** One entry for each customer. */
  stale: readonly StaleTime[]
  /** The exclusive end of the kept days: the start of a month. */
  horizon: number
  now: Date
}

/**
 * Computes the stale months of customers and writes them. Returns the customers whose rows now follow from
 * facts that were visible before the call; the others were written concurrently and must be tried again.
 */
export async function refreshCustomers(db: Db, refresh: Refresh): Promise<Set<string>> {
  const computed = await atOneMoment(db, (tx) => computeStale(tx, refresh))
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute((tx) => write(tx, refresh, computed))
}

type Computed = {
  revisions: ReadonlyMap<string, string>
  months: readonly StaleMonths[]
  rows: readonly EarnedDays[]
  invoiced: readonly InvoicedMonth[]
}

/** Reads everything, revisions too, at one snapshot. */
async function computeStale(
  tx: Tx,
  { organizationId, stale, horizon }: Refresh,
): Promise<Computed> {
  const customerIds = stale.map(({ customerId }) => customerId)
  const states = await readStates(tx, organizationId, customerIds)
  const keptUntil = (customerId: string) => Date.parse(states.get(customerId)?.keptUntil ?? '')
  const months = await staleMonths(tx, {
    organizationId,
    stale: stale.map((one) => withoutGap(one, { keptUntil: keptUntil(one.customerId), horizon })),
    // Never less than what is kept: a test clock that is removed sets the time back.
    keptUntilOf: (customerId) => Math.max(horizon, keptUntil(customerId) || horizon),
    isNew: (customerId) => !states.has(customerId),
  })
  const rows: EarnedDays[] = []
  for (const { window, customers } of sameMonths(months)) {
    const own = await computeEarnedDays(tx, { organizationId, customerIds: customers }, window)
    rows.push(...own)
  }
  const revisions = new Map(customerIds.map((id) => [id, states.get(id)?.revision ?? '0']))
  return { revisions, months, rows, invoiced: await invoicedMonths(rows) }
}

/** Days to come that are not kept yet are written together with the stale days. */
function withoutGap(
  { customerId, time }: StaleTime,
  { keptUntil, horizon }: { keptUntil: number; horizon: number },
): StaleTime {
  if (!(keptUntil < horizon)) return { customerId, time }
  return { customerId, time: { start: Math.min(time.start, keptUntil), end: horizon } }
}

/** Customers with the same months are computed together. */
function sameMonths(months: readonly StaleMonths[]) {
  const groups = Map.groupBy(months, ({ months: { start, end } }) => `${start} ${end}`)
  return [...groups.values()].flatMap((group): { window: Range<number>; customers: string[] }[] => {
    const [first] = group
    const customers = group.map(({ customerId }) => customerId)
    return first ? [{ window: first.months, customers }] : []
  })
}

async function write(
  tx: Tx,
  { organizationId, horizon, now }: Refresh,
  { revisions, months, rows, invoiced }: Computed,
): Promise<Set<string>> {
  const keptUntil = dateText(horizon)
  const current = await raiseRevisions(tx, organizationId, {
    expected: revisions,
    keptUntil,
    now,
  })
  const written = months
    .filter(({ customerId }) => current.has(customerId))
    .map(({ customerId, months: { start, end } }): CustomerMonths => {
      return { customerId, first: dateText(start), last: dateText(end - 1) }
    })
  if (written.length === 0) return current
  const after = await packMonths(rows.filter(({ place }) => current.has(place.customerId)))
  const before = await listKeptMonths(tx, organizationId, written)
  const { gone, added } = differencesOf(before, after)
  await deleteMonths(tx, organizationId, gone)
  await insertMonths(tx, organizationId, added)
  const differences = createDifferences()
  await mapInTurns(gone, (row) => differences.put(row.place, negative(unpackMonth(row))))
  await mapInTurns(added, (row) => differences.put(row.place, row.figures))
  const ofCustomers = await customerMonths(after)
  await replaceCustomerMonths(tx, organizationId, { months: written, rows: ofCustomers })
  await replaceKindMonths(tx, organizationId, { months: written, rows: await kindMonths(after) })
  await replaceInvoicedMonths(tx, organizationId, {
    months: written,
    rows: invoiced.filter(({ customerId }) => current.has(customerId)),
  })
  await addToOrganization(tx, organizationId, differences.sorted())
  return current
}

/** Rows that change; equal ones are left as they are. */
function differencesOf(before: readonly PackedMonth[], after: readonly KeptMonth[]) {
  const known = new Map(before.map((row) => [keyOf(row), row]))
  const added = after.filter((row) => {
    const own = known.get(keyOf(row))
    if (!own || textOf(own) !== textOf(row)) return true
    known.delete(keyOf(row))
    return false
  })
  return { gone: [...known.values()], added }
}

function keyOf({ place, month }: PackedMonth): string {
  return `${place.customerId}${month}${place.subscriptionId}${place.kind}${place.sourceId}${place.signalId}`
}

function textOf({ place, days, amounts, counts, totals }: PackedMonth): string {
  const { planId, agentId, currency } = place
  return [planId, agentId, currency, days, ...amounts, ...counts, ...totals].join(' ')
}
