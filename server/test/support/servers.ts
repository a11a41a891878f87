import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The servers for test databases: one PostgreSQL, or the nodes of a cluster. */
export type Servers = {
  /** The first one receives the tests' connections: in a cluster, the coordinator. */
  urls: string[]
  /** Template of a database without tables. */
  empty: string
  /** Settings of each database, by name. */
  settings: Record<string, string>
}

/** True if the servers are the nodes of a cluster. */
export const areNodes = ({ urls }: Servers): boolean => urls.length > 1

/** Creates a database on every server from a template without connections. */
export async function copyDatabase(
  { urls, settings }: Servers,
  { name, template }: { name: string; template: string },
): Promise<void> {
  // Copying files takes a fifth of the time, because fsync is off.
  const copy = `create database ${name} template ${template} strategy file_copy`
  await Promise.all(urls.map((url) => onServer(url, [copy])))
  const set = Object.entries(settings).map(
    ([setting, value]) => `alter database ${name} set ${setting} = '${value}'`,
  )
  await onServer(firstOf(urls), set)
}

/**
 * Drops a database on every server, in spite of open connections. Cluster nodes connect to each
 * other and to themselves. Such a session does not end when terminated: it and the session that
 * drops the database wait for each other. So the sessions of all nodes must end before any drop.
 */
export async function dropDatabase(servers: Servers, name: string): Promise<void> {
  await withAdmins(servers, async (admins) => {
    await closeOn(admins, name)
    await Promise.all(admins.map((admin) => dropAt(admin, name)))
  })
}

/** Refuses new connections to a database and ends its sessions. */
export async function closeDatabase(servers: Servers, name: string): Promise<void> {
  await withAdmins(servers, (admins) => closeOn(admins, name))
}

/** A connection to a server, but not to the database being dropped. */
type Admin = { url: string; client: pg.Client }

async function withAdmins(
  { urls }: Servers,
  work: (admins: readonly Admin[]) => Promise<void>,
): Promise<void> {
  const admins = urls.map((url) => ({ url, client: new pg.Client(url) }))
  try {
    await Promise.all(admins.map(({ client }) => client.connect()))
    await work(admins)
  } finally {
    await Promise.all(admins.map(({ client }) => client.end()))
  }
}

async function closeOn(admins: readonly Admin[], name: string): Promise<void> {
  await Promise.all(
    admins.map(({ client }) => client.query(allowConnections(name, false)).catch(notThere)),
  )
  await Promise.all(admins.map((admin) => endSessions(admin, name)))
}

const ASK_EVERY_MS = 20
const SESSIONS_END_WITHIN_MS = 60_000

/** Waits until a database has no sessions; throws with the remaining ones after a minute. */
async function endSessions({ url, client }: Admin, name: string): Promise<void> {
  const giveUpAt = performance.now() + SESSIONS_END_WITHIN_MS
  for (;;) {
    const { rows } = await client.query(
      `select pid, backend_type, application_name, state, wait_event_type, wait_event, query,
         pg_terminate_backend(pid) as is_told
       from pg_stat_activity where datname = $1`,
      [name],
    )
    if (rows.length === 0) return
    if (performance.now() > giveUpAt) {
      const { host } = new URL(url)
      throw new Error(
        `who is connected to ${name} at ${host} does not end: ${JSON.stringify(rows)}`,
      )
    }
    await sleep(ASK_EVERY_MS)
  }
}

const IN_USE = '55006'

async function dropAt(admin: Admin, name: string): Promise<void> {
  const drop = () => admin.client.query(`drop database if exists ${name} with (force)`)
  if (await rollBackPrepared(admin, name)) await endSessions(admin, name)
  await drop().catch(async (error: Error & { code?: string }) => {
    // A session that has just started may not be listed yet.
    if (error.code !== IN_USE) throw error
    await endSessions(admin, name)
    await drop()
  })
}

export function allowConnections(name: string, isAllowed: boolean): string {
  return `alter database ${name} with allow_connections ${isAllowed}`
}

function notThere(error: Error & { code?: string }): void {
  if (error.code !== '3D000') throw error
}

/**
 * Rolls back prepared transactions, which block the drop of a database. A coordinator that ended
 * leaves them behind. Returns false when there are none.
 */
async function rollBackPrepared({ url, client }: Admin, name: string): Promise<boolean> {
  const { rows } = await client.query<{ text: string }>(
    `select format('rollback prepared %L', gid) as text from pg_prepared_xacts where database = $1`,
    [name],
  )
  if (rows.length === 0) return false
  const statements = rows.map(({ text }) => text)
  await client.query(allowConnections(name, true))
  await onServer(withDatabase(url, name), statements)
  await client.query(allowConnections(name, false))
  return true
}

export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('there is no server')
  return first
}

/** Runs statements one after the other on a new connection. */
export async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
