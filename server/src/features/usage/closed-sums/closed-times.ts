import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import type { DateRange } from './cover.ts'
import type { ClosedSums } from './sums.ts'

/**
 * Lists the first days of the months or days in a range whose sums are closed. Valid only for the
 * snapshot of the transaction.
 */
export async function listClosed(
  tx: Tx,
  organizationId: string,
  { table, dates }: { table: ClosedSums; dates: DateRange },
): Promise<string[]> {
  const { rows } = await sql<{ start: string }>`
    select start from closed_sums
    where organization_id = ${organizationId} and sums = ${table} and state = 'ready'
      and start >= ${dates.startDate}::date and start <= ${dates.endDate}::date`.execute(tx)
  return rows.map(({ start }) => start)
}

/** Lists the closed days or months for which the sums by model of a customer are stored. */
export async function listKept(
  tx: Tx,
  { organizationId, customerId }: { organizationId: string; customerId: string },
  { table, closed }: { table: 'customer_model_days' | 'customer_model_months'; closed: string[] },
): Promise<string[]> {
  if (closed.length === 0) return []
  const start = sql.ref(table === 'customer_model_days' ? 'kept.day' : 'kept.month')
  const { rows } = await sql<{ start: string }>`
    select times.start from unnest(${closed}::date[]) as times (start)
    cross join lateral (
      select from ${sql.table(table)} kept
      where kept.customer_id = ${customerId} and kept.organization_id = ${organizationId}
        and ${start} = times.start
      limit 1
    ) kept`.execute(tx)
  return rows.map(({ start: kept }) => kept)
}
