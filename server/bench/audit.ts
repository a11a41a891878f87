import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { listAuditLog } from '../src/features/audit-log/list.ts'
import type { AuditLogQuery } from '../src/features/audit-log/schemas.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { migrate } from '../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog as createProgramLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { createLog } from './audit-data.ts'

/** Measures a page of a very long audit log, by each filter, and the disk space of an entry. */
const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 10_000_000)
const TIMES = 40

const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
cleanUpOnExit({ dataDir }, { folder: dataDir })
const postgres = await startEmbeddedPostgres({ dataDir, log: createProgramLog('error') })
const { db, pool, close } = openDatabase({
  url: postgres.url,
  poolSize: 1,
  onIdleError: () => undefined,
})
try {
  await migrate(db)
  const organizationId = await createOrganization(db, 'Benchmark', new Date())
  // One statement inserts half a million entries.
  await pool.query('set statement_timeout = 0')
  await createLog(pool, organizationId, ENTRIES)
  const sizes = await readSizes()

  const { rows: some } = await pool.query<{
    id: string
    actor_id: string
    path: string
    day: string
  }>(
    `select id, actor_id, path, to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD') as day
     from audit_log tablesample system (0.1) where path <> '/v1/usage/record'
     order by random() limit ${TIMES}`,
  )
  const { rows: kinds } = await pool.query('select count(*)::int as kinds from audit_log_kinds')
  type Some = (typeof some)[number]
  const ask = (filterOf: (one: Some) => Partial<AuditLogQuery>) => measure(some.map(filterOf))
  const measured = {
    'no filter': await ask(() => ({})),
    'from the middle': await ask(({ id }) => ({ cursor: `older-${id}` })),
    'back to newer ones': await ask(({ id }) => ({ cursor: `newer-${id}` })),
    'of a day': await ask(({ day }) => ({ startDate: day, endDate: day })),
    'of an actor': await ask(({ actor_id }) => ({ actorId: actor_id })),
    'by people': await ask(() => ({ actorKind: 'user' })),
    'a common status': await ask(() => ({ status: '2xx' })),
    'a rare status': await ask(() => ({ status: '503' })),
    'a status that never was': await ask(() => ({ status: '418' })),
    'a class of statuses': await ask(() => ({ status: '4xx' })),
    'a rare method': await ask(() => ({ method: 'DELETE' })),
    'a common path': await ask(() => ({ path: '/v1/events' })),
    'a path with an id': await ask(({ path }) => ({ path })),
    'a path that never was': await ask(() => ({ path: '/v1/nothing' })),
    'of an actor, with a rare status': await ask(({ actor_id }) => ({
      actorId: actor_id,
      status: '5xx',
    })),
    'a path with a rare status': await ask(() => ({ path: '/v1/events', status: '500' })),
    'by people, a rare method, of a day, from the middle': await ask(({ id, day }) => ({
      actorKind: 'user',
      method: 'DELETE',
      startDate: day,
      endDate: day,
      cursor: `older-${id}`,
    })),
  }
  console.table(sizes)
  console.table(measured)
  console.log(JSON.stringify({ entries: ENTRIES, ...kinds[0], sizes, measured }))

  async function measure(queries: readonly Partial<AuditLogQuery>[]) {
    const times: number[] = []
    for (const query of queries) {
      const startedAt = performance.now()
      await listAuditLog(db, organizationId, { limit: 50, ...query })
      times.push(performance.now() - startedAt)
    }
    return percentilesOf(times)
  }
} finally {
  await close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Returns disk sizes of the table and its indexes, for entries written one after the other. */
async function readSizes() {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `select 'the table' as name, pg_table_size('audit_log') as bytes
     union all select indexrelid::regclass::text, pg_relation_size(indexrelid)
     from pg_index where indrelid = 'audit_log'::regclass
     union all select 'all', pg_total_relation_size('audit_log')`,
  )
  return Object.fromEntries(
    rows.map(({ name, bytes }) => [
      name,
      {
        megabytes: Math.round(Number(bytes) / 1_048_576),
        'bytes an entry': Math.round(Number(bytes) / ENTRIES),
      },
    ]),
  )
}

function percentilesOf(times: number[]) {
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round((times[Math.floor((times.length - 1) * share)] ?? 0) * 10) / 10
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'max ms': at(1) }
}
