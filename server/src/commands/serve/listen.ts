import { OperatorError } from '../../platform/program/operator-error.ts'

/** `setting` is the name of the setting that defines the port; PORT by default. */
type Place = { host: string; port: number; setting?: string }
type Listener = { listen: (place: { host: string; port: number }) => Promise<string> }

/**
 * Listens and returns the address. Errors caused by HOST or the port become an OperatorError with
 * an explanation.
 */
export async function listen(listener: Listener, place: Place): Promise<string> {
  try {
    const { host, port } = place
    return await listener.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const problem = problemOf(code, place)
    if (problem === undefined) throw error
    throw new OperatorError(problem, { cause: error })
  }
}

function problemOf(code: string, { host, port, setting = 'PORT' }: Place): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program; set ${setting} to a free one`
    case 'EACCES':
    case 'EPERM':
      return `Port ${port} may only be used with more rights than this user has; set ${setting} to one above 1023, and let a proxy listen on ${port}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `HOST "${host}" is no address of this machine; set it to 127.0.0.1 for this machine alone, or to 0.0.0.0 for all`
    default:
      return undefined
  }
}
