import { sql } from 'kysely'
import { localDate } from '../../../domain/time/dates.ts'
import type { Db } from '../../../platform/database.ts'

/** What the plan of a subscription says about requests of its customer. */
export type RequestTerms = {
  /** Null: customers do not ask. */
  rejectionDays: number | null
  autoAcceptRejections: boolean
  /** Of the subscription, else of its customer. */
  timeZone: string
}

type OfSubscription = { organizationId: string; customerId: string; subscriptionId: string }

/** Returns the terms of a subscription, also if it has ended. */
export async function findTerms(
  db: Db,
  { organizationId, customerId, subscriptionId }: OfSubscription,
): Promise<RequestTerms | undefined> {
  const { rows } = await sql<RequestTerms>`
    select plans.rejection_days, plans.auto_accept_rejections,
      coalesce(subscriptions.timezone, customers.timezone) as time_zone
    from subscriptions
    join customers on customers.organization_id = subscriptions.organization_id
      and customers.id = subscriptions.customer_id
    join pricing_plans plans on plans.organization_id = subscriptions.organization_id
      and plans.id = subscriptions.plan_id
    where subscriptions.organization_id = ${organizationId}
      and subscriptions.customer_id = ${customerId} and subscriptions.id = ${subscriptionId}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Returns the last local day on which a customer may ask to reject an outcome; null: it may not at
 * all. Days count from the local day of the usage date, which is day 0.
 */
export function lastDayOf(
  { rejectionDays: days, timeZone }: RequestTerms,
  usageDate: Date,
): string | null {
  if (days === null) return null
  return Temporal.PlainDate.from(localDate(usageDate, timeZone)).add({ days }).toString()
}
