import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { dateText } from '../../usage-figures/window.ts'
import { type EarningFilter, inFilter } from '../facts/earning-filter.ts'

type Filter = Omit<EarningFilter, 'agentId' | 'cutOff'>
type Asked = {
  window: Range<number>
  /** A UTC midnight. */
  since: Date
}

/**
 * Returns, by currency, the part of the kept invoiced amounts of a window that invoices billed which were finalized
 * on a day or later.
 */
export async function sumInvoicedSince(
  tx: Tx,
  filter: Filter,
  asked: Asked,
): Promise<{ currency: string; amount: Decimal }[]> {
  const isOfSome = filter.customerId !== undefined || filter.customerIds !== undefined
  const amounts = isOfSome ? ofCustomers(filter, asked) : ofOrganization(filter, asked)
  const { rows } = await sql<{ currency: string; amount: Decimal }>`
    select currency, sum(amount) as amount from (${amounts}) amounts group by currency`.execute(tx)
  return rows
}

const date = (time: number) => sql`${dateText(time)}::date`

function ofOrganization({ organizationId }: Filter, { window, since }: Asked) {
  return sql`
    select currency, invoiced as amount from organization_invoiced_days
    where organization_id = ${organizationId} and day >= ${date(window.start)}
      and day < ${date(window.end)} and invoiced_on >= ${date(since.getTime())}`
}

function ofCustomers(filter: Filter, { window: { start, end }, since }: Asked) {
  return sql`
    select currency, ${until(end)} - ${until(start)} as amount
    from customer_invoiced_months months
    where ${inFilter({ ...filter, agentId: undefined }, 'months')}
      and month >= date_trunc('month', ${date(start)}::timestamp)::date and month < ${date(end)}
      and invoiced_on >= ${date(since.getTime())}`
}

/** SQL: the running sum of the days of a month that precede a time. */
function until(time: number) {
  const days = sql`least(31, greatest(0, ${date(time)} - month))::smallint`
  return sql`coalesce(invoiced_until[width_bucket(${days}, days)], 0)`
}
