import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Pair } from '../../earnings/facts/candidates.ts'
import { inFilter } from '../../earnings/facts/earning-filter.ts'
import { type UsageFilter, usageParts } from '../../usage/closed-sums/usage-rows.ts'
import { SUMS, type UsageSums } from '../../usage-figures/sums.ts'

type Span = { start: number; end: number }

const at = (time: number) => sql`${new Date(time)}::timestamptz`

const covering = ({ start, end }: Span) => sql`subscriptions.deleted_at is null
  and subscriptions.starts_at < ${at(end)}
  and (subscriptions.ends_at is null or subscriptions.ends_at > ${at(start)})`

const coversAll = ({ start, end }: Span) => sql`subscriptions.starts_at <= ${at(start)}
  and (subscriptions.ends_at is null or subscriptions.ends_at >= ${at(end)})`

/**
 * Lists pairs of customer and agent whose usage in the window does not belong to exactly one
 * subscription. Either there are several, or one begins or ends in the window, or an invoice of
 * another subscription billed some of it.
 */
export async function listContested(db: Db, filter: UsageFilter, span: Span): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select subscriptions.customer_id, subscriptions.agent_id from subscriptions
    where ${inFilter(filter, 'subscriptions')} and ${covering(span)}
    group by subscriptions.customer_id, subscriptions.agent_id
    having count(*) > 1 or not bool_and(${coversAll(span)})
    union
    select lines.customer_id, lines.agent_id
    from invoice_lines lines
    join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
      and invoices.status not in ('draft', 'void')
    left join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id
      and subscriptions.agent_id = lines.agent_id and ${covering(span)}
    where ${inFilter(filter, 'lines')} and lines.type = 'usage' and subscriptions.id is null
      and lines.period_start < ${at(span.end)} and lines.period_end > ${at(span.start)}`.execute(db)
  return rows
}

/** Sums, by plan, the usage of pairs that are not contested. */
export async function sumUncontested(
  tx: Tx,
  filter: UsageFilter,
  { span, contested }: { span: Span; contested: readonly Pair[] },
): Promise<(UsageSums & { planId: string })[]> {
  // Joins each part separately: PostgreSQL uses no index lookups on a union.
  const owned = (await usageParts(tx, filter, 'usage_days')).map(
    (part) => sql`select owners.plan_id, used.* from owners join (${part}) used
      on used.customer_id = owners.customer_id and used.agent_id = owners.agent_id`,
  )
  const { rows } = await sql<UsageSums & { planId: string }>`
    with owners as materialized (
      select subscriptions.customer_id, subscriptions.agent_id, subscriptions.plan_id
      from subscriptions
      left join unnest(
        ${contested.map(({ customerId }) => customerId)}::uuid[],
        ${contested.map(({ agentId }) => agentId)}::uuid[]
      ) as contested (customer_id, agent_id)
        on contested.customer_id = subscriptions.customer_id
        and contested.agent_id = subscriptions.agent_id
      where ${inFilter(filter, 'subscriptions')} and ${covering(span)}
        and contested.customer_id is null
    )
    select plan_id, ${SUMS} from (${sql.join(owned, sql` union all `)}) used
    group by plan_id`.execute(tx)
  return rows
}
