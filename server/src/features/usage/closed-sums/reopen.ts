import { sql } from 'kysely'
import { monthAfter, monthOf } from '../../../domain/time/range.ts'
import type { Statement, Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText } from '../../../platform/values/timestamp-text.ts'

const DAY_MS = 24 * 60 * 60_000

/** `start` is the start of a UTC day, in milliseconds since 1970. */
type Day = { organizationId: string; start: number }
type Time = { organizationId: string; day: number }

/**
 * Deletes the rows that mark sums as closed: of these days, of their months, and to date from these
 * days on. A writer must send it after its changes to days, in the same transaction: closing sums
 * relies on that order.
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
    text: deleteOf(`closed_sums closed where organization_id = $1::uuid
      and (start = $2::date and sums like '%_days' or start = $3::date and sums like '%_months'
        or start >= $2::date and start < $4::date and sums like '%_to_date')`),
    values: [
      organizationId,
      dateText(day),
      dateText(monthOf(day)),
      dateText(monthAfter(monthOf(day))),
    ],
  }
}

function reopenDays(times: readonly Time[]): Statement {
  const months = Map.groupBy(times, ({ organizationId, day }) => `${organizationId}${monthOf(day)}`)
  const ofDays = times.map(({ organizationId, day }) => {
    return { organizationId, start: day, end: day + DAY_MS, sums: '%_days' }
  })
  const ofMonths = [...months.values()].flatMap((own) => {
    const { organizationId, day } = own.reduce((a, b) => (b.day < a.day ? b : a))
    const start = monthOf(day)
    return [
      { organizationId, start, end: start + DAY_MS, sums: '%_months' },
      { organizationId, start: day, end: monthAfter(start), sums: '%_to_date' },
    ]
  })
  const all = [...ofDays, ...ofMonths]
  return {
    name: 'reopen-closed-days',
    text: deleteOf(`closed_sums closed
      join unnest($1::uuid[], $2::date[], $3::date[], $4::text[])
        as written (organization_id, start, until, sums)
        on closed.organization_id = written.organization_id and closed.start >= written.start
        and closed.start < written.until and closed.sums like written.sums`),
    values: [
      arrayText(all, ({ organizationId }) => organizationId),
      arrayText(all, ({ start }) => dateText(start)),
      arrayText(all, ({ end }) => dateText(end)),
      all.map(({ sums }) => sums),
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
