import { sql } from 'kysely'
import type { BillingKey } from '../features/billing/context/billing-context.ts'
import { type ClockScope, isInScope } from '../features/clock/business-clock.ts'
import { READY_AT, WAITS_FOR_CLOCK } from '../features/invoices/drafts/ready-at.ts'
import type { InvoiceKey } from '../features/invoices/invoice.ts'
import type { Db } from '../platform/database.ts'

/** Keyset cursor of a list of due items: the next page starts after this item. */
export type Cursor = { dueAt: Date; id: string } | undefined

export type DueInvoice = InvoiceKey & {
  subscriptionId: string | null
  dueAt: Date
  /** Number of failed collection attempts so far. */
  collectAttempts: number
}
export type DueDraft = DueInvoice & { subscriptionId: string }
export type DueSubscription = BillingKey & { id: string; dueAt: Date }

const behind = (cursor: Cursor, dueAt: string, id: string) =>
  cursor === undefined
    ? sql``
    : sql`and (${sql.ref(dueAt)}, ${sql.ref(id)}) > (${cursor.dueAt}::timestamptz, ${cursor.id}::uuid)`

/** Lists subscriptions with an ended period, or with terms that changed since the last check. */
export async function listDueSubscriptions(
  db: Db,
  scope: ClockScope,
  { cursor, limit }: { cursor: Cursor; limit: number },
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    select customer_id, id, id as subscription_id,
      organization_id, next_period_end as due_at
    from subscriptions
    where next_period_end <= ${scope.now}::timestamptz and deleted_at is null
      and ${isInScope(scope)} ${behind(cursor, 'nextPeriodEnd', 'id')}
    order by next_period_end, id limit ${limit}`.execute(db)
  return rows
}

/** Lists drafts that the clock finalizes and whose grace period has ended. */
export async function listDueDrafts(
  db: Db,
  scope: ClockScope,
  { cursor, limit }: { cursor: Cursor; limit: number },
): Promise<DueDraft[]> {
  const { rows } = await sql<DueDraft>`
    select invoices.customer_id, invoices.id,
      invoices.organization_id,
      invoices.subscription_id, invoices.period_end as due_at,
      invoices.collect_attempts
    from invoices
    join organizations on organizations.id = invoices.organization_id
    where ${WAITS_FOR_CLOCK}
      and (invoices.period_end <= ${scope.now}::timestamptz or invoices.is_advance_only)
      and ${READY_AT} <= ${scope.now}::timestamptz
      and ${isInScope(scope, 'invoices.organizationId')}
      ${behind(cursor, 'invoices.periodEnd', 'invoices.id')}
    order by invoices.period_end, invoices.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Lists finalized invoices that are not issued yet. Invoices with automatic collection are charged
 * first, and listed here only after a failed attempt.
 */
export async function listUnsentInvoices(
  db: Db,
  scope: ClockScope,
  { cursor, limit }: { cursor: Cursor; limit: number },
): Promise<DueInvoice[]> {
  const { rows } = await sql<DueInvoice>`
    select invoices.customer_id, invoices.id,
      invoices.organization_id,
      invoices.subscription_id, invoices.period_end as due_at,
      invoices.collect_attempts
    from invoices
    where invoices.status = 'pending'
      and (invoices.collect_at is null or invoices.collect_attempts > 0)
      and ${isInScope(scope, 'invoices.organizationId')}
      ${behind(cursor, 'invoices.periodEnd', 'invoices.id')}
    order by invoices.period_end, invoices.id limit ${limit}`.execute(db)
  return rows
}

/** Lists top-ups that are unpaid at the end of their time, except those with a pending payment. */
export async function listUnpaidTopUps(
  db: Db,
  scope: ClockScope,
  { cursor, limit }: { cursor: Cursor; limit: number },
): Promise<DueInvoice[]> {
  const { rows } = await sql<DueInvoice>`
    select customer_id, id, organization_id, subscription_id, due_date as due_at, collect_attempts
    from invoices
    where status = 'issued' and kind = 'top_up' and due_date <= ${scope.now}::timestamptz
      and not exists (select from payments
        where payments.customer_id = invoices.customer_id and payments.invoice_id = invoices.id
          and payments.status = 'pending')
      and ${isInScope(scope)} ${behind(cursor, 'dueDate', 'id')}
    order by due_date, id limit ${limit}`.execute(db)
  return rows
}

/** Lists unpaid invoices whose collection or reminder date has come. */
export async function listInvoicesDueAt(
  db: Db,
  scope: ClockScope,
  { column, cursor, limit }: { column: 'collectAt' | 'remindAt'; cursor: Cursor; limit: number },
): Promise<DueInvoice[]> {
  const { rows } = await sql<DueInvoice>`
    select customer_id, id, organization_id,
      subscription_id, ${sql.ref(column)} as due_at,
      collect_attempts
    from invoices
    where ${sql.ref(column)} <= ${scope.now}::timestamptz
      and status in ('pending', 'issued', 'overdue')
      and ${isInScope(scope)} ${behind(cursor, column, 'id')}
    order by ${sql.ref(column)}, id limit ${limit}`.execute(db)
  return rows
}
