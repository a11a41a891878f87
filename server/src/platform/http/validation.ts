import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { withoutExactNumbers } from '../exact-json.ts'

/**
 * Checks requests against their schemas. Every bad field is named, not only the first. Texts in a
 * URL become the numbers and booleans that a schema asks for; in a body nothing is coerced, because
 * `"quantity": true` is a mistake and not one page.
 */
export function addValidation(app: FastifyInstance): void {
  const options = { allErrors: true, useDefaults: true, removeAdditional: false, strict: false }
  const body = new Ajv({ ...options, coerceTypes: false })
  const url = new Ajv({ ...options, coerceTypes: 'array' })
  for (const ajv of [body, url]) {
    addFormats.default(ajv)
    // Its own also takes `urn:uuid:…`, which PostgreSQL does not.
    ajv.addFormat('uuid', UUID)
  }
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'body' ? refusingExactNumbers(body.compile(schema)) : url.compile(schema),
  )
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A number kept as its text fits no schema but a free-form one; see exact-json.ts. */
function refusingExactNumbers(validate: ValidateFunction) {
  const check: { (value: unknown): boolean; errors?: ErrorObject[] | null } = (value) => {
    const isValid = withoutExactNumbers(value, validate)
    check.errors = validate.errors ?? null
    return isValid
  }
  return check
}

/** No text column can keep the character NUL, so nothing can be found by it either. */
export function refuseNulInUrl(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) {
      throw new AppError('invalid', 'The URL contains the character NUL (%00); remove it')
    }
  })
}
