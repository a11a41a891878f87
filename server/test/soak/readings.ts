import { readFileSync } from 'node:fs'
import { findPostmaster, type Site, withPool } from '../crash/site.ts'

const MEGABYTE = 1_048_576

/** Metrics of the service, in the units of the report. */
export type ServiceReading = {
  /** Megabytes of the whole process, and of the heap of its main thread. */
  memory: number
  heap: number
  /** Number of records waiting to be written. */
  records: number
}

/** Returns undefined while the service does not report, such as while its database is down. */
export async function readService({ url }: Site): Promise<ServiceReading | undefined> {
  const answer = await fetch(`${url}/metrics`).catch(() => undefined)
  const text = await answer?.text().catch(() => undefined)
  if (!answer?.ok || text === undefined) return undefined
  const gauge = (name: string) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (value === undefined) throw new Error(`/metrics has no ${name}`)
    return Number(value)
  }
  return {
    memory: gauge('process_resident_memory_bytes') / MEGABYTE,
    heap: gauge('nodejs_heap_size_used_bytes') / MEGABYTE,
    records: gauge('piecework_ingest_waiting_records'),
  }
}

/** Queries that count pending work by kind. Permanently failed jobs count. */
const QUEUES = {
  jobs: 'select count(*) from graphile_worker.jobs where run_at <= now()',
  mails: `select count(*) from emails where status = 'queued'`,
  payments: `select count(*) from payments where status = 'pending'`,
  refunds: `select count(*) from refunds where status = 'pending'`,
  tasks: 'select count(*) from outbox_tasks',
}

/** Queries that count completed work; days are in business time. */
const COUNTS = {
  events: 'select count(*) from usage_events',
  invoices: `select count(*) from invoices where status <> 'draft'`,
  sentMails: `select count(*) from emails where status = 'sent'`,
  paid: `select count(*) from payments where status = 'succeeded'`,
  megabytes: `select pg_database_size(current_database()) / ${MEGABYTE}`,
}

export type Queues = Record<keyof typeof QUEUES, number>
export type Counts = Record<keyof typeof COUNTS, number>

export const readQueues = (site: Site) => readNumbers(site, QUEUES)
export const readCounts = (site: Site) => readNumbers(site, COUNTS)

async function readNumbers<Name extends string>(
  site: Site,
  queries: Readonly<Record<Name, string>>,
): Promise<Record<Name, number> | undefined> {
  const columns = Object.entries<string>(queries).map(
    ([name, query]) => `(${query})::int as "${name}"`,
  )
  try {
    return await withPool(site, async (pool) => {
      const { rows } = await pool.query<Record<Name, number>>(`select ${columns.join(', ')}`)
      return rows[0]
    })
  } catch {
    return undefined // PostgreSQL is down: the next reading follows soon.
  }
}

/**
 * Returns the private memory of PostgreSQL's processes in megabytes; undefined where it cannot be
 * read.
 */
export async function readPostgresMemory({ dataDir }: Site): Promise<number | undefined> {
  const pid = await findPostmaster(dataDir)
  if (pid === undefined) return undefined
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    const kilobytes = [String(pid), ...children].map(ownKilobytes)
    return kilobytes.reduce((sum, value) => sum + value, 0) / 1_024
  } catch {
    return undefined // Not Linux, or the process has just ended.
  }
}

function ownKilobytes(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^RssAnon:\s+(\d+)/m.exec(text)?.[1] ?? 0)
  } catch {
    return 0 // A session that has just ended.
  }
}
