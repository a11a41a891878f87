import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

type Keys = {
  organizationId: string
  subscriptions: readonly { id: string; customerId: string }[]
}

export type InvoicedTime = { subscriptionId: string; start: Date; end: Date }

/** An invoice whose period is not billed automatically, unless another invoice covers it. */
export type OpenTime = InvoicedTime & {
  invoiceId: string
  invoiceNumber: string
  isDraft: boolean
}

const waitsForRequest = (table: string) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<SqlBool>`
    (${column('status')} = 'void' and not ${column('isSuperseded')}
      or ${column('status')} = 'draft' and ${column('isOnRequest')})
    and not ${column('isFinalInvoice')}`
}
const WAITS_FOR_REQUEST = waitsForRequest('invoices')

const BILLS_TIME = sql<SqlBool>`
  invoices.status <> 'void' and not (invoices.status = 'draft' and invoices.is_on_request)
  and not invoices.is_final_invoice`

const areOf = ({ organizationId, subscriptions }: Keys) => sql<SqlBool>`
  invoices.organization_id = ${organizationId}
  and invoices.customer_id = any(${subscriptions.map((one) => one.customerId)}::uuid[])
  and invoices.subscription_id = any(${subscriptions.map(({ id }) => id)}::uuid[])`

/** Lists drafts first, then void invoices, latest first. */
export async function listOpenTimes(db: Db, keys: Keys): Promise<OpenTime[]> {
  const { rows } = await sql<OpenTime>`
    select subscription_id, id as invoice_id, invoice_number, status = 'draft' as is_draft,
      period_start as start, period_end as end
    from invoices where ${areOf(keys)} and ${WAITS_FOR_REQUEST}
    order by (status = 'draft') desc, voided_at desc, id desc`.execute(db)
  return rows
}

/** Lists the periods that other invoices of the subscriptions cover. */
export async function listBilledTimes(db: Db, keys: Keys): Promise<InvoicedTime[]> {
  const { rows } = await sql<InvoicedTime>`
    select subscription_id, period_start as start, period_end as end
    from invoices where ${areOf(keys)} and ${BILLS_TIME}`.execute(db)
  return rows
}

export type UnbilledRow = {
  id: string
  customerId: string
  name: string
  startsAt: Date
  endsAt: Date | null
  total: string
}

/**
 * Lists running and ended subscriptions with ranges that are not billed automatically, by id.
 * Starts with the invoices whose periods are billed on request only, which have a partial index.
 * Billed ranges are aggregated in the same pass: PostgreSQL would estimate one row for two joined
 * aggregates and compare all pairs.
 */
export async function listUnbilledSubscriptions(
  db: Db,
  {
    organizationId,
    businessNow,
    limit,
  }: { organizationId: string; businessNow: Date; limit: number },
): Promise<UnbilledRow[]> {
  const { rows } = await sql<UnbilledRow>`
    select subscriptions.id, subscriptions.customer_id, subscriptions.name,
      subscriptions.starts_at, subscriptions.ends_at, count(*) over () as total
    from (
      select customer_id, subscription_id, range_agg(time) filter (where is_open) as open,
        coalesce(range_agg(time) filter (where not is_open), '{}'::tstzmultirange) as billed
      from (
        select invoices.customer_id, invoices.subscription_id, true as is_open,
          tstzrange(invoices.period_start, invoices.period_end) as time
        from invoices
        where invoices.organization_id = ${organizationId} and ${WAITS_FOR_REQUEST}
        union all
        select invoices.customer_id, invoices.subscription_id, false,
          tstzrange(invoices.period_start, invoices.period_end)
        from invoices waiting
        join invoices on invoices.customer_id = waiting.customer_id
          and invoices.subscription_id = waiting.subscription_id
          and invoices.period_start < waiting.period_end
          and invoices.period_end > waiting.period_start
        where waiting.organization_id = ${organizationId} and ${waitsForRequest('waiting')}
          and invoices.organization_id = ${organizationId} and ${BILLS_TIME}
      ) ranges
      group by customer_id, subscription_id
    ) times
    join subscriptions on subscriptions.customer_id = times.customer_id
      and subscriptions.id = times.subscription_id
      and subscriptions.organization_id = ${organizationId}
    where subscriptions.deleted_at is null and subscriptions.starts_at <= ${businessNow}::timestamptz
      and not isempty(
        times.open * tstzmultirange(tstzrange(subscriptions.starts_at,
          greatest(coalesce(subscriptions.ends_at, 'infinity'), subscriptions.starts_at)))
        - times.billed)
    order by subscriptions.id limit ${limit}`.execute(db)
  return rows
}
