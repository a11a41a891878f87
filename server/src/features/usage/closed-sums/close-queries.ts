import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import { type ClosedFirst, type ClosedTime, DAILY, MONTHLY, TO_DATE } from './sums.ts'

export async function listOrganizations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from organizations order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Lists days, then days to date, then months, with usage that end before `before` and whose sums are not closed. The
 * latest are first; days to date are added to earlier ones, so their earliest are first.
 */
export async function listOpenTimes(
  db: Db,
  { organizationId, before }: { organizationId: string; before: string },
): Promise<ClosedTime[]> {
  const { rows } = await sql<ClosedTime>`
    with days as materialized (
      select distinct day from organization_days
      where organization_id = ${organizationId} and day < ${before}::date
    ), months as materialized (
      select distinct date_trunc('month', day::timestamp)::date as month from days
    )
    select times.sums, times.start from (
      select 1 as turn, sums, day as start
      from days cross join unnest(${DAILY}::text[]) as daily (sums)
      union all
      select 2, sums, day
      from days cross join unnest(${TO_DATE}::text[]) as to_date (sums)
      union all
      select 3, sums, month
      from months cross join unnest(${MONTHLY}::text[]) as monthly (sums)
      where (month + interval '1 month')::date <= ${before}::date
    ) times
    left join closed_sums closed on closed.organization_id = ${organizationId}
      and closed.start = times.start and closed.sums = times.sums and closed.state <> 'gathering'
    where closed.start is null
    order by times.turn, case times.turn when 2 then times.start end, times.start desc, times.sums`.execute(
    db,
  )
  return rows
}

type Attempt = { organizationId: string; attempt: string }

/**
 * Inserts the rows that announce these days and months; every concurrent writer of their usage
 * deletes them. Uses the order in which `reopenStatement` locks them.
 */
export async function announce(
  db: Db,
  { organizationId, attempt }: Attempt,
  times: readonly ClosedTime[],
): Promise<void> {
  await sql`
    insert into closed_sums (organization_id, start, sums, state, attempt)
    select ${organizationId}::uuid, start, sums, 'gathering', ${attempt}::uuid
    from unnest(${times.map(({ start }) => start)}::date[], ${times.map(({ sums }) => sums)}::text[])
      as times (start, sums)
    order by start, sums
    on conflict (organization_id, start, sums) do update set attempt = excluded.attempt
      where closed_sums.state = 'gathering'`.execute(db)
}

/** Lists the transactions in progress that write usage or rebuild its sums. */
export async function listWriters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select virtualtransaction as id from pg_locks
    where locktype = 'relation' and relation = 'usage_days'::regclass
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock') and granted`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns true if the sums of each of these days with usage are closed. */
export async function isEveryDayClosed(
  tx: Tx,
  { organizationId, sums, start, end }: ClosedFirst & { organizationId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from organization_days days
    left join closed_sums closed on closed.organization_id = days.organization_id
      and closed.start = days.day and closed.sums = ${sums} and closed.state <> 'gathering'
    where days.organization_id = ${organizationId} and days.day >= ${start}::date
      and days.day < ${end}::date and closed.start is null
    limit 1`.execute(tx)
  return rows.length === 0
}

/**
 * Returns false when usage of this day or month changed concurrently, or another attempt computes
 * its sums. Otherwise locks the row: concurrent writers and attempts wait for this transaction, so
 * that sums are never added twice.
 */
export async function isAnnounced(tx: Tx, time: Attempt & ClosedTime): Promise<boolean> {
  const { rows } = await sql`select from closed_sums where ${ours(time)} for update`.execute(tx)
  return rows.length === 1
}

/** Stores the resulting state of the sums, unless usage of this day or month has changed since. */
export async function finish(
  db: Db,
  time: Attempt & ClosedTime,
  state: 'ready' | 'left_out',
): Promise<void> {
  await sql`update closed_sums set state = ${state} where ${ours(time)}`.execute(db)
}

const ours = ({ organizationId, attempt, sums, start }: Attempt & ClosedTime) => sql`
  organization_id = ${organizationId} and start = ${start}::date and sums = ${sums}
    and attempt = ${attempt} and state = 'gathering'`
