/** Derives the types of a call from the OpenAPI document, by method and path. */
import type { paths } from './api.gen.ts'

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** Paths that have this method. */
export type PathOf<Verb extends Method> = {
  [Path in keyof paths]: [Exclude<paths[Path][Verb], undefined>] extends [never] ? never : Path
}[keyof paths]

export type OperationOf<Verb extends Method, Path extends keyof paths> = Exclude<
  paths[Path][Verb],
  undefined
>

type InPath<Operation> = Operation extends { parameters: { path: infer Values } }
  ? { path: Values }
  : unknown

type QueryOf<Operation> = Operation extends { parameters: { query: infer Values } }
  ? { query: Values }
  : Operation extends { parameters: { query?: infer Values } }
    ? [NonNullable<Values>] extends [never]
      ? unknown
      : { query?: NonNullable<Values> | undefined }
    : unknown

type BodyOf<Operation> = Operation extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? { body: Body }
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body | undefined }
    : unknown

/** Parameters of an operation: the ids of its path, its filters and its body. */
export type Input<Operation> = InPath<Operation> & QueryOf<Operation> & BodyOf<Operation>

type Answers<Operation> = Operation extends { responses: infer Responses } ? Responses : never
type At<Whole, Key> = Key extends keyof Whole ? Whole[Key] : never
type Good<Operation> = At<Answers<Operation>, 200 | 201 | 202>
type Content<Operation> = Good<Operation> extends { content: infer Kinds } ? Kinds : never
type Json<Kinds> = Kinds extends { 'application/json': infer Body } ? Body : never

/** Body of a successful response; undefined for a 204. */
export type Answer<Operation> = [Json<Content<Operation>>] extends [never]
  ? undefined
  : Json<Content<Operation>>

/** Paths that can also answer with CSV. */
export type CsvPath = {
  [Path in PathOf<'get'>]: Content<OperationOf<'get', Path>> extends { 'text/csv': string }
    ? Path
    : never
}[PathOf<'get'>]

/** Filters of a list or an analysis. */
export type Query<Path extends PathOf<'get'>> =
  OperationOf<'get', Path> extends { parameters: { query?: infer Values } }
    ? NonNullable<Values>
    : never

/** Item type of a page. */
export type Item<Page> = Page extends readonly (infer One)[]
  ? One
  : Page extends { results: readonly (infer One)[] }
    ? One
    : Page extends { data: readonly (infer One)[] }
      ? One
      : never
