import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Checks requests against their schemas. Every bad field is named, not only the first. Texts in a
 * URL become the numbers and booleans that a schema asks for; in a body nothing is coerced, because
 * `"quantity": true` is a mistake and not one page.
 */
export function addValidation(app: FastifyInstance): void {
  const options = { allErrors: true, useDefaults: true, removeAdditional: false, strict: false }
  const body = new Ajv({ ...options, coerceTypes: false })
  const url = new Ajv({ ...options, coerceTypes: 'array' })
  addFormats.default(body)
  addFormats.default(url)
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? body : url).compile(schema),
  )
}

/** No text column can keep the character NUL, so nothing can be found by it either. */
export function refuseNulInUrl(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) {
      throw new AppError('invalid', 'The URL contains the character NUL (%00); remove it')
    }
  })
}
