import { sql } from 'kysely'
import { type Decimal, isZero } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { addFigures, type DayFigures, type Place } from '../compute/day-figures.ts'
import { KEPT_KINDS } from '../compute/kept-kinds.ts'
import { usingMonths } from './customer-rows.ts'
import type { CustomerMonths } from './month-rows.ts'
import type { KeptFigures } from './packed-months.ts'
import { runningCounts, runningSums } from './running-sums.ts'

const DAY_MS = 24 * 60 * 60_000

/** Amounts and counts of `customer_kind_months`, in the order of its columns. */
const AMOUNTS = ['quantity', 'realised', 'realisedInvoiced', 'cost'] as const
const COUNTS = ['eventCount', 'uncostedEvents'] as const

/** A row of `customer_kind_months`: arrays as PostgreSQL writes them, null where all values are zero. */
export type KindMonth = {
  place: Place
  month: string
  days: string
  amounts: (string | null)[]
  counts: (string | null)[]
}

type Sums = { place: Place; month: string; days: Map<number, DayFigures> }

/** Adds the kept months of customers up by kind and currency, as running sums. */
export async function kindMonths(
  rows: Iterable<{ place: Place; month: string; figures: KeptFigures }>,
): Promise<KindMonth[]> {
  const sums = new Map<string, Sums>()
  await mapInTurns(rows, ({ place, month, figures }) => {
    const key = `${place.customerId}${month}${place.kind} ${place.currency}`
    const { days } = sums.get(key) ?? { days: new Map<number, DayFigures>() }
    sums.set(key, { place, month, days })
    for (const [day, one] of figures) {
      const known = days.get(day)
      days.set(day, known ? addFigures(known, one) : one)
    }
  })
  return (await mapInTurns(sums.values(), kindMonth)).flat()
}

function kindMonth({ place, month, days }: Sums): KindMonth[] {
  const inOrder = [...days].filter(([, one]) => isShown(one)).sort(([a], [b]) => a - b)
  if (inOrder.length === 0) return []
  const start = Date.parse(month)
  return [
    {
      place,
      month,
      days: `{${inOrder.map(([day]) => (day - start) / DAY_MS + 1).join(',')}}`,
      amounts: AMOUNTS.map((field) => amountsUntil(inOrder.map(([, one]) => one[field]))),
      counts: COUNTS.map((field) => countsUntil(inOrder.map(([, one]) => one[field]))),
    },
  ]
}

/** Whether a day has any of the figures that are kept by kind. */
function isShown(one: DayFigures): boolean {
  return AMOUNTS.some((field) => !isZero(one[field])) || COUNTS.some((field) => one[field] !== 0)
}

const amountsUntil = (amounts: readonly Decimal[]) =>
  amounts.every(isZero) ? null : `{${runningSums(amounts).join(',')}}`

const countsUntil = (counts: readonly number[]) =>
  counts.every((count) => count === 0) ? null : `{${runningCounts(counts).join(',')}}`

/** Replaces the months of some customers by kind. */
export async function replaceKindMonths(
  tx: Tx,
  organizationId: string,
  { months, rows }: { months: readonly CustomerMonths[]; rows: readonly KindMonth[] },
): Promise<void> {
  await sql`delete from customer_kind_months kept ${usingMonths(organizationId, months)}`.execute(
    tx,
  )
  const amounts = (at: number) => sql`${rows.map((row) => row.amounts[at] ?? null)}::text[]`
  const counts = (at: number) => sql`${rows.map((row) => row.counts[at] ?? null)}::text[]`
  await sql`
    insert into customer_kind_months (customer_id, month, kind, currency, organization_id, days,
      quantity_until, realised_until, realised_invoiced_until, cost_until, event_count_until,
      uncosted_event_count_until)
    select customer_id, month, kind, currency, ${organizationId}::uuid, days::smallint[],
      quantity::numeric[], realised::numeric[], realised_invoiced::numeric[], cost::numeric[],
      event_count::bigint[], uncosted_event_count::bigint[]
    from unnest(
      ${arrayText(rows, ({ place }) => place.customerId)}::uuid[],
      ${arrayText(rows, ({ month }) => month)}::date[],
      ${arrayText(rows, ({ place }) => String(KEPT_KINDS[place.kind]))}::smallint[],
      ${rows.map(({ place }) => place.currency)}::text[],
      ${rows.map(({ days }) => days)}::text[],
      ${amounts(0)}, ${amounts(1)}, ${amounts(2)}, ${amounts(3)}, ${counts(0)}, ${counts(1)}
    ) as input (customer_id, month, kind, currency, days, quantity, realised, realised_invoiced, cost,
      event_count, uncosted_event_count)`.execute(tx)
}
