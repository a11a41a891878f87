import { sql } from 'kysely'
import { type EarningFilter, inFilter } from './earning-filter.ts'

const columnOf = (table: string) => (name: string) => sql.ref(`${table}.${name}`)

/** Final and not void at an instant. */
const wasFinal = (table: string, cutOff: Date) => {
  const column = columnOf(table)
  return sql`(${column('finalized_at')} < ${cutOff}::timestamptz
    and (${column('voided_at')} is null or ${column('voided_at')} >= ${cutOff}::timestamptz))`
}

/** Whether a final invoice counts as invoiced: it does now, but not at an instant before it was final. */
export const isInvoiced = (table: string, cutOff: Date | undefined) =>
  cutOff ? wasFinal(table, cutOff) : sql`true`

type FinalFilter = Pick<EarningFilter, 'organizationId' | 'customerId' | 'customerIds'> & {
  cutOff?: Date | undefined
}

/**
 * Whose prices hold: what is final and not void now. As of an instant also what was so then; it goes
 * before what was made in its place since.
 */
export const isFinal = (table: string, filter: FinalFilter) => {
  const column = columnOf(table)
  const { cutOff, ...owner } = filter
  const isNow = sql`${column('status')} not in ('draft', 'void')`
  if (!cutOff) return isNow
  return sql`(${wasFinal(table, cutOff)} or ${isNow} and not exists (
    select from invoices replaced
    where ${inFilter({ ...owner, agentId: undefined }, 'replaced')}
      and replaced.customer_id = ${column('customer_id')}
      and replaced.subscription_id = ${column('subscription_id')}
      and replaced.is_final_invoice = ${column('is_final_invoice')}
      and replaced.is_advance_only = ${column('is_advance_only')}
      and replaced.period_start < ${column('period_end')}
      and replaced.period_end > ${column('period_start')}
      and ${wasFinal('replaced', cutOff)} and replaced.voided_at is not null))`
}
