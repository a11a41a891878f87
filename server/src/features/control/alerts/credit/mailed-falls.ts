import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'
import type { CreditAlert } from './credit-alert.ts'

/** A fall of the credit of a customer. */
export type MailedFall = Pick<
  CreditAlert,
  'kind' | 'currency' | 'threshold' | 'balance' | 'promotional' | 'unbilled'
> & { customerName: string }

/** Returns falls of credit with the names of their customers, the earliest first. */
export async function listMailedFalls(
  db: Db,
  { organizationId, alertIds }: { organizationId: string; alertIds: readonly string[] },
): Promise<MailedFall[]> {
  const { rows } = await sql<MailedFall>`
    select alerts.kind, alerts.currency, alerts.threshold, alerts.balance, alerts.promotional,
      alerts.unbilled, customers.name as customer_name
    from credit_alerts alerts
    join customers on customers.id = alerts.customer_id
      and customers.organization_id = alerts.organization_id
    where alerts.organization_id = ${organizationId} and alerts.id = any(${alertIds}::uuid[])
    order by alerts.created_at, alerts.id`.execute(db)
  return rows
}
