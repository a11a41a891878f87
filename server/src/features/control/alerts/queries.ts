import { sql } from 'kysely'
import { toExactText } from '../../../domain/money.ts'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { type AlertScope, alertKey, type BudgetAlert } from './alert.ts'

const columns = [
  'id',
  'organizationId',
  'customerId',
  'budgetId',
  'budgetName',
  'kind',
  'threshold',
  'measure',
  'amount',
  'limitAmount',
  'currency',
  'spent',
  'held',
  'available',
  'uncostedEventCount',
  'windowStartsAt',
  'resetsAt',
  'decisionId',
  'createdAt',
] as const

const selectAlerts = (db: Db) =>
  db.selectFrom('budgetAlerts').select(columns).$castTo<BudgetAlert>()

export function findAlert(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<BudgetAlert | undefined> {
  return selectAlerts(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns those of the budgets that are active, and false for a deleted customer. */
export async function findAlerting(
  tx: Tx,
  { organizationId, customerId }: AlertScope,
  budgetIds: readonly string[],
): Promise<{ budgetIds: Set<string>; isLive: boolean }> {
  const [budgets, customers] = await Promise.all([
    sql<{ id: string }>`
      select id from budgets
      where organization_id = ${organizationId} and id = any(${budgetIds}::uuid[]) and is_active
        and deleted_at is null`.execute(tx),
    sql`
      select from customers where id = ${customerId}::uuid and organization_id = ${organizationId}
        and deleted_at is null`.execute(tx),
  ])
  return {
    budgetIds: new Set(budgets.rows.map(({ id }) => id)),
    isLive: customerId === null || customers.rows.length > 0,
  }
}

/** Returns the keys of the stored alerts of a scope about budgets, since a time. */
export async function listStoredKeys(
  db: Db,
  { organizationId, customerId }: AlertScope,
  { budgetIds, since }: { budgetIds: readonly string[]; since: Date },
): Promise<Set<string>> {
  const { rows } = await sql<Parameters<typeof alertKey>[0]>`
    select budget_id, window_starts_at, kind, threshold, amount from budget_alerts
    where organization_id = ${organizationId}
      and (budget_id = any(${budgetIds}::uuid[]) or budget_id is null and customer_id = ${customerId}::uuid)
      and coalesce(customer_id, budget_id) = coalesce(${customerId}::uuid, budget_id)
      and window_starts_at >= ${since}::timestamptz`.execute(db)
  return new Set(rows.map(alertKey))
}

/** Inserts the alerts that do not exist yet, and returns their ids. */
export async function insertAlerts(tx: Tx, alerts: readonly BudgetAlert[]): Promise<Set<string>> {
  const texts = (of: (alert: BudgetAlert) => string | null) => alerts.map(of)
  const { rows } = await sql<{ id: string }>`
    insert into budget_alerts (id, organization_id, customer_id, budget_id, budget_name, kind,
      threshold, measure, amount, limit_amount, currency, spent, held, available, uncosted_event_count, window_starts_at,
      resets_at, decision_id, created_at)
    select * from unnest(
      ${texts(({ id }) => id)}::uuid[],
      ${texts(({ organizationId }) => organizationId)}::uuid[],
      ${texts(({ customerId }) => customerId)}::uuid[],
      ${texts(({ budgetId }) => budgetId)}::uuid[],
      ${texts(({ budgetName }) => budgetName)}::text[],
      ${texts(({ kind }) => kind)}::text[],
      ${texts(({ threshold }) => toExactText(threshold))}::numeric[],
      ${texts(({ measure }) => measure)}::text[],
      ${texts(({ amount }) => toExactText(amount))}::numeric[],
      ${texts(({ limitAmount }) => toExactText(limitAmount))}::numeric[],
      ${texts(({ currency }) => currency)}::text[],
      ${texts(({ spent }) => toExactText(spent))}::numeric[],
      ${texts(({ held }) => toExactText(held))}::numeric[],
      ${texts(({ available }) => available && toExactText(available))}::numeric[],
      ${alerts.map(({ uncostedEventCount }) => uncostedEventCount)}::integer[],
      ${alerts.map(({ windowStartsAt }) => windowStartsAt)}::timestamptz[],
      ${alerts.map(({ resetsAt }) => resetsAt)}::timestamptz[],
      ${texts(({ decisionId }) => decisionId)}::uuid[],
      ${alerts.map(({ createdAt }) => createdAt)}::timestamptz[]
    )
    on conflict do nothing
    returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Deletes alerts before a time, of all organizations. Bounded, to keep transactions short. */
export async function deleteAlertsBefore(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from budget_alerts
    where id in (
      select id from budget_alerts
      where created_at < ${before}::timestamptz order by created_at limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type RecentCustomer = { organizationId: string; customerId: string }

/** Lists the customers of organizations with usage that was recorded since an event's id. */
export async function listRecentCustomers(
  db: Db,
  organizationIds: readonly string[],
  sinceId: string,
): Promise<RecentCustomer[]> {
  const { rows } = await sql<RecentCustomer>`
    select organization_id, customer_id from usage_events
    where id >= ${sinceId}::uuid and organization_id = any(${organizationIds}::uuid[])
    group by organization_id, customer_id order by customer_id`.execute(db)
  return rows
}

/**
 * Lists the organizations whose stored usage may have got other costs: by a repricing run since a
 * time or under way, or by a mapping or an own rate, which are dated at the start of their
 * transaction.
 */
export async function listRecostedOrganizations(
  db: Db,
  organizationIds: readonly string[],
  { since, startedSince }: { since: Date; startedSince: Date },
): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select organization_id from cost_model_mappings
    where organization_id = any(${organizationIds}::uuid[])
      and updated_at >= ${startedSince}::timestamptz
    union
    select organization_id from repricing_runs
    where organization_id = any(${organizationIds}::uuid[])
      and (state = 'running' or completed_at >= ${since}::timestamptz)
    union
    select organization_id from outbox_events
    where organization_id = any(${organizationIds}::uuid[]) and type = 'cost_rate.created'
      and created_at >= ${startedSince}::timestamptz`.execute(db)
  return rows.map(({ organizationId }) => organizationId)
}

/** Lists the customers whose usage since a day has got other costs after it was recorded. */
export async function listRecostedCustomers(
  db: Db,
  organizationId: string,
  sinceDay: string,
): Promise<RecentCustomer[]> {
  const { rows } = await sql<RecentCustomer>`
    select organization_id, customer_id from usage_days
    where organization_id = ${organizationId} and day >= ${sinceDay}::date and is_backfill
    group by organization_id, customer_id`.execute(db)
  return rows
}

/** Lists the customers with an event that was voided, amended or rejected since a time. */
export async function listCorrectedCustomers(
  db: Db,
  organizationIds: readonly string[],
  since: Date,
): Promise<RecentCustomer[]> {
  const { rows } = await sql<RecentCustomer>`
    select organization_id, customer_id from outbox_events
    where organization_id = any(${organizationIds}::uuid[])
      and type in ('usage.voided', 'usage.amended', 'outcome.rejected', 'outcome.restored') and created_at >= ${since}::timestamptz
    group by organization_id, customer_id`.execute(db)
  return rows
}
