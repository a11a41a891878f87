/** The parts of the OpenAPI document from which the clients are generated. */

export type Schema = {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
}

export type Parameter = {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema: Schema
  description?: string
}

type Content = Record<string, { schema?: Schema }>

export type Operation = {
  operationId: string
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { $ref?: string; content?: Content }>
}

export type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> }
}

/** Returns the last part of a reference: its name. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

export const jsonOf = (content: Content | undefined): Schema | undefined =>
  content?.['application/json']?.schema

/** Returns the schema of the successful answer; undefined without a JSON body. */
export function answerOf({ responses }: Operation): Schema | undefined {
  const good = ['200', '201', '202'].find((status) => responses[status]?.content)
  return good === undefined ? undefined : jsonOf(responses[good]?.content)
}

/** Follows a reference to the schema itself. */
export function resolved(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const found = document.components.schemas[nameOf(schema.$ref)]
  if (found === undefined) throw new Error(`There is no schema ${schema.$ref}`)
  return resolved(document, found)
}

export function queryOf(document: Document, operation: Operation): Parameter[] {
  return parametersOf(document, operation).filter((one) => one.in === 'query')
}

/** Returns whether the operation changes an object only if it has the expected version. */
export function takesVersion(document: Document, operation: Operation): boolean {
  return parametersOf(document, operation).some(({ name }) => name === 'If-Match')
}

function parametersOf(document: Document, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map((one) =>
    one.$ref === undefined ? one : (document.components.parameters?.[nameOf(one.$ref)] ?? one),
  )
}

/** Returns the names of all schemas that these need. */
export function namesBelow(document: Document, schemas: readonly Schema[]): Set<string> {
  const found = new Set<string>()
  const visit = (schema: Schema): void => {
    if (schema.$ref !== undefined) {
      const name = nameOf(schema.$ref)
      if (found.has(name)) return
      found.add(name)
      visit(resolved(document, schema))
    }
    const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema
    const parts = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])]
    parts.push(...Object.values(properties ?? {}))
    if (items) parts.push(items)
    if (typeof additionalProperties === 'object') parts.push(additionalProperties)
    parts.forEach(visit)
  }
  schemas.forEach(visit)
  return found
}
