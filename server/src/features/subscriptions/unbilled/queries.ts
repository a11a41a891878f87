import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

type Keys = {
  organizationId: string
  subscriptions: readonly { id: string; customerId: string }[]
}

export type InvoicedTime = { subscriptionId: string; start: Date; end: Date }

/** An invoice whose time nothing bills automatically, unless another invoice covers it. */
export type OpenTime = InvoicedTime & {
  invoiceId: string
  invoiceNumber: string
  isDraft: boolean
}

const WAITS_FOR_REQUEST = sql<SqlBool>`
  (invoices.status = 'void' and not invoices.is_superseded
    or invoices.status = 'draft' and invoices.is_on_request)
  and not invoices.is_final_invoice`

const BILLS_TIME = sql<SqlBool>`
  invoices.status <> 'void' and not (invoices.status = 'draft' and invoices.is_on_request)
  and not invoices.is_final_invoice`

const areOf = ({ organizationId, subscriptions }: Keys) => sql<SqlBool>`
  invoices.organization_id = ${organizationId}
  and invoices.customer_id = any(${subscriptions.map((one) => one.customerId)}::uuid[])
  and invoices.subscription_id = any(${subscriptions.map(({ id }) => id)}::uuid[])`

/** Drafts first, then the void invoices, the latest first. */
export async function listOpenTimes(db: Db, keys: Keys): Promise<OpenTime[]> {
  const { rows } = await sql<OpenTime>`
    select subscription_id, id as invoice_id, invoice_number, status = 'draft' as is_draft,
      period_start as start, period_end as end
    from invoices where ${areOf(keys)} and ${WAITS_FOR_REQUEST}
    order by (status = 'draft') desc, voided_at desc, id desc`.execute(db)
  return rows
}

/** What other invoices cover of subscriptions. */
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
 * Subscriptions, running or ended, with time that nothing bills automatically, by their ids. It begins with
 * the invoices that wait for a request, which an index holds apart.
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
    with waiting as materialized (
      select invoices.customer_id, invoices.subscription_id,
        range_agg(tstzrange(invoices.period_start, invoices.period_end)) as time
      from invoices
      where invoices.organization_id = ${organizationId} and ${WAITS_FOR_REQUEST}
      group by invoices.customer_id, invoices.subscription_id
    ), billed as materialized (
      select invoices.customer_id, invoices.subscription_id,
        range_agg(tstzrange(invoices.period_start, invoices.period_end)) as time
      from invoices
      join waiting on waiting.customer_id = invoices.customer_id
        and waiting.subscription_id = invoices.subscription_id
      where invoices.organization_id = ${organizationId} and ${BILLS_TIME}
      group by invoices.customer_id, invoices.subscription_id
    )
    select subscriptions.id, subscriptions.customer_id, subscriptions.name,
      subscriptions.starts_at, subscriptions.ends_at, count(*) over () as total
    from waiting
    join subscriptions on subscriptions.customer_id = waiting.customer_id
      and subscriptions.id = waiting.subscription_id
      and subscriptions.organization_id = ${organizationId}
    left join billed on billed.customer_id = waiting.customer_id
      and billed.subscription_id = waiting.subscription_id
    where subscriptions.deleted_at is null and subscriptions.starts_at <= ${businessNow}::timestamptz
      and not isempty(
        waiting.time * tstzmultirange(tstzrange(subscriptions.starts_at,
          greatest(coalesce(subscriptions.ends_at, 'infinity'), subscriptions.starts_at)))
        - coalesce(billed.time, '{}'::tstzmultirange))
    order by subscriptions.id limit ${limit}`.execute(db)
  return rows
}
