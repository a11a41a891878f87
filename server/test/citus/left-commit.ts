import { inject } from 'vitest'
import { type Db, openDatabase } from '../../src/platform/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { firstOf, onServer, withDatabase } from '../support/servers.ts'
import { eventually } from '../support/waiting.ts'

/**
 * Runs work whose commit is acknowledged while the nodes still hold it prepared. This happens when
 * connections are lost between the two phases of a commit. Citus does not resolve the transactions
 * until `end` is called.
 */
export async function leavePrepared(
  database: TestDatabase,
  work: (db: Db) => Promise<unknown>,
): Promise<{ end: () => Promise<void> }> {
  const coordinator = firstOf(inject('servers').urls)
  const name = new URL(database.url).pathname.slice(1)
  const recovery = await database.pool.connect()
  await recovery.query('begin')
  await recovery.query('lock table pg_dist_transaction in share update exclusive mode')
  // Waits for a missing standby after the first phase and before the second.
  await onServer(coordinator, [
    `alter database ${name} set synchronous_commit = on`,
    "alter system set synchronous_standby_names = 'nobody'",
    'select pg_reload_conf()',
  ])
  const own = openDatabase({ url: database.url, poolSize: 2, onIdleError: () => undefined })
  try {
    const done = work(own.db)
    const isCommitting = eventually(async () => {
      const { rows } = await database.pool.query<{ process: string }>(
        `select lpad(pid::text, 10, '0') as process from pg_stat_activity
         where datname = current_database() and wait_event = 'SyncRep'`,
      )
      return firstOf(rows).process
    })
    const inOnePhase = done.then(() => Promise.reject(new Error('committed in one phase')))
    const process = await Promise.race([isCommitting, inOnePhase])
    inOnePhase.catch(() => undefined)
    for (const url of inject('servers').urls.slice(1)) {
      await endSessionsFor(process, withDatabase(url, name))
    }
    await letCommit(coordinator, name)
    await done
  } finally {
    await letCommit(coordinator, name)
    await own.close()
  }
  return {
    end: async () => {
      await recovery.query('commit')
      await recovery.query('select recover_prepared_transactions()')
      recovery.release()
    },
  }
}

const letCommit = (coordinator: string, name: string) =>
  onServer(coordinator, [
    'alter system reset synchronous_standby_names',
    'select pg_reload_conf()',
    `alter database ${name} set synchronous_commit = local`,
  ])

/**
 * Ends a node's sessions that work for a process of the coordinator, and waits until they have
 * ended.
 */
const endSessionsFor = (process: string, url: string) =>
  onServer(url, [
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = current_database() and application_name like 'citus_internal gpid=%${process}'`,
  ])
