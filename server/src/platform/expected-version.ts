import { AppError } from './errors.ts'

/** The versions that a change expects its object to have, as text; undefined expects none. */
export type ExpectedVersion = readonly string[] | undefined

/**
 * Throws `precondition_failed` if the object has another version than expected. Call it when the
 * object is locked, so that of two changes that expect the same version only one passes.
 */
export function requireVersion({ version }: { version: number }, expected: ExpectedVersion): void {
  if (expected === undefined || expected.includes(String(version))) return
  const fix = 'read the object again, and send If-Match with its version in quotes'
  throw new AppError('precondition_failed', `The object has version ${version}: ${fix}`, {
    param: 'If-Match',
  })
}
