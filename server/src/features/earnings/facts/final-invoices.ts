import { sql } from 'kysely'
import { type EarningFilter, inFilter } from './earning-filter.ts'

const columnOf = (table: string) => (name: string) => sql.ref(`${table}.${name}`)

/** Final and not void at an instant. */
const wasFinal = (table: string, asOf: Date) => {
  const column = columnOf(table)
  return sql`(${column('finalized_at')} < ${asOf}::timestamptz
    and (${column('voided_at')} is null or ${column('voided_at')} >= ${asOf}::timestamptz))`
}

/** Whether a final invoice counts as invoiced: it does now, but not at an instant before it was final. */
export const isInvoiced = (table: string, asOf: Date | undefined) =>
  asOf ? wasFinal(table, asOf) : sql`true`

type AsOf = Pick<EarningFilter, 'organizationId' | 'customerId' | 'customerIds'> & {
  asOf?: Date | undefined
}

/**
 * Whose prices hold: what is final and not void now. As of an instant also what was so then; it goes
 * before what was made in its place since.
 */
export const isFinal = (table: string, filter: AsOf) => {
  const column = columnOf(table)
  const { asOf, ...owner } = filter
  const isNow = sql`${column('status')} not in ('draft', 'void')`
  if (!asOf) return isNow
  return sql`(${wasFinal(table, asOf)} or ${isNow} and not exists (
    select from invoices replaced
    where ${inFilter({ ...owner, agentId: undefined }, 'replaced')}
      and replaced.customer_id = ${column('customer_id')}
      and replaced.subscription_id = ${column('subscription_id')}
      and replaced.is_final_invoice = ${column('is_final_invoice')}
      and replaced.period_start < ${column('period_end')}
      and replaced.period_end > ${column('period_start')}
      and ${wasFinal('replaced', asOf)} and replaced.voided_at is not null))`
}
