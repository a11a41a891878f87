import assert from 'node:assert/strict'
import { Ajv, type Options, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../../errors.ts'
import { withNumbersAsNaN } from '../../json/exact-json.ts'
import { compiledOnce } from '../compiled-once.ts'
import { UUID } from '../text-patterns.ts'
import { bounded, type SizedSchema } from './bounded.ts'
import { type Part, problemsOf } from './problems.ts'

/** Maximum number of problems in a message; further ones are only counted. */
const PROBLEMS_MAX = 20

/**
 * Validates requests against their schemas. Up to a limit, every invalid field is reported, not
 * only the first. Texts in a URL are converted to the numbers and booleans of the schema. In a body
 * nothing is coerced, because `"quantity": true` is a mistake, not a quantity of 1.
 */
export function addValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart === 'body') return compileBody(schema as SizedSchema, 'body')
    return compileUrl(schema as SizedSchema, httpPart === 'params' ? 'path' : 'query')
  })
  refuseUnknownParameters(app)
}

/**
 * Refuses unknown query parameters like unknown body fields: ignoring a mistyped filter would give
 * a misleading result.
 */
function refuseUnknownParameters(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/v1/')) return
    const query = route.schema?.querystring ?? { type: 'object', properties: {} }
    route.schema = { ...route.schema, querystring: { ...query, additionalProperties: false } }
  })
}

const compileBody = createCompiler({ coerceTypes: false })
const compileUrl = createCompiler({ coerceTypes: 'array' })

/** Compiles a schema to a validation function in the form that Fastify expects. */
function createCompiler(options: Options) {
  const common = { ...options, useDefaults: true, removeAdditional: false, strict: false }
  const firstOf = compilerOf(common)
  const allOf = compilerOf({ ...common, allErrors: true, verbose: true })
  return (schema: SizedSchema, part: Part) => {
    // Compiled at the first request, because compiling all schemas would slow down the start.
    let isValid: ValidateFunction | undefined
    // Compiled at the first refusal, because most schemas never refuse a request.
    let findAll: ValidateFunction | undefined
    return (whole: unknown) =>
      // A number kept as text is valid only in free-form objects; see json/exact-json.ts.
      withNumbersAsNaN(whole, (value) => {
        isValid ??= firstOf(schema)
        if (isValid(value)) return true
        findAll ??= allOf(schema)
        const cut = bounded(schema, value)
        findAll(cut.value)
        const problems = problemsOf(findAll.errors ?? [], part, value)
        assert(problems.length > 0, 'what is refused has a reason')
        return { error: refusal(problems, cut.dropped) }
      })
  }
}

/** Skips body validation, for routes whose service validates the body with better messages. */
export function exceptBodies(
  compile: FastifySchemaCompiler<TSchema> | undefined,
): FastifySchemaCompiler<TSchema> {
  if (!compile) throw new Error('The app has no schema validation')
  return (route) => (route.httpPart === 'body' ? () => true : compile(route))
}

type Problems = ReturnType<typeof problemsOf>

function refusal(problems: Problems, dropped: number): AppError {
  const named = problems.slice(0, PROBLEMS_MAX)
  const more = problems.length - named.length + dropped
  const messages = named.map(({ message }) => message)
  if (more > 0) messages.push(`and ${more} more`)
  return new AppError(named[0]?.code ?? 'invalid', messages, { param: named[0]?.param })
}

function compilerOf(options: Options): (schema: SizedSchema) => ValidateFunction {
  const ajv = new Ajv(options)
  addFormats.default(ajv)
  // The default format also accepts `urn:uuid:…`, which PostgreSQL does not.
  ajv.addFormat('uuid', new RegExp(UUID))
  const compiled = new Map<string, ValidateFunction>()
  return (schema) => compiledOnce(compiled, schema, (one) => ajv.compile(one))
}

/**
 * Refuses the character NUL in URLs: no text column can contain it, so a search for it is a
 * mistake.
 */
export function refuseNulInUrl(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.includes('%00')) done()
    else done(new AppError('invalid', 'The URL contains the character NUL (%00); remove it'))
  })
}
