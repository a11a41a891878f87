import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import { type ClosedSums, type ClosedTime, DAILY, MONTHLY } from './sums.ts'

export async function listOrganizations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from organizations order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Times with usage that end before a day and whose sums are not closed: the days, then the months. */
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
      select true as is_day, sums, day as start
      from days cross join unnest(${DAILY}::text[]) as daily (sums)
      union all
      select false, sums, month from months cross join unnest(${MONTHLY}::text[]) as monthly (sums)
      where (month + interval '1 month')::date <= ${before}::date
    ) times
    left join closed_sums closed on closed.organization_id = ${organizationId}
      and closed.start = times.start and closed.sums = times.sums and closed.state <> 'gathering'
    where closed.start is null
    order by times.is_day desc, times.start desc, times.sums`.execute(db)
  return rows
}

type Attempt = { organizationId: string; attempt: string }

/**
 * From now on, each writer of usage of these times deletes the rows; written in the order in which
 * `reopenStatement` locks them.
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

/** The transactions under way that have written usage, or are about to, or add it up again. */
export async function listWriters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select virtualtransaction as id from pg_locks
    where locktype = 'relation' and relation = 'usage_days'::regclass
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock') and granted`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the sums of each day of a month that has usage are closed. */
export async function isEveryDayClosed(
  tx: Tx,
  { organizationId, month, sums }: { organizationId: string; month: string; sums: ClosedSums },
): Promise<boolean> {
  const { rows } = await sql`
    select from organization_days days
    left join closed_sums closed on closed.organization_id = days.organization_id
      and closed.start = days.day and closed.sums = ${sums} and closed.state <> 'gathering'
    where days.organization_id = ${organizationId} and days.day >= ${month}::date
      and days.day < (${month}::date + interval '1 month')::date and closed.start is null
    limit 1`.execute(tx)
  return rows.length === 0
}

/**
 * False when somebody wrote usage of the time meanwhile, or makes its sums as well. Else whoever does
 * either waits for the transaction, so that nobody adds sums to those of another one.
 */
export async function isAnnounced(tx: Tx, time: Attempt & ClosedTime): Promise<boolean> {
  const { rows } = await sql`select from closed_sums where ${ours(time)} for update`.execute(tx)
  return rows.length === 1
}

/** Says what became of the sums, unless somebody has written usage of the time since. */
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
