import type { Client } from 'pg'

/** A statement is prepared at its fifth use on a connection, because it is then likely to recur. */
const PREPARED_AT_USE = 5
/**
 * Maximum number of statement texts counted for a connection: more than the source code contains,
 * and a limit for generated ones.
 */
const TEXTS = 400

/**
 * Makes PostgreSQL parse and plan the statements of transactions once for each connection. Those
 * are commands, which read a few rows by key and recur often. Statements outside of transactions,
 * such as lists and figures, are planned for their values each time. Statements without values are not prepared: most
 * of them are settings, and one has the name of a snapshot in its text.
 */
export function prepareCommands(client: Client): void {
  const known = new Map<string, { name: string; uses: number }>()
  const nameOf = (text: string): string | undefined => {
    const statement = known.get(text) ?? { name: `command_${known.size}`, uses: 0 }
    if (statement.uses === 0 && known.size === TEXTS) return undefined
    statement.uses += 1
    known.set(text, statement)
    return statement.uses < PREPARED_AT_USE ? undefined : statement.name
  }
  const send: (...args: unknown[]) => unknown = client.query.bind(client)
  const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const isCommand = typeof text === 'string' && Array.isArray(values) && values.length > 0
    if (!isCommand || client.getTransactionStatus() !== 'T') return send(text, values, ...rest)
    const name = nameOf(text)
    return name === undefined ? send(text, values, ...rest) : send({ name, text, values }, ...rest)
  }
  client.query = query as Client['query']
}
