import { type RawBuilder, sql } from 'kysely'

/**
 * Whose rows of a table are meant, for each table of a statement beside how they are joined: so Citus
 * asks the shards of these customers, and not all of them.
 */
export const ofCustomers = (table: string, all: readonly { customerId: string }[]) =>
  sql`${sql.ref(`${table}.customerId`)} = any(${[...new Set(all.map(({ customerId }) => customerId))]}::uuid[])`

/**
 * Until when the usage of a line is its own: a subscription that has ended has nothing after its end,
 * but for what was billed before the end was set, by the invoice itself or late (`settledUntil`).
 */
export const billedUntil = (settledUntil: RawBuilder<unknown>) => sql<Date>`
  greatest(lines.period_start, least(lines.period_end, greatest(invoices.finalized_at,
    coalesce(subscriptions.ends_at, 'infinity'), ${settledUntil})))`

/** Until when late lines that are finalized billed the usage of a line: each says it by its own end. */
export const settledOf = (all: readonly { customerId: string }[]) => sql`
  select max(late.period_end) as settled_until
  from invoice_lines late
  join invoices settling
    on settling.customer_id = late.customer_id and settling.id = late.invoice_id
  where late.customer_id = lines.customer_id and late.source_id = lines.id
    and late.type = 'late_usage' and settling.status not in ('draft', 'void')
    and ${ofCustomers('late', all)} and ${ofCustomers('settling', all)}`
