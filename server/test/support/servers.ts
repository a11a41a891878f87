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

/** Takes a database away from every server, whoever is connected to it. */
export async function dropDatabase({ urls }: Servers, name: string): Promise<void> {
  // In a cluster, nodes connect to each other by themselves, again and again.
  await Promise.all(
    urls.map((url) => onServer(url, [allowConnections(name, false)]).catch(notThere)),
  )
  for (const url of urls) await dropAt(url, name)
}

const ATTEMPTS = 4

/** PostgreSQL waits five seconds for sessions to end, which on a busy machine may take longer. */
async function dropAt(url: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await onServer(url, [`drop database if exists ${name} with (force)`])
      return
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      // Transactions that were prepared for a coordinator that ended keep a database from going.
      await onServer(url, [allowConnections(name, true)])
      await rollBackPrepared(withDatabase(url, name))
      await onServer(url, [allowConnections(name, false)])
    }
  }
}

export function allowConnections(name: string, isAllowed: boolean): string {
  return `alter database ${name} with allow_connections ${isAllowed}`
}

function notThere(error: Error & { code?: string }): void {
  if (error.code !== '3D000') throw error
}

async function rollBackPrepared(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ text: string }>(
      `select format('rollback prepared %L', gid) as text from pg_prepared_xacts
       where database = current_database()`,
    )
    for (const { text } of rows) await client.query(text)
  } finally {
    await client.end()
  }
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
