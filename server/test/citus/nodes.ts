import pg from 'pg'
import {
  closeDatabase,
  dropDatabase,
  firstOf,
  onServer,
  type Servers,
  withDatabase,
} from '../support/servers.ts'

/** A database of a cluster without any table: every node has the extension and knows the others. */
const EMPTY = 'piecework_nodes'

/** What each database is told so that the service runs well on it (docs/scaling-out.md). */
const SETTINGS = {
  timezone: 'UTC',
  'citus.shard_count': '4',
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.enable_deadlock_prevention': 'off',
  'citus.propagate_set_commands': 'local',
  // Who makes a commit wait for a standby that there is not, makes no other test wait.
  synchronous_commit: 'local',
}

/** Makes the nodes, the coordinator first, a place to make test databases on. */
export async function prepareNodes(urls: string[]): Promise<Servers> {
  const servers = { urls, empty: EMPTY, settings: SETTINGS }
  await dropDatabase(servers, EMPTY)
  await createPlain(servers, EMPTY)
  await introduceNodes(servers, EMPTY)
  await closeDatabase(servers, EMPTY)
  return servers
}

/** A database without the extension on every node, as an operator has it before there is a cluster. */
export async function createPlain({ urls }: Servers, name: string): Promise<void> {
  for (const url of urls) await onServer(url, [`create database ${name} template template0`])
}

/** Makes a cluster of databases of one name. */
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

/** Nodes sign in at each other as the user of the tests. */
function signIn(url: string): string[] {
  const { username, password } = new URL(url)
  if (password === '') return []
  const authinfo = `password=${decodeURIComponent(password)}`
  return [
    `insert into pg_dist_authinfo (nodeid, rolename, authinfo)
     values (0, ${pg.escapeLiteral(username)}, ${pg.escapeLiteral(authinfo)})`,
  ]
}
