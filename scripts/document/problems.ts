import type { ValidateFunction } from 'ajv/dist/2020.js'
import { schemaCompiler } from './schema-compiler.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  description?: string
  properties?: Record<string, Schema>
  examples?: unknown[]
}
type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
type Body = { $ref?: string; content?: Record<string, Media> }
type Parameter = { $ref?: string; name?: string; description?: string; schema?: Schema }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Body>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Body>
    parameters: Record<string, Parameter>
  }
}

/** Returns what the document lacks, one sentence a problem. */
export function problemsOfDocument(document: Document): string[] {
  return [
    ...fieldsWithoutDescription(document),
    ...parametersWithoutDescription(document),
    ...problemsOfExamples(document),
  ]
}

/** The sentence that the document adds to every open list of values. */
const KNOWN_VALUES = /One of `.*; more may be added\.$/
const FIX = 'add it to its schema, or to server/src/reference/fields'

const isNullable = ({ type, anyOf = [] }: Schema): boolean =>
  [type].flat().includes('null') || anyOf.some(isNullable)

function fieldsWithoutDescription({ components: { schemas } }: Document): string[] {
  return Object.entries(schemas).flatMap(([title, { properties = {} }]) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const description = (field.description ?? '').replace(KNOWN_VALUES, '')
      if (description.trim() === '') return [`${title}.${name} has no description: ${FIX}`]
      if (!isNullable(field) || /\bnull\b/i.test(description)) return []
      return [`The description of ${title}.${name} lacks the meaning of null: ${FIX}`]
    }),
  )
}

function parametersWithoutDescription({ paths, components }: Document): string[] {
  const lacks = ({ $ref, description, schema = {} }: Parameter) =>
    [$ref, description, schema.description, schema.$ref].every((one) => one === undefined)
  const shared = Object.entries(components.parameters).filter(([, one]) => lacks(one))
  const own = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, parameters = [] }) =>
      parameters.filter(lacks).map(({ name }) => `${operationId} ${name}`),
    )
  return [...shared.map(([name]) => name), ...own].map(
    (place) => `The parameter ${place} has no description: ${FIX}`,
  )
}

function problemsOfExamples(document: Document): string[] {
  const { paths, components } = document
  const compile = schemaCompiler(document)
  const bodies = [
    ...Object.entries(components.responses),
    ...Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId, requestBody, responses }) => [
        ...(requestBody ? [[`${operationId} request`, requestBody] as const] : []),
        ...Object.entries(responses).map(
          ([status, response]) => [`${operationId} ${status}`, response] as const,
        ),
      ]),
    ),
  ]
  return bodies.flatMap(([place, { content = {} }]) =>
    Object.entries(content).flatMap(([type, media]) => {
      if (type !== 'application/json' || !media.schema) return []
      const examples = examplesOf(media, document)
      if (examples.length === 0) return [`${place} has no example: run npm run examples`]
      return invalidExamples(examples, compile(media.schema)).map(
        (found) => `The example of ${place} is not valid: ${found}; run npm run examples`,
      )
    }),
  )
}

/** Returns the errors of each invalid example. */
function invalidExamples(examples: readonly unknown[], validate: ValidateFunction): string[] {
  return examples.flatMap((example) => {
    if (validate(example)) return []
    const errors = validate.errors ?? []
    return [
      errors.map(({ instancePath, message }) => `example${instancePath} ${message}`).join(', '),
    ]
  })
}

function examplesOf({ schema = {}, example, examples = {} }: Media, document: Document): unknown[] {
  const own = [example, ...Object.values(examples).map(({ value }) => value)]
  const named = schema.$ref?.slice('#/components/schemas/'.length) ?? ''
  const ofSchema = schema.examples ?? document.components.schemas[named]?.examples ?? []
  return [...own, ...ofSchema].filter((one) => one !== undefined)
}
