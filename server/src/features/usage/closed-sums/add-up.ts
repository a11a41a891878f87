import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { addUpCustomerModelMonth, addUpCustomerModels } from './customer-models.ts'
import { daysOfMonth, type Source } from './source.ts'
import type { ClosedSums, ClosedTime } from './sums.ts'
import {
  addUpWorkModelMonth,
  addUpWorkModels,
  addUpWorkModelsToDate,
  MODEL_USE,
  MODEL_USE_SUMS,
} from './work-models.ts'

const isWorthIt = ({ saving }: Source) =>
  sql`(select sum(added) from sums) >= ${saving.rows}::int * (select count(*) from sums)`

const SUMS = sql`sum(event_count) as event_count, sum(quantity) as quantity, sum(cost) as cost,
  sum(uncosted_event_count) as uncosted_event_count, count(*) as added`

/** Rows are inserted in key order, so that rows read together are stored together. */
const usageMonth = (source: Source) => sql`
  with sums as materialized (
    select customer_id, agent_id, signal_id, sum(rejected_quantity) as rejected_quantity, ${SUMS}
    from usage_days where ${daysOfMonth(source)} group by customer_id, agent_id, signal_id
  )
  insert into usage_months (customer_id, month, agent_id, signal_id, organization_id, event_count,
    quantity, rejected_quantity, cost, uncosted_event_count)
  select customer_id, ${source.start}::date, agent_id, signal_id, ${source.organizationId}::uuid,
    event_count, quantity, rejected_quantity, cost, uncosted_event_count
  from sums where ${isWorthIt(source)} order by customer_id, agent_id, signal_id`

const customerMonth = (source: Source) => sql`
  with sums as materialized (
    select customer_id, ${SUMS}
    from customer_days where ${daysOfMonth(source)} group by customer_id
  )
  insert into customer_months (customer_id, month, organization_id, event_count, quantity, cost,
    uncosted_event_count)
  select customer_id, ${source.start}::date, ${source.organizationId}::uuid, event_count, quantity,
    cost, uncosted_event_count
  from sums where ${isWorthIt(source)}`

const organizationMonth = (source: Source) => sql`
  with sums as materialized (
    select agent_id, signal_id, ${SUMS}
    from organization_days where ${daysOfMonth(source)} group by agent_id, signal_id
  )
  insert into organization_months (organization_id, month, agent_id, signal_id, event_count, quantity,
    cost, uncosted_event_count)
  select ${source.organizationId}::uuid, ${source.start}::date, agent_id, signal_id, event_count,
    quantity, cost, uncosted_event_count
  from sums where ${isWorthIt(source)}`

const organizationModelMonth = (source: Source) => sql`
  with sums as materialized (
    select provider, model, ${MODEL_USE_SUMS}, count(*) as added
    from organization_models where ${daysOfMonth(source)} group by provider, model
  )
  insert into organization_model_months (organization_id, month, provider, model, ${MODEL_USE})
  select ${source.organizationId}::uuid, ${source.start}::date, provider, model, ${MODEL_USE}
  from sums where ${isWorthIt(source)}`

const INSERTS: Record<ClosedSums, (source: Source) => RawBuilder<unknown>> = {
  organization_months: organizationMonth,
  organization_model_months: organizationModelMonth,
  usage_months: usageMonth,
  customer_months: customerMonth,
  customer_model_days: addUpCustomerModels,
  customer_model_months: addUpCustomerModelMonth,
  work_model_days: addUpWorkModels,
  work_model_to_date: addUpWorkModelsToDate,
  work_model_months: addUpWorkModelMonth,
}

const OLD_ROWS: Record<ClosedSums, RawBuilder<unknown>> = {
  organization_months: sql`delete from organization_months where month`,
  organization_model_months: sql`delete from organization_model_months where month`,
  usage_months: sql`delete from usage_months where month`,
  customer_months: sql`delete from customer_months where month`,
  customer_model_days: sql`delete from customer_model_days where day`,
  customer_model_months: sql`delete from customer_model_months where month`,
  work_model_days: sql`delete from work_model_days where day`,
  work_model_to_date: sql`delete from work_model_to_date where day`,
  work_model_months: sql`delete from work_model_months where month`,
}

/** Enough memory to sort one day of models. */
const ENOUGH_TO_SORT_A_DAY = '32MB'

/**
 * Materializes the sums of a day or month and returns the number of rows. Writes no rows where they
 * would save too little.
 */
export async function addUp(tx: Tx, sums: ClosedTime['sums'], source: Source): Promise<number> {
  const { organizationId, start } = source
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx)
  await sql`select set_config('work_mem', ${ENOUGH_TO_SORT_A_DAY}, true)
    where pg_size_bytes(current_setting('work_mem')) < pg_size_bytes(${ENOUGH_TO_SORT_A_DAY})`.execute(
    tx,
  )
  await sql`${OLD_ROWS[sums]} = ${start}::date and organization_id = ${organizationId}`.execute(tx)
  const { numAffectedRows = 0n } = await INSERTS[sums](source).execute(tx)
  return Number(numAffectedRows)
}
