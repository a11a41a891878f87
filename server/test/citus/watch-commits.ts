import pg from 'pg'

type Send = (...args: unknown[]) => Promise<pg.QueryResult>

/** Statements of one transaction on one connection to a node, by kind. */
type Part = { hasRead: boolean; hasChanged: boolean; copied: Set<string> }

const CONNECTION = /connectionId: (\d+)/
const COPY = /^COPY (?:public\.)?([a-z_]+?)(?:_\d+)? /i
const IS_CHANGE = /^(?:insert|update|delete)\b|^with\b.*\b(?:insert into|update|delete from)\b/is
const IS_READ = /^(?:select|with)\b/i
const IS_END = /^(?:commit|rollback|abort|prepare)\b/i

const send = pg.Client.prototype.query as unknown as Send
const heard = new WeakSet<pg.Client>()
let lost: string[] = []

/** Observes from now on what Citus sends to its nodes for this process. */
export function watchCommits(): void {
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (!heard.has(this)) {
      listenTo(this)
      send.call(this, 'set citus.log_remote_commands = on').catch(() => undefined)
    }
    return send.apply(this, args)
  } as unknown as typeof pg.Client.prototype.query
}

/**
 * Returns the tables whose new rows would be lost without an error if their node failed before the
 * commit. Citus copies the rows of `insert … select` to the node. On a connection that has only
 * read before, it does not count the copy as a write, and commits without this node. Lists each
 * table once, and only since the last call.
 */
export function losableTables(): string[] {
  const found = [...new Set(lost)].toSorted()
  lost = []
  return found
}

function listenTo(client: pg.Client): void {
  heard.add(client)
  const parts = new Map<string, Part>()
  client.on('notice', ({ message = '', detail = '' }) => {
    const command = /^issuing (.*)/s.exec(message)?.[1]
    const connection = CONNECTION.exec(detail)?.[1]
    if (command !== undefined && connection !== undefined) add(parts, connection, command.trim())
  })
}

function add(parts: Map<string, Part>, connection: string, command: string): void {
  const part = parts.get(connection) ?? { hasRead: false, hasChanged: false, copied: new Set() }
  parts.set(connection, part)
  const table = COPY.exec(command)?.[1]
  if (table !== undefined) part.copied.add(table)
  else if (IS_CHANGE.test(command)) part.hasChanged = true
  else if (IS_READ.test(command)) part.hasRead = true
  else if (IS_END.test(command)) {
    parts.delete(connection)
    const isKnown = part.hasChanged || !part.hasRead
    if (/^commit$/i.test(command) && !isKnown) lost.push(...part.copied)
  }
}
