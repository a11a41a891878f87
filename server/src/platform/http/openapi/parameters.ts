import { isDeepStrictEqual } from 'node:util'
import type { OperationSchemas } from './schema.ts'

type Parameter = NonNullable<OperationSchemas['parameters']>[number]

/** Parameters shared by most operations or lists. */
const SHARED = [
  ...['X-Request-Id', 'Idempotency-Key', 'If-Match'],
  ...['page', 'limit', 'sortOrder', 'updatedSince'],
]

/**
 * Moves the shared parameters of operations into components by name, and leaves references. A
 * different parameter of the same name stays in place.
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
