import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { listClosed, listKept } from '../../usage/closed-sums/closed-times.ts'
import {
  type Cover,
  coverOf,
  type DateRange,
  hasWholeMonth,
} from '../../usage/closed-sums/cover.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'

const OF_ALL = { months: 'work_model_months', days: 'work_model_days' } as const
const OF_ONE = { months: 'customer_model_months', days: 'customer_model_days' } as const

/**
 * Returns the closed sums by model that cover the dates of a filter in the transaction's snapshot. With `hasToDate`, parts
 * of months of all customers are differences of sums to date.
 */
export async function modelCover(
  tx: Tx,
  filter: UsageFilter,
  { hasToDate }: { hasToDate: boolean },
): Promise<Cover> {
  const { organizationId, customerId, dates } = filter
  const tables = tablesOf(filter)
  const closedIn = async (table: (typeof tables)['months' | 'days']) => {
    const closed = await listClosed(tx, organizationId, { table, dates })
    if (customerId === undefined || !isOfCustomers(table)) return closed
    return listKept(tx, { organizationId, customerId }, { table, closed })
  }
  const [months, days, toDate] = await Promise.all([
    hasWholeMonth(dates) ? closedIn(tables.months) : [],
    closedIn(tables.days),
    hasToDate && customerId === undefined ? listToDate(tx, organizationId, dates) : [],
  ])
  return coverOf(dates, { months, days, toDate })
}

/** The tables of the closed sums by model that a filter needs. */
export const tablesOf = ({ customerId }: Pick<UsageFilter, 'customerId'>) =>
  customerId === undefined ? OF_ALL : OF_ONE

/** SQL: the condition for the rollups of some days. */
export const bucketsMatch = ({ startDate, endDate }: DateRange) =>
  sql`bucket >= ${startDate}::timestamp at time zone 'UTC'
    and bucket < (${endDate}::date + 1)::timestamp at time zone 'UTC'`

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
