import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { modelWork } from '../../usage/closed-sums/model-work.ts'
import { scopeOf, type UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { SHARED } from '../../usage/closed-sums/work-models.ts'
import { bucketsMatch, modelCover, tablesOf } from './model-cover.ts'

const USED = [
  'service_count',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'quantity',
  'cost',
] as const

/**
 * Returns the models used by the work that matches a filter, by agent, signal and model. Uses the
 * fewest rows that the transaction's snapshot allows.
 */
export function modelRows(tx: Tx, filter: UsageFilter): Promise<RawBuilder<unknown>> {
  return closedRows(tx, filter, { figures: USED, rollups: modelRollups })
}

/** Like `modelRows`, with the share of work attributed to each model. */
export function modelWorkRows(tx: Tx, filter: UsageFilter): Promise<RawBuilder<unknown>> {
  return closedRows(tx, filter, { figures: SHARED, rollups: modelWork, hasToDate: true })
}

const modelRollups = (matches: RawBuilder<unknown>) => sql`model_rollups where ${matches}`

type Read = {
  figures: readonly string[]
  /** Rows of the days that are not closed. */
  rollups: (matches: RawBuilder<unknown>) => RawBuilder<unknown>
  /** True if sums to date have the figures: parts of months of all customers are read as their differences. */
  hasToDate?: boolean
}

async function closedRows(
  tx: Tx,
  filter: UsageFilter,
  { figures, rollups, hasToDate = false }: Read,
): Promise<RawBuilder<unknown>> {
  const cover = await modelCover(tx, filter, { hasToDate })
  const tables = tablesOf(filter)
  const scope = scopeOf(filter)
  const columns = columnsOf(figures, (figure) => figure)
  const parts = cover.rest.map(
    (dates) => sql`select ${columns} from ${rollups(sql`${scope} and ${bucketsMatch(dates)}`)}`,
  )
  if (cover.months.length > 0) {
    parts.push(sql`select ${columns} from ${sql.table(tables.months)}
      where ${scope} and month = any(${cover.months}::date[])`)
  }
  for (const [sign, days] of [
    [1, cover.plus],
    [-1, cover.minus],
  ] as const) {
    if (days.length === 0) continue
    parts.push(sql`select ${columnsOf(figures, (figure) => sql`${sql.lit(sign)} * ${figure}`)}
      from work_model_to_date where ${scope} and day = any(${days}::date[])`)
  }
  if (cover.days.length > 0) {
    parts.push(sql`select ${columns} from ${sql.table(tables.days)}
      where ${scope} and day = any(${cover.days}::date[])`)
  }
  return sql`(${sql.join(parts, sql` union all `)}) used`
}

/** SQL: the work and the model of a row, and each figure. */
function columnsOf(
  figures: readonly string[],
  each: (figure: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  const named = figures.map((figure) => sql`${each(sql.ref(figure))} as ${sql.ref(figure)}`)
  return sql`agent_id, signal_id, provider, model, ${sql.join(named)}`
}
