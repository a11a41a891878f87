import { type RawBuilder, sql } from 'kysely'
import { untilAllVisibleIn } from '../../platform/database/cluster/prepared-on-node.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { reopenAll } from './closed-sums/reopen.ts'

const SUMS = sql`sum(event_count), sum(quantity), sum(cost), sum(uncosted_event_count)`

/** Rebuilds a customer's days over all agents and signals. */
export async function rebuildCustomerDays(tx: Tx, own: RawBuilder<unknown>): Promise<void> {
  await sql`delete from customer_days where ${own}`.execute(tx)
  await sql`
    insert into customer_days (customer_id, day, is_backfill, organization_id, event_count, quantity,
      cost, uncosted_event_count)
    select customer_id, day, is_backfill, organization_id, ${SUMS}
    from usage_days where ${own} group by customer_id, day, is_backfill, organization_id`.execute(
    tx,
  )
}

/**
 * Rebuilds the days and models of an organization from those of its customers, one month at a time,
 * so that ingestion never waits long.
 */
export async function rebuildOrganization(db: Db, organizationId: string): Promise<void> {
  for (const month of await listMonths(db, organizationId)) {
    await db.transaction().execute((tx) => rebuildMonth(tx, { organizationId, month }))
  }
}

async function listMonths(db: Db, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct date_trunc('month', day::timestamp)::date as month from (
      select day from customer_days where organization_id = ${organizationId}
      union select day from organization_days where organization_id = ${organizationId}
      union select day from organization_models where organization_id = ${organizationId}
    ) days order by month`.execute(db)
  return rows.map(({ month }) => month)
}

/** Locks out writers of the sums, so that nothing is counted twice or missed. */
async function rebuildMonth(
  tx: Tx,
  { organizationId, month }: { organizationId: string; month: string },
): Promise<void> {
  await sql`lock table usage_days, model_rollups, organization_days, organization_models
    in share row exclusive mode`.execute(tx)
  await untilAllVisibleIn(tx)
  const end = sql`(${month}::date + interval '1 month')::date`
  const own = sql`organization_id = ${organizationId} and day >= ${month}::date and day < ${end}`
  await sql`delete from organization_days where ${own}`.execute(tx)
  await sql`
    insert into organization_days (organization_id, day, agent_id, signal_id, writer_slot, event_count,
      quantity, cost, uncosted_event_count)
    select organization_id, day, agent_id, signal_id, 0, ${SUMS}
    from usage_days where ${own} group by organization_id, day, agent_id, signal_id`.execute(tx)
  await sql`delete from organization_models where ${own}`.execute(tx)
  const day = sql`(bucket at time zone 'UTC')::date`
  await sql`
    insert into organization_models (organization_id, day, provider, model, slot, service_count,
      input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, quantity, cost)
    select organization_id, ${day}, provider, model, 0, sum(service_count), sum(input_tokens),
      sum(output_tokens), sum(cache_read_tokens), sum(cache_write_tokens), sum(quantity), sum(cost)
    from model_rollups
    where organization_id = ${organizationId}
      and bucket >= ${month}::timestamp at time zone 'UTC'
      and bucket < ${end}::timestamp at time zone 'UTC'
    group by organization_id, ${day}, provider, model`.execute(tx)
  await reopenAll(tx, organizationId)
}
