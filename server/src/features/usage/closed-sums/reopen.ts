import { sql } from 'kysely'
import { monthOf } from '../../../domain/time/range.ts'
import type { Statement, Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText } from '../../../platform/values/timestamp-text.ts'

/** `start` is the start of a UTC day, in milliseconds since 1970. */
type Day = { organizationId: string; start: number }
type Time = { organizationId: string; day: number }

/**
 * Deletes the rows that mark the sums of these days, and of their months, as closed. A writer must
 * send it after its changes to days, in the same transaction: closing sums relies on that order.
 */
export function reopenStatement(days: readonly Day[]): Statement {
  const times = new Map<string, Time>()
  for (const { organizationId, start } of days) {
    times.set(`${organizationId}${start}`, { organizationId, day: start })
  }
  const [one] = times.values()
  return one && times.size === 1 ? reopenDay(one) : reopenDays([...times.values()])
}

/** Most batches cover one day; a statement without arrays is planned only once. */
function reopenDay({ organizationId, day }: Time): Statement {
  return {
    name: 'reopen-closed-day',
    text: deleteOf(`closed_sums closed where organization_id = $1::uuid and start in ($2::date, $3::date)
      and (start = $2::date and sums like '%_days' or start = $3::date and sums like '%_months')`),
    values: [organizationId, dateText(day), dateText(monthOf(day))],
  }
}

function reopenDays(times: readonly Time[]): Statement {
  const months = new Map(
    times.map(({ organizationId, day }) => {
      const month = monthOf(day)
      return [`${organizationId}${month}`, { organizationId, day: month }]
    }),
  )
  const all = [...times, ...months.values()]
  return {
    name: 'reopen-closed-days',
    text: deleteOf(`closed_sums closed
      join unnest($1::uuid[], $2::date[], $3::text[]) as written (organization_id, start, sums)
        on closed.organization_id = written.organization_id and closed.start = written.start
        and closed.sums like written.sums`),
    values: [
      arrayText(all, ({ organizationId }) => organizationId),
      arrayText(all, ({ day }) => dateText(day)),
      all.map((_, at) => (at < times.length ? '%_days' : '%_months')),
    ],
  }
}

/**
 * Deletes rows of `closed`, locked in key order. Two lanes may delete the same rows while the job
 * announces them: different orders would deadlock.
 */
const deleteOf = (rows: string) => `delete from closed_sums using (
    select closed.organization_id, closed.start, closed.sums from ${rows}
    order by closed.organization_id, closed.start, closed.sums for update of closed
  ) locked
  where closed_sums.organization_id = locked.organization_id
    and closed_sums.start = locked.start and closed_sums.sums = locked.sums`

/** Reopens all sums of an organization. */
export async function reopenAll(tx: Tx, organizationId: string): Promise<void> {
  await sql`delete from closed_sums where organization_id = ${organizationId}`.execute(tx)
}
