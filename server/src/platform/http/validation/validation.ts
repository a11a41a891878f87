import assert from 'node:assert/strict'
import { Ajv, type Options, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../../errors.ts'
import { withoutExactNumbers } from '../../json/exact-json.ts'
import { UUID } from '../text-patterns.ts'
import { bounded, type SizedSchema } from './bounded.ts'
import { type Part, problemsOf } from './problems.ts'

/** So many problems are named; who made more learns how many. */
const PROBLEMS_MAX = 20

/**
 * Checks requests against their schemas. Every bad field is named, up to a limit, and not only the
 * first. Texts in a URL become the numbers and booleans that a schema asks for; in a body nothing is
 * coerced, because `"quantity": true` is a mistake and not one page.
 */
export function addValidation(app: FastifyInstance): void {
  const compileBody = createCompiler({ coerceTypes: false })
  const compileUrl = createCompiler({ coerceTypes: 'array' })
  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart === 'body') return compileBody(schema as SizedSchema, 'body')
    return compileUrl(schema as SizedSchema, httpPart === 'params' ? 'path' : 'query')
  })
  refuseUnknownParameters(app)
}

/** As in bodies: a filter that is mistyped would be left out, and the answer would mislead. */
function refuseUnknownParameters(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/v1/')) return
    const query = route.schema?.querystring ?? { type: 'object', properties: {} }
    route.schema = { ...route.schema, querystring: { ...query, additionalProperties: false } }
  })
}

/** Compiles a schema to a check that answers what is wrong, the way Fastify asks for. */
function createCompiler(options: Options) {
  const common = { ...options, useDefaults: true, removeAdditional: false, strict: false }
  const first = withFormats(new Ajv(common))
  const all = withFormats(new Ajv({ ...common, allErrors: true, verbose: true }))
  return (schema: SizedSchema, part: Part) => {
    // Compiled when the first request needs it: all of them would make the start longer.
    let isValid: ValidateFunction | undefined
    // Few requests are refused, and most schemas refuse none.
    let findAll: ValidateFunction | undefined
    return (whole: unknown) =>
      // A number kept as its text fits no schema but a free-form one; see json/exact-json.ts.
      withoutExactNumbers(whole, (value) => {
        isValid ??= first.compile(schema)
        if (isValid(value)) return true
        findAll ??= all.compile(schema)
        const cut = bounded(schema, value)
        findAll(cut.value)
        const problems = problemsOf(findAll.errors ?? [], part, value)
        assert(problems.length > 0, 'what is refused has a reason')
        return { error: refusal(problems, cut.dropped) }
      })
  }
}

/** For routes whose service checks the body by itself, and can say more than a schema. */
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

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv)
  // Its own also takes `urn:uuid:…`, which PostgreSQL does not.
  ajv.addFormat('uuid', new RegExp(UUID))
  return ajv
}

/** No text column can keep the character NUL, so nothing can be found by it either. */
export function refuseNulInUrl(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.includes('%00')) done()
    else done(new AppError('invalid', 'The URL contains the character NUL (%00); remove it'))
  })
}
