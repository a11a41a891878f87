import { type RawBuilder, sql } from 'kysely'

/**
 * Restricts a table to the rows of these customers. Required for each joined table, so that Citus
 * queries only the shards of these customers.
 */
export const ofCustomers = (table: string, all: readonly { customerId: string }[]) =>
  sql`${sql.ref(`${table}.customerId`)} = any(${[...new Set(all.map(({ customerId }) => customerId))]}::uuid[])`

/**
 * Time up to which a line owns the usage of its range. After a subscription's end it owns only what
 * was billed before the end was set. `settledUntil` is the end of its late usage that was billed.
 */
export const billedUntil = (settledUntil: RawBuilder<unknown>) => sql<Date>`
  greatest(lines.period_start, least(lines.period_end, greatest(invoices.finalized_at,
    coalesce(subscriptions.ends_at, 'infinity'), ${settledUntil})))`

/** Selects the latest end of finalized late-usage lines that settle a line. */
export const settledOf = (all: readonly { customerId: string }[]) => sql`
  select max(late.period_end) as settled_until
  from invoice_lines late
  join invoices settling
    on settling.customer_id = late.customer_id and settling.id = late.invoice_id
  where late.customer_id = lines.customer_id and late.source_id = lines.id
    and late.type = 'late_usage' and settling.status not in ('draft', 'void')
    and ${ofCustomers('late', all)} and ${ofCustomers('settling', all)}`
