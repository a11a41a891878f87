import { sql } from 'kysely'
import { askOf } from '../../platform/database/ask.ts'
import {
  untilAllVisible,
  untilAllVisibleIn,
} from '../../platform/database/cluster/prepared-on-node.ts'
import { type Db, runIn, type Tx } from '../../platform/database.ts'
import { markEarnings } from '../earning-marks/mark.ts'
import { reopenAll } from './closed-sums/reopen.ts'
import { otherCostStatements } from './ingest/other-cost-statements.ts'
import { modelStatements } from './ingest/rollup-statements.ts'
import { readModelSums } from './model-sums.ts'
import { rebuildCustomerDays, rebuildOrganization } from './rebuild-summaries.ts'

const CUSTOMERS_AT_ONCE = 1_000

/**
 * Rebuilds the sums of customers from their events, one customer at a time, then the
 * organization's.
 */
export async function rebuildRollups(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId: string | undefined },
  now: Date,
): Promise<number> {
  // Before any lock is taken: cleaning up after a crash on a node can take seconds.
  await untilAllVisible(askOf(db))
  let count = 0
  let after: string | undefined
  for (;;) {
    const ids = customerId ? [customerId] : await listCustomers(db, organizationId, after)
    for (const id of ids) {
      await db.transaction().execute((tx) => rebuildCustomer(tx, { organizationId, id }, now))
      count += 1
    }
    if (customerId || ids.length < CUSTOMERS_AT_ONCE) break
    after = ids.at(-1)
  }
  await rebuildOrganization(db, organizationId)
  return count
}

async function listCustomers(
  db: Db,
  organizationId: string,
  after: string | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customers where organization_id = ${organizationId}
      ${after === undefined ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${CUSTOMERS_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

const BUCKET = sql`date_bin('15 minutes', events.usage_date, timestamptz '2000-01-01 00:00Z')`

/** Locks out event writers, so that no event is counted twice or missed. */
async function rebuildCustomer(
  tx: Tx,
  { organizationId, id }: { organizationId: string; id: string },
  now: Date,
): Promise<void> {
  await sql`lock table usage_events, usage_rollups, usage_days, model_rollups, other_cost_days,
    customer_days in share row exclusive mode`.execute(tx)
  await untilAllVisibleIn(tx)
  const own = sql`customer_id = ${id} and organization_id = ${organizationId}`
  await sql`delete from usage_rollups where ${own}`.execute(tx)
  await sql`delete from usage_days where ${own}`.execute(tx)
  await sql`delete from model_rollups where ${own}`.execute(tx)
  await sql`delete from other_cost_days where ${own}`.execute(tx)
  await sql`
    insert into usage_rollups (customer_id, bucket, agent_id, signal_id, is_backfill,
      organization_id, event_count, quantity, rejected_event_count, rejected_quantity, cost,
      uncosted_event_count)
    select customer_id, ${BUCKET}, agent_id, signal_id, false, organization_id, count(*),
      sum(quantity), count(*) filter (where rejected_quantity > 0), sum(rejected_quantity),
      coalesce(sum(usage_cost), 0), count(*) filter (where usage_cost is null)
    from usage_events events where ${own}
    group by customer_id, ${BUCKET}, agent_id, signal_id, organization_id`.execute(tx)
  await sql`
    insert into usage_days (customer_id, day, agent_id, signal_id, is_backfill, organization_id,
      event_count, quantity, rejected_event_count, rejected_quantity, cost, uncosted_event_count)
    select customer_id, (bucket at time zone 'UTC')::date, agent_id, signal_id, false,
      organization_id, sum(event_count), sum(quantity), sum(rejected_event_count),
      sum(rejected_quantity), sum(cost), sum(uncosted_event_count)
    from usage_rollups where ${own}
    group by customer_id, (bucket at time zone 'UTC')::date, agent_id, signal_id,
      organization_id`.execute(tx)
  await rebuildModels(tx, { organizationId, customerId: id })
  await rebuildCustomerDays(tx, own)
  await reopenAll(tx, organizationId)
  await markEarnings(tx, organizationId, [{ customerId: id }], now)
}

/** Rebuilds sums by model, and other costs, from the records of events, which only this code can parse. */
async function rebuildModels(
  tx: Tx,
  customer: { organizationId: string; customerId: string },
): Promise<void> {
  const run = runIn(tx)
  const isBackfill = false
  for await (const { sums, otherCosts } of readModelSums(tx, { ...customer, window: undefined })) {
    for (const statement of modelStatements(sums, { isBackfill })) await run(statement)
    for (const statement of otherCostStatements(otherCosts, { isBackfill })) await run(statement)
  }
}
