import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../test/support/database.ts'
import { eventually, untilWaiting } from '../test/support/waiting.ts'
import { type Config, parseConfig } from './config.ts'
import { createDependencies } from './dependencies.ts'
import {
  existingFolder,
  serverPid,
  start as startPostgres,
} from './embedded-postgres/test-support.ts'
import { migrate } from './platform/database/migrations/migrate.ts'
import { openDatabase } from './platform/database.ts'
import { createLog } from './platform/log.ts'
import { startWorker } from './worker.ts'

// graphile-worker sets the exit code when another version has changed its queue.
afterEach(() => {
  process.exitCode = undefined
})

function config(): Config {
  const parsed = parseConfig({ LOG_LEVEL: 'silent', PIECEWORK_SECRET: 'x'.repeat(32) })
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  return parsed.config
}

/** Starts a worker on a database. `runJob` queues a job and waits until it is done. */
async function given(url: string) {
  const deps = await createDependencies({
    config: config(),
    url,
    log: createLog('silent'),
    now: () => new Date(),
  })
  const worker = await startWorker(deps)
  onTestFinished(async () => {
    await worker.stop()
    await deps.close()
  })
  const runJob = async () => {
    await eventually(() =>
      deps.pool.query(`select graphile_worker.add_job('idempotent-requests.prune')`),
    )
    await eventually(async () => {
      const { rows } = await deps.pool.query('select 1 from graphile_worker.jobs')
      expect(rows).toEqual([])
    })
  }
  return { deps, worker, runJob }
}

test('a periodic job notes when it has finished, and not when it has failed', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { deps, runJob } = await given(database.url)
  const noted = async (task: string) => {
    const { rows } = await deps.pool.query('select 1 from job_finishes where task = $1', [task])
    return rows.length
  }
  await runJob()
  expect(await noted('idempotent-requests.prune')).toBe(1)
  await deps.pool.query('delete from job_finishes')
  await deps.pool.query('alter table idempotent_requests rename to lost')
  await deps.pool.query(
    `select graphile_worker.add_job('idempotent-requests.prune', max_attempts := 1)`,
  )
  await eventually(async () => {
    const { rows } = await deps.pool.query(
      `select attempts from graphile_worker.jobs where last_error is not null
       and task_identifier = 'idempotent-requests.prune'`,
    )
    expect(rows).toEqual([{ attempts: 1 }])
  })
  expect(await noted('idempotent-requests.prune')).toBe(0)
})

test('a worker whose runner ended unexpectedly runs jobs again', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { deps, runJob } = await given(database.url)
  await runJob()
  const restarted = vi.spyOn(deps.log, 'error')
  await eventually(async () => {
    await deps.pool.query(`select pg_notify('worker:migrate', '{"breaking": true}')`)
    expect(restarted).toHaveBeenCalledWith(expect.stringContaining('stopped unexpectedly'))
  })
  await runJob()
})

test('a worker that waits to start again can be stopped', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { deps, worker } = await given(database.url)
  const restarted = vi.spyOn(deps.log, 'error')
  await eventually(async () => {
    await deps.pool.query(`select pg_notify('worker:migrate', '{"breaking": true}')`)
    expect(restarted).toHaveBeenCalledWith(expect.stringContaining('stopped unexpectedly'))
  })
  await worker.stop()
})

test('a worker that could not read its jobs at the start runs them later', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { worker } = await given(database.url)
  await worker.stop()
  const rename = (from: string, to: string) =>
    database.pool.query(`alter table graphile_worker.${from} rename to ${to}`)
  await rename('_private_tasks', 'hidden')
  const { deps, runJob } = await given(database.url)
  const failed = vi.spyOn(deps.log, 'error')
  await eventually(() => expect(failed).toHaveBeenCalled())
  await rename('hidden', '_private_tasks')
  await runJob()
})

/** Starts a worker on its own PostgreSQL server, with a function that kills that server. */
async function givenPostgres() {
  const dataDir = await existingFolder()
  const postgres = await startPostgres(dataDir)
  const database = openDatabase({ url: postgres.url, poolSize: 2, onIdleError: () => undefined })
  await migrate(database.db)
  await database.close()
  const kill = async () => {
    const killed = await serverPid(dataDir)
    if (killed === undefined) throw new Error('PostgreSQL does not run')
    process.kill(killed, 'SIGKILL')
    await eventually(async () => {
      const pid = await serverPid(dataDir)
      expect(pid).toEqual(expect.any(Number))
      expect(pid).not.toBe(killed)
    })
  }
  return { ...(await given(postgres.url)), kill }
}

test('jobs run after PostgreSQL was killed and came back', async () => {
  const { runJob, kill } = await givenPostgres()
  await runJob()
  await kill()
  await runJob()
})

// An unhandled rejection, which would end the process, fails the test run.
test('jobs in progress when PostgreSQL is killed do not end the process', async () => {
  const { deps, runJob, kill } = await givenPostgres()
  await runJob()
  const holder = await deps.pool.connect()
  holder.on('error', () => undefined)
  await holder.query('begin')
  await holder.query('lock table idempotent_requests, payment_notifications')
  for (const name of ['idempotent-requests.prune', 'payments.retry']) {
    await deps.pool.query('select graphile_worker.add_job($1)', [name])
  }
  await untilWaiting(deps.pool, 2)
  await kill()
  holder.release(true)
  // The interrupted jobs stay locked by the lost runner; other jobs run.
  const outstanding = () => deps.pool.query('select key from graphile_worker.jobs')
  await eventually(() =>
    deps.pool.query(`select graphile_worker.add_job('payments.retry', job_key := 'next')`),
  )
  await eventually(async () =>
    expect((await outstanding()).rows).not.toContainEqual({ key: 'next' }),
  )
})
