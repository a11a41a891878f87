import { type RawBuilder, sql } from 'kysely'
import { modelWork } from './model-work.ts'
import { bucketsOfDay, daysOfMonth, type Source } from './source.ts'

/** The summed columns of models: their usage and their share of the work. */
const SUMMED = [
  'service_count',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'quantity',
  'cost',
  'units',
  'event_count',
  'uncosted_event_count',
].map((column) => sql.ref(column))

export const MODEL_COLUMNS = sql`agent_id, signal_id, provider, model, ${sql.join(SUMMED)}`
export const MODEL_SUMS = sql.join(SUMMED.map((column) => sql`sum(${column}) as ${column}`))

const BY_WORK = sql`agent_id, signal_id, provider, model`

const sumsOf = (source: Source, from: RawBuilder<unknown>) => sql`
  select ${source.organizationId}::uuid, ${source.start}::date, ${BY_WORK}, ${MODEL_SUMS}
  from ${from} group by ${BY_WORK}`

/** Adds up all customers together: there are few models and signals, so always few rows. */
export const addUpWorkModels = (source: Source) => sql`
  insert into work_model_days (organization_id, day, ${MODEL_COLUMNS}, place)
  select sums.*, row_number() over ()
  from (${sumsOf(source, modelWork(bucketsOfDay(source)))}) sums`

export const addUpWorkModelMonth = (source: Source) => sql`
  insert into work_model_months (organization_id, month, ${MODEL_COLUMNS})
  ${sumsOf(source, sql`work_model_days where ${daysOfMonth(source)}`)}`
