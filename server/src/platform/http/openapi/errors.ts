import { strict as assert } from 'node:assert'
import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'

type Reference = { $ref: string }
type Responses = Record<string, object>

/**
 * Moves the error responses of operations into shared components, named by their status, and leaves
 * references. Throws unless all operations describe a status identically.
 */
export function takeErrors(all: readonly Responses[]): Record<string, object> {
  const errors: Record<string, object> = {}
  for (const responses of all) {
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue
      const name = (STATUS_CODES[status] ?? '').replaceAll(' ', '')
      errors[name] ??= response
      assert(
        isDeepStrictEqual(errors[name], response),
        `every ${status} must have the same description`,
      )
      const reference: Reference = { $ref: `#/components/responses/${name}` }
      responses[status] = reference
    }
  }
  return errors
}
