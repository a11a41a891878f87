import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import {
  keptDays,
  keptInvoicedDays,
  organizationDayTotals,
  organizationMonths,
} from './kept-days.ts'

/** Replaces the sums of an organization by the sums of its kept months. Refreshes wait until it is done. */
export async function rebuildOrganizationSums(db: Db, organizationId: string): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      // In the order in which a refresh writes them.
      await sql`lock table organization_invoiced_days, organization_earned_days,
        organization_earned_months, organization_earned_day_totals in share row exclusive mode`.execute(
        tx,
      )
      await tx
        .deleteFrom('organizationEarnedDays')
        .where('organizationId', '=', organizationId)
        .execute()
      await sql`
        insert into organization_earned_days (organization_id, day, plan_id, agent_id, kind,
          source_id, signal_id, currency, quantity, earned, invoiced, realised, realised_invoiced,
          cost, event_count, uncosted_event_count)
        select organization_id, day, plan_id, agent_id, kind, source_id, signal_id, currency,
          sum(quantity), sum(earned), sum(invoiced), sum(realised),
          sum(realised_invoiced), sum(cost), sum(event_count), sum(uncosted_event_count)
        from (${keptDays(sql`kept.organization_id = ${organizationId}`)}) days
        group by organization_id, day, plan_id, agent_id, kind, source_id, signal_id, currency`.execute(
        tx,
      )
      await tx
        .deleteFrom('organizationEarnedMonths')
        .where('organizationId', '=', organizationId)
        .execute()
      await sql`
        insert into organization_earned_months (organization_id, month, plan_id, agent_id, kind,
          source_id, signal_id, currency, quantity, earned, invoiced, realised, realised_invoiced,
          cost, event_count, uncosted_event_count)
        ${organizationMonths(organizationId)}`.execute(tx)
      await tx
        .deleteFrom('organizationEarnedDayTotals')
        .where('organizationId', '=', organizationId)
        .execute()
      await sql`
        insert into organization_earned_day_totals (organization_id, day, kind, currency, quantity,
          earned, invoiced, realised, realised_invoiced, cost, event_count, uncosted_event_count)
        ${organizationDayTotals(organizationId)}`.execute(tx)
      await tx
        .deleteFrom('organizationInvoicedDays')
        .where('organizationId', '=', organizationId)
        .execute()
      await sql`
        insert into organization_invoiced_days (organization_id, day, currency, invoiced_on, invoiced)
        select organization_id, day, currency, invoiced_on, sum(invoiced)
        from (${keptInvoicedDays(sql`kept.organization_id = ${organizationId}`)}) days
        group by organization_id, day, currency, invoiced_on`.execute(tx)
    })
}
