import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { organizationOf } from '../auth/principal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Reads the object that a request changes, as its answer has it, to log which fields changed.
     * For a new object only the fields whose defaults are not null.
     */
    before?: (request: FastifyRequest) => Promise<unknown>
  }
}

/** Returns the key of the object whose id is last in the path of a request. */
export function pathKeyOf(request: FastifyRequest): ScopedId {
  const id = pathIdsOf(request).at(-1) ?? ''
  return { organizationId: organizationOf(request), id }
}

/** Returns the ids in the path of a request, in order. */
export const pathIdsOf = ({ params }: FastifyRequest): string[] =>
  Object.values(Object(params)).map(String)

/**
 * Returns the names of the fields that a PATCH sent and that differ before and after it. In lists
 * it compares the objects with the same id, which may be sent in upper case. A field that neither
 * shows counts as changed.
 */
export function changedFields(sent: unknown, before: unknown, after: unknown): string[] {
  if (Array.isArray(sent)) {
    const fields = sent.flatMap((one) => {
      const { id, ...fields } = fieldsOf(one)
      return changedFields(fields, withId(before, id), withId(after, id))
    })
    return [...new Set(fields)]
  }
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return Object.keys(fieldsOf(sent)).filter((name) => {
    const isHidden = !(name in old) && !(name in now)
    return isHidden || !isDeepStrictEqual(old[name] ?? null, now[name] ?? null)
  })
}

const fieldsOf = (value: unknown): Record<string, unknown> => ({ ...Object(value) })

function withId(list: unknown, id: unknown): unknown {
  if (typeof id !== 'string') return undefined
  const { results = list } = fieldsOf(list)
  const shown = id.toLowerCase()
  return Array.isArray(results) ? results.find((one) => fieldsOf(one).id === shown) : undefined
}
