/** A JSON schema in the API document. */
export type Schema = {
  $ref?: string
  title?: string
  type?: string | string[] | undefined
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
  [keyword: string]: unknown
}

export type Media = { schema?: Schema; example?: unknown; examples?: unknown }
export type Content = { content?: Record<string, Media> }
export type OperationSchemas = {
  parameters?: (Media & { name?: string; in?: string; description?: string; $ref?: string })[]
  requestBody?: Content & { required?: boolean }
  responses?: Record<string, Content>
}
