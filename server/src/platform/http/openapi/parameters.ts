import { isDeepStrictEqual } from 'node:util'
import type { OperationSchemas } from './schemas.ts'

type Parameter = NonNullable<OperationSchemas['parameters']>[number]

/** What most operations take, or most lists. */
const SHARED = ['X-Request-Id', 'Idempotency-Key', 'page', 'limit', 'sortOrder']

/**
 * Takes the shared parameters out of the operations, and returns each once, by name. A reference
 * stands in its place; a parameter that has the name and is another one stays where it is.
 */
export function takeParameters(operations: readonly OperationSchemas[]): Record<string, Parameter> {
  const shared: Record<string, Parameter> = {}
  for (const { parameters = [] } of operations) {
    for (const [index, parameter] of parameters.entries()) {
      const { name = '' } = parameter
      if (!SHARED.includes(name)) continue
      shared[name] ??= parameter
      if (!isDeepStrictEqual(shared[name], parameter)) continue
      parameters[index] = { $ref: `#/components/parameters/${name}` }
    }
  }
  return shared
}
