import { type RawBuilder, sql } from 'kysely'
import { bucketsOfDay, daysOfMonth, type Source } from './source.ts'

export const MODEL_SUMS = sql`sum(service_count) as service_count, sum(input_tokens) as input_tokens,
  sum(output_tokens) as output_tokens, sum(cache_read_tokens) as cache_read_tokens,
  sum(cache_write_tokens) as cache_write_tokens, sum(quantity) as quantity, sum(cost) as cost`

const BY_WORK = sql`agent_id, signal_id, provider, model`
const COLUMNS = sql`agent_id, signal_id, provider, model, service_count, input_tokens, output_tokens,
  cache_read_tokens, cache_write_tokens, quantity, cost`

const sumsOf = (source: Source, from: RawBuilder<unknown>) => sql`
  select ${source.organizationId}::uuid, ${source.start}::date, ${BY_WORK}, ${MODEL_SUMS}
  from ${from} group by ${BY_WORK}`

/** All customers together: always few rows, as there are few models and signals. */
export const addUpWorkModels = (source: Source) => sql`
  insert into work_model_days (organization_id, day, ${COLUMNS}, place)
  select sums.*, row_number() over ()
  from (${sumsOf(source, sql`model_rollups where ${bucketsOfDay(source)}`)}) sums`

export const addUpWorkModelMonth = (source: Source) => sql`
  insert into work_model_months (organization_id, month, ${COLUMNS})
  ${sumsOf(source, sql`work_model_days where ${daysOfMonth(source)}`)}`
