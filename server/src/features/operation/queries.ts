import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export type JobCounts = {
  task: string
  waiting: number
  running: number
  failed: number
  oldest: Date | null
}

/** Counts the jobs of each name; returns none before the first worker has created their tables. */
export async function countJobs(db: Db, now: Date): Promise<JobCounts[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('graphile_worker._private_tasks') is not null as exists`.execute(db)
  if (!tables[0]?.exists) return []
  const isWaiting = sql`job.locked_at is null and job.attempts < job.max_attempts
    and job.run_at <= ${now}::timestamptz`
  const { rows } = await sql<JobCounts>`
    select task.identifier as task,
      (count(*) filter (where ${isWaiting}))::int as waiting,
      (count(*) filter (where job.locked_at is not null))::int as running,
      (count(*) filter (where job.locked_at is null and job.attempts >= job.max_attempts))::int
        as failed,
      min(job.run_at) filter (where ${isWaiting}) as oldest
    from graphile_worker._private_tasks as task
    left join graphile_worker._private_jobs as job on job.task_id = task.id
    group by task.identifier`.execute(db)
  return rows
}

export type JobFinish = { task: string; finishedAt: Date }

/** Returns when each periodic job last finished without an error, in any process. */
export async function listJobFinishes(db: Db): Promise<JobFinish[]> {
  return db.selectFrom('jobFinishes').select(['task', 'finishedAt']).execute()
}

/** Keeps the later instant when two processes finish the same job concurrently. */
export async function upsertJobFinish(db: Db, { task, finishedAt }: JobFinish): Promise<void> {
  await sql`
    insert into job_finishes as known (task, finished_at)
    values (${task}, ${finishedAt}::timestamptz)
    on conflict (task) do update
      set finished_at = greatest(known.finished_at, excluded.finished_at)`.execute(db)
}

export type EmailCounts = { queued: number; failed: number; oldest: Date | null }

/** Counts queued mails, and mails that failed permanently since an instant. */
export async function countEmails(db: Db, since: Date): Promise<EmailCounts> {
  const { rows } = await sql<EmailCounts>`
    select queued.count as queued, queued.oldest,
      (select count(*)::int from emails
        where status = 'failed' and created_at > ${since}::timestamptz) as failed
    from (select count(*)::int as count, min(created_at) as oldest
      from emails where status = 'queued') as queued`.execute(db)
  return rows[0] ?? { queued: 0, failed: 0, oldest: null }
}

export type TaskCount = { consumer: string; count: number; oldest: Date }

/** Counts pending event tasks by consumer. */
export async function countOutboxTasks(db: Db): Promise<TaskCount[]> {
  const { rows } = await sql<TaskCount>`
    select consumer, count(*)::int as count, min(created_at) as oldest
    from outbox_tasks group by consumer`.execute(db)
  return rows
}

/** Counts deliveries of webhooks that are due. */
export async function countDueDeliveries(
  db: Db,
  now: Date,
): Promise<{ count: number; oldest: Date | null } | undefined> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(next_attempt_at) as oldest
    from webhook_deliveries
    where status = 'pending' and next_attempt_at <= ${now}::timestamptz`.execute(db)
  return rows[0]
}

/** Counts runs of traces that are due, and their records that are not events yet. */
export async function countDueTraces(
  db: Db,
  now: Date,
): Promise<{ count: number; oldest: Date | null } | undefined> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(since) as oldest from (
      select due_at as since from trace_runs where due_at <= ${now}::timestamptz
      union all
      select created_at from trace_records where due_at is not null
    ) due`.execute(db)
  return rows[0]
}

/** Counts records of traces that recording refused. */
export async function countRefusedTraces(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from trace_records where due_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts changes that kept earnings do not contain yet. */
export async function countStaleEarnings(
  db: Db,
): Promise<{ count: number; oldest: Date | null } | undefined> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(marked_at) as oldest from (
      select marked_at from earning_marks union all select marked_at from earning_sweeps
    ) stale`.execute(db)
  return rows[0]
}

export type StatusCount = { status: string; count: number }

export async function countInvoices(db: Db): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select status, count(*)::int as count from invoices group by status`.execute(db)
  return rows
}

/** Counts payments and refunds by status. */
export async function countPayments(db: Db): Promise<(StatusCount & { kind: string })[]> {
  const payments = await sql<StatusCount>`
    select status, count(*)::int as count from payments group by status`.execute(db)
  const refunds = await sql<StatusCount>`
    select status, count(*)::int as count from refunds group by status`.execute(db)
  return [
    ...payments.rows.map((row) => ({ ...row, kind: 'payment' })),
    ...refunds.rows.map((row) => ({ ...row, kind: 'refund' })),
  ]
}

export type OldestPending = { kind: string; oldest: Date | null }

/** Returns when the oldest pending payment and the oldest pending refund were created. */
export async function findOldestPending(db: Db): Promise<OldestPending[]> {
  const { rows } = await sql<OldestPending>`
    select 'payment' as kind, min(created_at) as oldest from payments where status = 'pending'
    union all
    select 'refund', min(created_at) from refunds where status = 'pending'`.execute(db)
  return rows
}

/** Returns when the latest price was added to the catalog. */
export async function findLatestPrice(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from catalog_prices`.execute(db)
  return rows[0]?.at ?? null
}
