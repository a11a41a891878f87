import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import type { DateRange } from '../../usage/closed-sums/cover.ts'
import { scopeOf, type UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { bucketsMatch, modelCover, tablesOf } from './model-cover.ts'

/** A window, and another one that it is compared with. */
export type TwoWindows = { dates: DateRange; datesBefore: DateRange }

/** Selects the usage of some signals. */
export type OfSignals = Omit<UsageFilter, 'dates' | 'signalId'> & { signalIds: readonly string[] }

const COLUMNS = sql`agent_id, signal_id, provider, model, cost`

/**
 * Returns the costs of the models of some signals in two windows. The columns `now` and `before` say how a row counts in each of them: 1,
 * 0, or -1 for sums to date that are subtracted. A row that counts in both is read once.
 */
export async function comparedCostRows(
  tx: Tx,
  { signalIds, ...some }: OfSignals,
  { dates, datesBefore }: TwoWindows,
): Promise<RawBuilder<unknown>> {
  const filter = { ...some, signalId: undefined }
  const covers = await Promise.all([
    modelCover(tx, { ...filter, dates }, { hasToDate: true }),
    modelCover(tx, { ...filter, dates: datesBefore }, { hasToDate: true }),
  ])
  const scope = sql`${scopeOf(filter)} and signal_id = any(${signalIds}::uuid[])`
  const tables = tablesOf(filter)
  const counted = (table: string, time: 'month' | 'day', times: readonly Counted[]) => {
    const each = [...new Set(times.flatMap(({ plus, minus = [] }) => [...plus, ...minus]))]
    if (each.length === 0) return []
    const alike = Map.groupBy(each, (start) => times.map((one) => countOf(one, start)).join(' '))
    // One statement for the times that count alike: Citus does not plan a union with joined lists of counts.
    return Array.from(alike.values(), (starts) => {
      const [now, before] = times.map((one) => sql`${sql.lit(countOf(one, starts[0] ?? ''))}::int`)
      return sql`select ${now} as now, ${before} as before, ${COLUMNS} from ${sql.table(table)}
        where ${scope} and ${sql.ref(time)} = any(${starts}::date[])`
    })
  }
  const open = covers.flatMap(({ rest }, at) =>
    rest.map(
      (days) => sql`select ${1 - at}::int as now, ${at}::int as before, ${COLUMNS}
        from model_rollups where ${scope} and ${bucketsMatch(days)}`,
    ),
  )
  const closed = [
    counted(
      tables.months,
      'month',
      covers.map(({ months }) => ({ plus: months })),
    ),
    counted(
      tables.days,
      'day',
      covers.map(({ days }) => ({ plus: days })),
    ),
    counted('work_model_to_date', 'day', covers),
  ]
  return sql`(${sql.join([...open, ...closed.flat()], sql` union all `)}) used`
}

/** The times whose sums are added in a window, and those whose sums are subtracted. */
type Counted = { plus: readonly string[]; minus?: readonly string[] }

function countOf({ plus, minus = [] }: Counted, time: string): number {
  if (plus.includes(time)) return 1
  return minus.includes(time) ? -1 : 0
}
