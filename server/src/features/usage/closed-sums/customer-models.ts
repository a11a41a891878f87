import { sql } from 'kysely'
import { modelWork } from './model-work.ts'
import { bucketsOfDay, daysOfMonth, type Source } from './source.ts'
import { MODEL_COLUMNS, MODEL_SUMS } from './work-models.ts'

const BY_WORK = sql`customer_id, agent_id, signal_id, provider, model`
const COLUMNS = sql`customer_id, ${MODEL_COLUMNS}`

const busyOnDay = (source: Source) =>
  sql`${bucketsOfDay(source)} and customer_id in (select customer_id from busy)`

/**
 * Adds up only customers with many events on that day: most others have one row for each event. A row of a model
 * replaces one of `model_rollups` and about one of `usage_rollups`.
 */
export const addUpCustomerModels = (source: Source) => sql`
  with busy as materialized (
    select customer_id from customer_days
    where organization_id = ${source.organizationId} and day = ${source.start}::date
    group by customer_id having sum(event_count) >= ${source.saving.events}::int
  ), sums as materialized (
    select ${BY_WORK}, ${MODEL_SUMS}, count(*) as added
    from ${modelWork(busyOnDay(source))}
    group by ${BY_WORK}
  ), kept as materialized (
    select customer_id from sums
    group by customer_id having 2 * sum(added) >= ${source.saving.rows}::int * count(*)
  )
  insert into customer_model_days (organization_id, day, place, ${COLUMNS})
  select ${source.organizationId}::uuid, ${source.start}::date, row_number() over (), ${COLUMNS}
  from sums where customer_id in (select customer_id from kept)`

/** Adds up only customers for whom every day of the month is stored. */
export const addUpCustomerModelMonth = (source: Source) => sql`
  with used as materialized (
    select customer_id, count(distinct day) as days
    from customer_days where ${daysOfMonth(source)} group by customer_id
  ), kept as materialized (
    select customer_id, count(distinct day) as days
    from customer_model_days where ${daysOfMonth(source)} group by customer_id
  ), whole as materialized (
    select customer_id from used join kept using (customer_id, days)
  )
  insert into customer_model_months (organization_id, month, ${COLUMNS})
  select ${source.organizationId}::uuid, ${source.start}::date, ${BY_WORK}, ${MODEL_SUMS}
  from customer_model_days
  where ${daysOfMonth(source)} and customer_id in (select customer_id from whole)
  group by ${BY_WORK}`
