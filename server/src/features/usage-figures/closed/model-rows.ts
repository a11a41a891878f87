import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { listClosed, listKept } from '../../usage/closed-sums/closed-times.ts'
import { coverOf, type DateRange, hasWholeMonth } from '../../usage/closed-sums/cover.ts'
import { modelWork } from '../../usage/closed-sums/model-work.ts'
import { scopeOf, type UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { SHARED } from '../../usage/closed-sums/work-models.ts'

const USED = sql.raw(`agent_id, signal_id, provider, model, service_count, input_tokens,
  output_tokens, cache_read_tokens, cache_write_tokens, quantity, cost`)
const WORK = sql.raw(`agent_id, signal_id, provider, model, ${SHARED.join(', ')}`)
const SIGNED_WORK = sql.raw(
  `agent_id, signal_id, provider, model,
    ${SHARED.map((column) => `sign * ${column} as ${column}`).join(', ')}`,
)

const OF_ALL = { months: 'work_model_months', days: 'work_model_days' } as const
const OF_ONE = { months: 'customer_model_months', days: 'customer_model_days' } as const

/**
 * Returns the models used by the work that matches a filter, by agent, signal and model. Uses the
 * fewest rows that the transaction's snapshot allows.
 */
export function modelRows(tx: Tx, filter: UsageFilter): Promise<RawBuilder<unknown>> {
  const rollups = (matches: RawBuilder<unknown>) => sql`model_rollups where ${matches}`
  return closedRows(tx, filter, { columns: USED, rollups })
}

/** Like `modelRows`, with the share of work attributed to each model. */
export function modelWorkRows(tx: Tx, filter: UsageFilter): Promise<RawBuilder<unknown>> {
  const hasToDate = filter.customerId === undefined
  return closedRows(tx, filter, { columns: WORK, rollups: modelWork, hasToDate })
}

type Read = {
  columns: RawBuilder<unknown>
  /** Rows of the days that are not closed. */
  rollups: (matches: RawBuilder<unknown>) => RawBuilder<unknown>
  /** True reads parts of months as differences of sums to date. */
  hasToDate?: boolean
}

async function closedRows(
  tx: Tx,
  filter: UsageFilter,
  { columns, rollups, hasToDate = false }: Read,
): Promise<RawBuilder<unknown>> {
  const { organizationId, customerId, dates } = filter
  const tables = customerId === undefined ? OF_ALL : OF_ONE
  const closedIn = async (table: (typeof tables)['months' | 'days']) => {
    const closed = await listClosed(tx, organizationId, { table, dates })
    if (customerId === undefined || !isOfCustomers(table)) return closed
    return listKept(tx, { organizationId, customerId }, { table, closed })
  }
  const [months, days, toDate] = await Promise.all([
    hasWholeMonth(dates) ? closedIn(tables.months) : [],
    closedIn(tables.days),
    hasToDate ? listToDate(tx, organizationId, dates) : [],
  ])
  const cover = coverOf(dates, { months, days, toDate })
  const scope = scopeOf(filter)
  const parts = cover.rest.map(({ startDate, endDate }) => {
    const matches = sql`${scope} and bucket >= ${startDate}::timestamp at time zone 'UTC'
      and bucket < (${endDate}::date + 1)::timestamp at time zone 'UTC'`
    return sql`select ${columns} from ${rollups(matches)}`
  })
  if (cover.months.length > 0) {
    parts.push(sql`select ${columns} from ${sql.table(tables.months)}
      where ${scope} and month = any(${cover.months}::date[])`)
  }
  if (cover.plus.length > 0) {
    const of = (days: readonly string[], sign: number) =>
      sql`select day, ${sql.lit(sign)} as sign from unnest(${days}::date[]) as days (day)`
    parts.push(sql`select ${SIGNED_WORK} from work_model_to_date
      join (${of(cover.plus, 1)} union all ${of(cover.minus, -1)}) signs using (day)
      where ${scope}`)
  }
  if (cover.days.length > 0) {
    parts.push(sql`select ${columns} from ${sql.table(tables.days)}
      where ${scope} and day = any(${cover.days}::date[])`)
  }
  return sql`(${sql.join(parts, sql` union all `)}) used`
}

/** Lists the closed days to date in all months of a range. */
function listToDate(tx: Tx, organizationId: string, { startDate, endDate }: DateRange) {
  const dates = { startDate: `${startDate.slice(0, 7)}-01`, endDate }
  return listClosed(tx, organizationId, { table: 'work_model_to_date', dates })
}

function isOfCustomers(
  table: (typeof OF_ALL | typeof OF_ONE)['months' | 'days'],
): table is (typeof OF_ONE)['months' | 'days'] {
  return table === OF_ONE.months || table === OF_ONE.days
}
