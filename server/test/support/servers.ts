import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The servers that test databases are made on: one PostgreSQL, or the nodes of a cluster. */
export type Servers = {
  /** Whom the tests connect to comes first: in a cluster the coordinator. */
  urls: string[]
  /** What a database without any table is copied from. */
  empty: string
  /** Settings that each database has, by name. */
  settings: Record<string, string>
}

/** Whether they are the nodes of a cluster. */
export const areNodes = ({ urls }: Servers): boolean => urls.length > 1

/** Makes a database on every server, as a copy of one that nobody is connected to. */
export async function copyDatabase(
  { urls, settings }: Servers,
  { name, template }: { name: string; template: string },
): Promise<void> {
  // Copied as files, which takes a fifth of the time: nothing is synced here.
  const copy = `create database ${name} template ${template} strategy file_copy`
  await Promise.all(urls.map((url) => onServer(url, [copy])))
  const set = Object.entries(settings).map(
    ([setting, value]) => `alter database ${name} set ${setting} = '${value}'`,
  )
  await onServer(firstOf(urls), set)
}

/**
 * Takes a database away from every server, whoever is connected to it. The nodes of a cluster connect to each
 * other, and to themselves, and are not stopped by being told to end: such a session waits for the one that
 * drops the database, and that one for it. So the sessions of all nodes end before anything is dropped.
 */
export async function dropDatabase(servers: Servers, name: string): Promise<void> {
  await withAdmins(servers, async (admins) => {
    await closeOn(admins, name)
    await Promise.all(admins.map((admin) => dropAt(admin, name)))
  })
}

/** Lets nobody into a database any more, and ends the sessions that it has. */
export async function closeDatabase(servers: Servers, name: string): Promise<void> {
  await withAdmins(servers, (admins) => closeOn(admins, name))
}

/** Who is connected to a server, but not to the database that is dropped. */
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

/** Resolves when nobody is connected to a database; after a minute it says who is. */
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
    // A session that had only begun is not listed yet.
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

/** What was prepared for a coordinator that ended keeps a database from going. False when there is nothing. */
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

/** Runs statements one after the other, on a connection of their own. */
export async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
