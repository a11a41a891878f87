import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import type { BudgetAlert } from './alert.ts'

/**
 * Queues an email about each alert to each owner and admin of its organization; without any, to the
 * address of the organization. Alerts of credit are emailed unless the organization has disabled it.
 */
export async function queueMails(
  tx: Tx,
  alerts: readonly Pick<BudgetAlert, 'id' | 'organizationId'>[],
  { isOfCredit }: { isOfCredit: boolean },
  now: Date,
): Promise<void> {
  const [first] = alerts
  if (!first) return
  const { organizationId } = first
  await sql`
    with managers as (
      select users.email from members join users on users.id = members.user_id
      where members.organization_id = ${organizationId} and members.role in ('owner', 'admin')
    )
    insert into budget_alert_mails (organization_id, email, alert_id, attempts, next_attempt_at,
      is_of_credit)
    select ${organizationId}::uuid, email, alert_id, 0, ${now}::timestamptz, ${isOfCredit} from (
      select email from managers
      union
      select email from organizations
      where id = ${organizationId} and email is not null and not exists (select from managers)
    ) recipients
    cross join unnest(${alerts.map(({ id }) => id)}::uuid[]) as alert_id
    where not ${isOfCredit} or exists (
      select from organizations where id = ${organizationId} and alert_on_credit)`.execute(tx)
}

/** Alerts that are to be emailed to one person of an organization. */
export type AlertMail = {
  organizationId: string
  email: string
  alertIds: string[]
  attempts: number
}

/**
 * Claims what is due for the recipient who has waited the longest, and sets the time of the next
 * attempt: each wait is twice as long.
 */
export async function claimMail(db: Db, now: Date): Promise<AlertMail | undefined> {
  const { rows } = await sql<{
    organizationId: string
    email: string
    alertId: string
    attempts: number
  }>`
    update budget_alert_mails
    set attempts = attempts + 1,
      next_attempt_at = ${now}::timestamptz + interval '1 minute' * power(2, attempts)
    where (organization_id, email, alert_id) in (
      select mails.organization_id, mails.email, mails.alert_id from budget_alert_mails mails
      where (mails.organization_id, mails.email) = (
        select organization_id, email from budget_alert_mails
        where next_attempt_at <= ${now}::timestamptz
        order by next_attempt_at, organization_id, email limit 1
      ) and mails.next_attempt_at <= ${now}::timestamptz
      for update skip locked
    )
    returning organization_id, email, alert_id, attempts`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const { organizationId, email } = first
  const alertIds = rows.map(({ alertId }) => alertId).toSorted()
  return { organizationId, email, alertIds, attempts: Math.max(...rows.map((row) => row.attempts)) }
}

export async function deleteMail(
  db: Db,
  { organizationId, email, alertIds }: AlertMail,
): Promise<void> {
  await db
    .deleteFrom('budgetAlertMails')
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .where('alertId', 'in', alertIds)
    .execute()
}

/** Returns true for the address of an owner or admin, and of the organization itself. */
export async function isRecipient(
  db: Db,
  { organizationId, email }: Pick<AlertMail, 'organizationId' | 'email'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from members join users on users.id = members.user_id
    where members.organization_id = ${organizationId} and members.role in ('owner', 'admin')
      and users.email = ${email}
    union all
    select from organizations where id = ${organizationId} and email = ${email}`.execute(db)
  return rows.length > 0
}

export type MailedAlert = Pick<
  BudgetAlert,
  | 'kind'
  | 'budgetName'
  | 'threshold'
  | 'measure'
  | 'limitAmount'
  | 'currency'
  | 'spent'
  | 'held'
  | 'available'
  | 'resetsAt'
> & { customerName: string | null }

/** Returns alerts with the names of their customers, the earliest first. */
export async function listMailed(
  db: Db,
  { organizationId, alertIds }: Pick<AlertMail, 'organizationId' | 'alertIds'>,
): Promise<MailedAlert[]> {
  const { rows } = await sql<MailedAlert>`
    select alerts.kind, alerts.budget_name, alerts.threshold, alerts.measure, alerts.limit_amount,
      alerts.currency, alerts.spent, alerts.held, alerts.available, alerts.resets_at,
      customers.name as customer_name
    from budget_alerts alerts
    left join customers on customers.id = alerts.customer_id
      and customers.organization_id = alerts.organization_id
    where alerts.organization_id = ${organizationId} and alerts.id = any(${alertIds}::uuid[])
    order by alerts.created_at, alerts.id`.execute(db)
  return rows
}

/** Returns the names of an organization for a person and for a URL. */
export async function findNames(
  db: Db,
  organizationId: string,
): Promise<{ name: string; slug: string } | undefined> {
  return db
    .selectFrom('organizations')
    .select(['name', 'slug'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
}
