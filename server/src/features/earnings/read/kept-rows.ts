import { type RawBuilder, sql } from 'kysely'
import { monthAfter, monthOf, type Range, subtract } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText } from '../../usage-figures/window.ts'
import { addFigures, type DayFigures, NO_FIGURES, type Place } from '../compute/day-figures.ts'
import { KEPT_KINDS, type KeptKind, NO_ID } from '../compute/kept-kinds.ts'
import { type EarningFilter, inFilter } from '../facts/earning-filter.ts'
import { computeLater, type Later } from './compute-later.ts'
import { horizonParts } from './horizon-parts.ts'

/** Columns of the rows: those of `organization_earned_days`, with the customer and the subscription. */
const COLUMNS = sql`customer_id, subscription_id, day, plan_id, agent_id, kind, source_id, signal_id,
  currency, quantity, earned, invoiced, realised, realised_invoiced, cost, event_count,
  uncosted_event_count`

const DAY_COLUMNS = sql`day, kind, currency, quantity, earned, invoiced, realised, realised_invoiced, cost,
  event_count, uncosted_event_count`

/** SQL: the numbers of some kinds, for `kind in (…)`. */
export const kinds = (...names: readonly KeptKind[]) =>
  sql`(${sql.join(names.map((name) => sql.lit(KEPT_KINDS[name])))})`

type Asked = {
  window: Range<number>
  /** The exclusive end of the kept days; later days are computed. */
  horizon: number
  /**
   * Times at which rows of later days are split; each part is one row on its first day. They are not split by day,
   * because a window may end in thousands of years.
   */
  cuts?: readonly number[]
}

/**
 * Returns, as SQL, rows by kind, currency and day of a window: no place. There may be several rows of a day and kind.
 * Without a customer and an agent in the filter, the totals of all customers are read.
 */
export async function keptByDay(
  tx: Tx,
  filter: EarningFilter,
  { window, horizon, cuts }: Asked,
): Promise<RawBuilder<unknown>> {
  const { kept, later } = horizonParts(window, horizon)
  const stored = sql`select ${DAY_COLUMNS} from ${daysOf(filter, kept)}`
  if (later.start >= later.end) return sql`(${stored})`
  const computed = await computedRows(tx, filter, { window: later, cuts })
  return sql`(${stored} union all select ${DAY_COLUMNS} from (${computed}) computed)`
}

function daysOf(filter: EarningFilter, days: Range<number>): RawBuilder<unknown> {
  if (isOfSome(filter)) return sql`(${ofCustomers(filter, days)}) of_customers`
  if (filter.agentId !== undefined) return sql`(${ofOrganization(filter, days)}) of_agent`
  return sql`(
    select ${DAY_COLUMNS} from organization_earned_day_totals
    where organization_id = ${filter.organizationId} and day >= ${dateText(days.start)}::date
      and day < ${dateText(days.end)}::date
  ) of_all`
}

/** Figures of kept rows, as the columns of `earned_months`. */
type Figure =
  | 'quantity'
  | 'earned'
  | 'invoiced'
  | 'realised'
  | 'realised_invoiced'
  | 'cost'
  | 'event_count'
  | 'uncosted_event_count'

/**
 * Returns some figures of the kept rows as SQL, without their days: one row for each place and month, and one for each
 * place of the later days, which are computed. Whole months are read from their totals. Without a customer in the
 * filter, rows are sums of all customers and months, and customer_id and subscription_id are the zero id.
 */
export async function keptByPlace(
  tx: Tx,
  filter: EarningFilter,
  { window, horizon, figures }: Omit<Asked, 'cuts'> & { figures: readonly Figure[] },
): Promise<RawBuilder<unknown>> {
  const { kept, later } = horizonParts(window, horizon)
  const stored = isOfSome(filter)
    ? monthsOfCustomers(filter, kept, figures)
    : monthsOfOrganization(filter, kept, figures)
  if (later.start >= later.end) return sql`(${stored})`
  const computed = await computedRows(tx, filter, { window: later })
  return sql`(${stored} union all
    select ${PLACE}, ${sql.join(figures.map((figure) => sql.ref(figure)))} from (${computed}) by_day)`
}

const isOfSome = ({ customerId, customerIds }: EarningFilter) =>
  customerId !== undefined || customerIds !== undefined

const ofOrganization = (filter: EarningFilter, days: Range<number>) =>
  sumsOfOrganization(filter, days, { table: 'organization_earned_days', time: 'day' })

const sumsOfMonths = (filter: EarningFilter, months: Range<number>) =>
  sumsOfOrganization(filter, months, { table: 'organization_earned_months', time: 'month' })

function sumsOfOrganization(
  { organizationId, agentId }: EarningFilter,
  { start, end }: Range<number>,
  { table, time }: { table: string; time: 'day' | 'month' },
) {
  return sql`
    select ${sql.lit(NO_ID)}::uuid as customer_id, ${sql.lit(NO_ID)}::uuid as subscription_id,
      ${sql.ref(time)}, plan_id, agent_id, kind, source_id, signal_id, currency, quantity, earned,
      invoiced, realised, realised_invoiced, cost, event_count, uncosted_event_count
    from ${sql.table(table)}
    where organization_id = ${organizationId} and ${sql.ref(time)} >= ${dateText(start)}::date
      and ${sql.ref(time)} < ${dateText(end)}::date
      ${agentId === undefined ? sql`` : sql`and agent_id = ${agentId}`}`
}

function ofCustomers(filter: EarningFilter, { start, end }: Range<number>) {
  return sql`
    select months.customer_id, months.subscription_id, months.month + of_day.day - 1 as day,
      months.plan_id, months.agent_id, months.kind, months.source_id, months.signal_id,
      months.currency, coalesce(of_day.quantity, 0) as quantity, coalesce(of_day.earned, 0) as earned,
      coalesce(of_day.invoiced, 0) as invoiced, coalesce(of_day.realised, 0) as realised,
      coalesce(of_day.realised_invoiced, 0) as realised_invoiced, coalesce(of_day.cost, 0) as cost,
      coalesce(of_day.event_count, 0)::bigint as event_count,
      coalesce(of_day.uncosted_event_count, 0)::bigint as uncosted_event_count
    from earned_months months
    cross join lateral unnest(months.days, months.quantity, months.earned, months.invoiced,
      months.realised, months.realised_invoiced, months.cost, months.event_count,
      months.uncosted_event_count) as of_day (day, quantity, earned, invoiced, realised,
        realised_invoiced, cost, event_count, uncosted_event_count)
    where ${inFilter(filter, 'months')}
      and months.month >= date_trunc('month', ${dateText(start)}::timestamp)::date
      and months.month < ${dateText(end)}::date
      and months.month + of_day.day - 1 >= ${dateText(start)}::date
      and months.month + of_day.day - 1 < ${dateText(end)}::date`
}

const PLACE = sql`customer_id, subscription_id, plan_id, agent_id, kind, source_id, signal_id, currency`

/** Whole months have their totals; of the first and the last month the days within the window are added up. */
function monthsOfCustomers(
  filter: EarningFilter,
  window: Range<number>,
  figures: readonly Figure[],
) {
  const { months, cut } = cutAtMonths(window)
  const each = (column: (figure: Figure) => RawBuilder<unknown>) => sql.join(figures.map(column))
  return sql`
    select ${PLACE}, ${each((figure) => sql`coalesce(${sql.ref(`${figure}_total`)}, 0) as ${sql.ref(figure)}`)}
    from earned_months months
    where ${inFilter(filter, 'months')} and months.month >= ${dateText(months.start)}::date
      and months.month < ${dateText(months.end)}::date
    union all
    select ${PLACE}, part.*
    from earned_months months
    cross join lateral (
      select ${each((figure) => sql`coalesce(sum(of_day.${sql.ref(figure)}), 0)`)}
      from unnest(months.days, ${each((figure) => sql.ref(`months.${figure}`))})
        as of_day (day, ${each((figure) => sql.ref(figure))})
      where months.month + of_day.day - 1 >= ${dateText(window.start)}::date
        and months.month + of_day.day - 1 < ${dateText(window.end)}::date
    ) part
    where ${inFilter(filter, 'months')}
      and months.month = any(${cut.map(({ start }) => dateText(monthOf(start)))}::date[])`
}

/**
 * Whole months are read from their sums. Of a month that the window cuts, either its days are added up, or the other
 * days are subtracted from its sum: whichever are fewer.
 */
function monthsOfOrganization(
  filter: EarningFilter,
  window: Range<number>,
  figures: readonly Figure[],
) {
  const { months, plus, minus } = nearestMonths(window)
  const each = (value: (figure: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(figures.map((figure) => sql`${value(sql.ref(figure))} as ${sql.ref(figure)}`))
  const added = sql`${PLACE}, ${each((figure) => figure)}`
  const subtracted = sql`${PLACE}, ${each((figure) => sql`-${figure}`)}`
  const parts = [
    sql`select ${added} from (${sumsOfMonths(filter, months)}) by_month`,
    ...plus.map((days) => sql`select ${added} from (${ofOrganization(filter, days)}) by_day`),
    ...minus.map((days) => sql`select ${subtracted} from (${ofOrganization(filter, days)}) by_day`),
  ]
  const isSome = figures.map((figure) => sql`sum(${sql.ref(figure)}) <> 0`)
  return sql`
    select ${PLACE}, ${each((figure) => sql`sum(${figure})`)}
    from (${sql.join(parts, sql` union all `)}) parts
    group by ${PLACE} having ${sql.join(isSome, sql` or `)}`
}

/** The months that are closest to a window, the days of it that they lack, and those that they have in excess. */
function nearestMonths(window: Range<number>) {
  const { months, cut } = cutAtMonths(window)
  const [plus, minus]: [Range<number>[], Range<number>[]] = [[], []]
  for (const part of cut) {
    const month = { start: monthOf(part.start), end: monthAfter(part.start) }
    const others = subtract(month, [part])
    if (lengthOf([part]) <= lengthOf(others)) plus.push(part)
    else {
      minus.push(...others)
      months.start = Math.min(months.start, month.start)
      months.end = Math.max(months.end, month.end)
    }
  }
  return { months, plus, minus }
}

const lengthOf = (ranges: readonly Range<number>[]) =>
  ranges.reduce((sum, { start, end }) => sum + end - start, 0)

/** The whole months of a window, and the days before and after them. */
function cutAtMonths({ start, end }: Range<number>) {
  const first = Math.min(start === monthOf(start) ? start : monthAfter(start), end)
  const last = Math.max(first, monthOf(end))
  const around = [
    { start, end: first },
    { start: last, end },
  ]
  return {
    months: { start: first, end: last },
    cut: around.filter((part) => part.start < part.end),
  }
}

type Row = { place: Place; day: number; figures: DayFigures }

/** The same rows of days that are not kept, computed from the facts: fees of the future. */
export async function computedRows(tx: Tx, filter: EarningFilter, later: Later) {
  const rows = new Map<string, Row>()
  const { agentId } = filter
  for await (const computed of computeLater(tx, filter, later)) {
    for (const { place, days } of computed) {
      if (agentId !== undefined && place.agentId !== agentId) continue
      const own = isOfSome(filter) ? place : { ...place, customerId: NO_ID, subscriptionId: NO_ID }
      for (const [day, figures] of days) {
        const key = JSON.stringify([own, day])
        const known = rows.get(key)?.figures ?? NO_FIGURES
        rows.set(key, { place: own, day, figures: addFigures(known, figures) })
      }
    }
  }
  return rowsAsSql([...rows.values()])
}

function rowsAsSql(rows: readonly Row[]) {
  const ids = (read: (place: Place) => string) =>
    sql`${arrayText(rows, ({ place }) => read(place))}::uuid[]`
  const amounts = (read: (figures: DayFigures) => { toFixed(): string }) =>
    sql`${arrayText(rows, ({ figures }) => read(figures).toFixed())}::numeric[]`
  return sql`select ${COLUMNS} from unnest(
      ${ids((one) => one.customerId)}, ${ids((one) => one.subscriptionId)},
      ${arrayText(rows, ({ day }) => dateText(day))}::date[],
      ${ids((one) => one.planId)}, ${ids((one) => one.agentId)},
      ${arrayText(rows, ({ place }) => String(KEPT_KINDS[place.kind]))}::smallint[],
      ${ids((one) => one.sourceId)}, ${ids((one) => one.signalId)},
      ${rows.map(({ place }) => place.currency)}::text[],
      ${amounts((one) => one.quantity)}, ${amounts((one) => one.earned)},
      ${amounts((one) => one.invoiced)}, ${amounts((one) => one.realised)},
      ${amounts((one) => one.realisedInvoiced)}, ${amounts((one) => one.cost)},
      ${arrayText(rows, ({ figures }) => String(figures.eventCount))}::bigint[],
      ${arrayText(rows, ({ figures }) => String(figures.uncostedEvents))}::bigint[]
    ) as computed (${COLUMNS})`
}
