import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import type { Slice } from '../../../platform/list.ts'
import type { CustomerKey } from '../payment.ts'
import type { TopUp } from './top-up.ts'

/** Names the customer in each table, so that a cluster asks one node. */
const selectTopUps = ({ organizationId, customerId }: CustomerKey) => sql`
  select invoices.customer_id, invoices.id, invoices.organization_id, invoices.invoice_number,
    invoices.status as invoice_status, invoices.top_up_method as method, invoices.total as amount,
    invoices.amount_refunded, invoices.currency, coalesce(latest.status = 'pending', false) as is_pending,
    case when latest.status = 'failed' then latest.failure_reason end as failure_reason,
    grants.id as grant_id, invoices.issued_at, invoices.due_date, invoices.paid_at, invoices.voided_at,
    invoices.created_at, invoices.version
  from invoices
  left join lateral (
    select status, failure_reason from payments
    where payments.customer_id = ${customerId} and payments.invoice_id = invoices.id
      and payments.organization_id = ${organizationId}
    order by (status = 'pending') desc, created_at desc, id desc limit 1
  ) latest on true
  left join credit_grants grants on grants.customer_id = ${customerId} and grants.source = 'top_up'
    and grants.source_id = invoices.id
  where invoices.customer_id = ${customerId} and invoices.organization_id = ${organizationId}
    and invoices.kind = 'top_up'`

export async function findTopUp(db: Db, key: CustomerScopedId): Promise<TopUp | undefined> {
  const { rows } = await sql<TopUp>`
    ${selectTopUps(key)} and invoices.id = ${key.id}`.execute(db)
  return rows[0]
}

/** Lists a page of the top-ups of a customer, the latest first. */
export async function listTopUps(
  db: Db,
  key: CustomerKey,
  { limit, offset }: Slice,
): Promise<{ rows: TopUp[]; total: number }> {
  const { organizationId, customerId } = key
  const [page, counted] = await Promise.all([
    sql<TopUp>`
      ${selectTopUps(key)} order by invoices.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: string }>`
      select count(*) as count from invoices where customer_id = ${customerId}
        and organization_id = ${organizationId} and kind = 'top_up'`.execute(db),
  ])
  return { rows: page.rows, total: Number(counted.rows[0]?.count ?? 0) }
}
