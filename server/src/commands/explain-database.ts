import pg from 'pg'
import { isDatabaseUnreachable } from '../platform/database/errors.ts'
import { OperatorError } from '../platform/program/operator-error.ts'

/**
 * Runs `work` on the database of `DATABASE_URL`, undefined for the embedded one. Errors caused by
 * that setting or by the rights of its user become an OperatorError with an explanation.
 */
export async function explainingDatabase<T>(
  databaseUrl: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (databaseUrl === undefined) throw error
    const problem = problemOf(error, placeOf(databaseUrl))
    if (problem === undefined) throw error
    throw new OperatorError(problem, { cause: error })
  }
}

/** Describes a database for error messages. Never includes the password. */
type Place = { host: string; database: string; user: string }

function placeOf(url: string): Place {
  const { host, pathname, username, searchParams } = new URL(url)
  const user = decodeURIComponent(username) || searchParams.get('user') || 'of this system'
  return {
    host: searchParams.get('host') ?? host,
    database: decodeURIComponent(pathname.slice(1)),
    user,
  }
}

/** Citus error for an unreachable node, with its address and the reason. */
const NODE_AWAY =
  /connection to the remote node (?:\S+@)?(\S+:\d+) failed(?: with the following error: (.*))?/

/** Returns an explanation for the operator; undefined for errors that are faults of the service. */
function problemOf(error: unknown, { host, database, user }: Place): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  switch (code) {
    case '28P01':
      return `PostgreSQL at ${host} refuses the password of user "${user}"; correct it in DATABASE_URL`
    case '28000':
      return `PostgreSQL at ${host} does not let user "${user}" in (${error.message}); correct DATABASE_URL or its pg_hba.conf`
    case '3D000':
      return `PostgreSQL at ${host} has no database "${database}"; create it, or correct DATABASE_URL`
    case '42501':
    // A user without rights to a schema gets the error that it does not exist.
    case '3F000':
      return `User "${user}" has not the rights it needs in database "${database}" (${error.message}); make it the owner: alter database "${database}" owner to "${user}"`
  }
  // Citus error for creating a table on a node other than the coordinator.
  if (/operation is not allowed on this node/.test(error.message)) {
    return `PostgreSQL at ${host} is a worker of a cluster; name its coordinator in DATABASE_URL`
  }
  if (/SSL|TLS|certificate/i.test(error.message)) {
    return `PostgreSQL at ${host} and this service do not agree on TLS (${error.message}); set sslmode in DATABASE_URL`
  }
  if (error.cause !== undefined) {
    const problem = problemOf(error.cause, { host, database, user })
    if (problem !== undefined) return problem
  }
  if (!isDatabaseUnreachable(error)) return undefined
  const [, node, reason] = NODE_AWAY.exec(error.message) ?? []
  if (node !== undefined) {
    return `The node ${node} of the cluster cannot be reached (${reason ?? error.message}); see that it runs, then do this again`
  }
  return `PostgreSQL at ${host} cannot be reached (${reasonOf(error)}); see that it runs, or correct DATABASE_URL`
}

/** A name with several addresses fails once for each, in an error whose own message is empty. */
function reasonOf(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error.message
}
