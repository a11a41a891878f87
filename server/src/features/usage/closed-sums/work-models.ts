import { type RawBuilder, sql } from 'kysely'
import { modelWork } from './model-work.ts'
import { bucketsOfDay, daysOfMonth, type Source } from './source.ts'

const USED = [
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'quantity',
] as const
/** The columns of the share of work that is attributed to a model. */
export const SHARED = [
  'service_count',
  'cost',
  'units',
  'event_count',
  'uncosted_event_count',
] as const

const columnsOf = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
const sumsOfColumns = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))

/** The columns of the use of a model, whatever work it was used for. */
const USE = ['service_count', ...USED, 'cost'] as const
export const MODEL_USE = columnsOf(USE)
export const MODEL_USE_SUMS = sumsOfColumns(USE)

/** The summed columns of models: their usage and their share of the work. */
const SUMMED = [...USED, ...SHARED]
const SHARE = columnsOf(SHARED)
const SHARE_SUMS = sumsOfColumns(SHARED)

export const MODEL_COLUMNS = sql`agent_id, signal_id, provider, model, ${columnsOf(SUMMED)}`
export const MODEL_SUMS = sumsOfColumns(SUMMED)

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

/** Adds a day to the closed sums to date of the day with usage before it in its month. */
export const addUpWorkModelsToDate = ({ organizationId, start }: Source) => sql`
  insert into work_model_to_date (organization_id, day, place, ${BY_WORK}, ${SHARE})
  select ${organizationId}::uuid, ${start}::date, row_number() over (), sums.*
  from (
    select ${BY_WORK}, ${SHARE_SUMS}
    from (
      select ${BY_WORK}, ${SHARE} from work_model_to_date
      where organization_id = ${organizationId} and day = (
        select max(start) from closed_sums
        where organization_id = ${organizationId} and sums = 'work_model_to_date'
          and state = 'ready' and start < ${start}::date
          and start >= date_trunc('month', ${start}::timestamp)::date
      )
      union all
      select ${BY_WORK}, ${SHARE} from work_model_days
      where organization_id = ${organizationId} and day = ${start}::date
    ) used
    group by ${BY_WORK}
  ) sums`
