import { sql } from 'kysely'
import { dayOf, monthOf } from '../../../domain/time/range.ts'
import type { Statement, Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import type { UsageTotals } from '../ingest/rollups.ts'
import { dateText } from '../ingest/timestamp-text.ts'

type Time = { organizationId: string; start: number; isMonth: boolean }

/**
 * Takes away what says that the sums of these days, and of their months, are closed. Whoever changes
 * days sends it in the same transaction, after them: whoever closes sums counts on that order.
 */
export function reopenStatement(days: readonly UsageTotals[]): Statement {
  const times = new Map<string, Time>()
  for (const { organizationId, start } of days) {
    for (const [time, isMonth] of [
      [dayOf(start), false],
      [monthOf(start), true],
    ] as const) {
      times.set(`${organizationId}${isMonth}${time}`, { organizationId, start: time, isMonth })
    }
  }
  const rows = [...times].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, time]) => time)
  return {
    name: 'reopen-closed-sums',
    text: `delete from closed_sums closed
      using unnest($1::uuid[], $2::date[], $3::boolean[]) as written (organization_id, start, is_month)
      where closed.organization_id = written.organization_id and closed.start = written.start
        and (closed.sums like '%_months') = written.is_month`,
    values: [
      arrayText(rows, (row) => row.organizationId),
      arrayText(rows, (row) => dateText(row.start)),
      arrayText(rows, (row) => String(row.isMonth)),
    ],
  }
}

/** The same for all times of an organization. */
export async function reopenAll(tx: Tx, organizationId: string): Promise<void> {
  await sql`delete from closed_sums where organization_id = ${organizationId}`.execute(tx)
}
