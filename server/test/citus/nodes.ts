import pg from 'pg'
import {
  closeDatabase,
  dropDatabase,
  firstOf,
  onServer,
  type Servers,
  withDatabase,
} from '../support/servers.ts'

/**
 * Template of a cluster database without tables: every node has the extension and knows the others.
 */
const EMPTY = 'piecework_nodes'

/** Settings of each database that the service needs (docs/scaling-out.md). */
const SETTINGS = {
  timezone: 'UTC',
  'citus.shard_count': '4',
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.enable_deadlock_prevention': 'off',
  'citus.propagate_set_commands': 'local',
  // A test that makes commits wait for a missing standby must not affect other tests.
  synchronous_commit: 'local',
}

/** Prepares the nodes, the coordinator first, for test databases. */
export async function prepareNodes(urls: string[]): Promise<Servers> {
  const servers = { urls, empty: EMPTY, settings: SETTINGS }
  await dropDatabase(servers, EMPTY)
  await createPlain(servers, EMPTY)
  await introduceNodes(servers, EMPTY)
  await closeDatabase(servers, EMPTY)
  return servers
}

/** Creates a database without the extension on every node, as before a move to a cluster. */
export async function createPlain({ urls }: Servers, name: string): Promise<void> {
  for (const url of urls) await onServer(url, [`create database ${name} template template0`])
}

/** Joins the databases of one name into a cluster. */
export async function introduceNodes({ urls }: Servers, name: string): Promise<void> {
  for (const url of urls) {
    await onServer(withDatabase(url, name), ['create extension citus', ...signIn(url)])
  }
  const coordinator = firstOf(urls)
  const introduce = urls.map((url) => {
    const { hostname, port } = new URL(url)
    const add = url === coordinator ? 'citus_set_coordinator_host' : 'citus_add_node'
    return `select ${add}('${hostname}', ${port || 5432})`
  })
  await onServer(withDatabase(coordinator, name), introduce)
}

/** Nodes connect to each other as the user of the tests. */
function signIn(url: string): string[] {
  const { username, password } = new URL(url)
  if (password === '') return []
  const authinfo = `password=${decodeURIComponent(password)}`
  return [
    `insert into pg_dist_authinfo (nodeid, rolename, authinfo)
     values (0, ${pg.escapeLiteral(username)}, ${pg.escapeLiteral(authinfo)})`,
  ]
}
