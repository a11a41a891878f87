import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { listClosed, listKept } from '../../usage/closed-sums/closed-times.ts'
import { coverOf, hasWholeMonth } from '../../usage/closed-sums/cover.ts'
import { modelWork } from '../../usage/closed-sums/model-work.ts'
import { scopeOf, type UsageFilter } from '../../usage/closed-sums/usage-rows.ts'

const USED = sql.raw(`agent_id, signal_id, provider, model, service_count, input_tokens,
  output_tokens, cache_read_tokens, cache_write_tokens, quantity, cost`)
const WORK = sql.raw(`agent_id, signal_id, provider, model, service_count, cost, units, event_count,
  uncosted_event_count`)

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
  return closedRows(tx, filter, { columns: WORK, rollups: modelWork })
}

type Read = {
  columns: RawBuilder<unknown>
  /** Rows of the days that are not closed. */
  rollups: (matches: RawBuilder<unknown>) => RawBuilder<unknown>
}

async function closedRows(
  tx: Tx,
  filter: UsageFilter,
  { columns, rollups }: Read,
): Promise<RawBuilder<unknown>> {
  const { organizationId, customerId, dates } = filter
  const tables = customerId === undefined ? OF_ALL : OF_ONE
  const closedIn = async (table: (typeof tables)['months' | 'days']) => {
    const closed = await listClosed(tx, organizationId, { table, dates })
    if (customerId === undefined || !isOfCustomers(table)) return closed
    return listKept(tx, { organizationId, customerId }, { table, closed })
  }
  const [months, days] = await Promise.all([
    hasWholeMonth(dates) ? closedIn(tables.months) : [],
    closedIn(tables.days),
  ])
  const cover = coverOf(dates, { months, days })
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
  if (cover.days.length > 0) {
    parts.push(sql`select ${columns} from ${sql.table(tables.days)}
      where ${scope} and day = any(${cover.days}::date[])`)
  }
  return sql`(${sql.join(parts, sql` union all `)}) used`
}

function isOfCustomers(
  table: (typeof OF_ALL | typeof OF_ONE)['months' | 'days'],
): table is (typeof OF_ONE)['months' | 'days'] {
  return table === OF_ONE.months || table === OF_ONE.days
}
