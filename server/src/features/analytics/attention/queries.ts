import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { READY_AT, WAITS_FOR_CLOCK } from '../../invoices/drafts/ready-at.ts'

export type CurrencyDue = { currency: string; count: string; amount: Decimal }

/** Sums the open amounts of overdue invoices by currency; refunded amounts are due again. */
export async function sumOverdue(db: Db, organizationId: string): Promise<CurrencyDue[]> {
  const { rows } = await sql<CurrencyDue>`
    select currency, count(*) as count,
      sum(total - amount_paid + amount_refunded) as amount
    from invoices where organization_id = ${organizationId} and status = 'overdue'
    group by currency order by currency`.execute(db)
  return rows
}

/** Counts open invoices that have a failed payment, without top-ups, which are not owed. */
export async function countFailedCharges(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from invoices
    where organization_id = ${organizationId} and status in ('pending', 'issued', 'overdue')
      and kind <> 'top_up' and exists (
        select from payments
        where payments.customer_id = invoices.customer_id and payments.invoice_id = invoices.id
          and payments.organization_id = ${organizationId} and payments.status = 'failed'
      )`.execute(db)
  return Number(rows[0]?.count)
}

/** Counts mails that failed permanently since an instant, without those of settled invoices. */
export async function countFailedMails(
  db: Db,
  organizationId: string,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    with failed as materialized (
      select customer_id, invoice_id from emails
      where organization_id = ${organizationId} and status = 'failed'
        and created_at >= ${since}::timestamptz
    ), settled as materialized (
      select customer_id, id from invoices
      where (customer_id, id) in (select customer_id, invoice_id from failed)
        and status in ('paid', 'void', 'refunded')
    )
    select count(*) as count from failed
    left join settled on settled.customer_id = failed.customer_id and settled.id = failed.invoice_id
    where settled.id is null`.execute(db)
  return Number(rows[0]?.count)
}

/** Counts webhook endpoints that the service disabled. */
export async function countDisabledWebhooks(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from webhook_endpoints
    where organization_id = ${organizationId} and deleted_at is null
      and disabled_reason in ('failing', 'gone')`.execute(db)
  return Number(rows[0]?.count)
}

export type DraftsGoingOut = { count: string; firstAt: Date | null }

/** Counts drafts that will be finalized and sent automatically until then. */
export async function countDraftsGoingOut(
  db: Db,
  organizationId: string,
  until: Date,
): Promise<DraftsGoingOut> {
  const { rows } = await sql<DraftsGoingOut>`
    with drafts as (
      select ${READY_AT} as ready_at
      from invoices join organizations on organizations.id = invoices.organization_id
      where invoices.organization_id = ${organizationId} and ${WAITS_FOR_CLOCK}
    )
    select count(*) as count, min(ready_at) as first_at from drafts
    where ready_at <= ${until}::timestamptz`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a count returned no row')
  return found
}
