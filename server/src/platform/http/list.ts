import { type TSchema, Type } from 'typebox'
import { VALUE_LENGTH_MAX } from './fields.ts'

const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100
const PAGE_MAX = 1_000_000_000

/**
 * A query parameter with a default: callers may omit it, and validation fills it in for handlers.
 * TypeBox has no type for that.
 */
function filledIn<T extends TSchema>(schema: T): T {
  return Type.Optional(schema) as TSchema as T
}

/** Query parameters of every list, to be spread into its schema. */
export const pageParametersOf = (size: number) => ({
  page: filledIn(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 1 })),
  limit: filledIn(
    Type.Integer({
      minimum: 1,
      default: size,
      description: `At most ${PAGE_SIZE_MAX}; a larger value is capped.`,
    }),
  ),
})
export const pageParameters = pageParametersOf(PAGE_SIZE)

export const sortOrder = filledIn(
  Type.Union([Type.Literal('asc'), Type.Literal('desc')], { default: 'desc' }),
)

/** Query parameter of a long list that callers poll. */
export const exactTotal = filledIn(
  Type.Boolean({
    default: true,
    description:
      'False: `totalResults` counts at most one result after the page. Faster, for a list that is ' +
      'read again and again.',
  }),
)

/** Query parameter of a list whose objects have `updatedAt`. */
export const updatedSince = Type.Optional(
  Type.String({
    maxLength: VALUE_LENGTH_MAX,
    description:
      'Changed at this date or timestamp (UTC) or later. To keep a copy, ask again from a minute ' +
      'before the largest `updatedAt` that you have: this includes changes that were in progress. ' +
      'Deleted objects are not in a list.',
  }),
)

/** The field by which a list is sorted; the first one is the default. */
export const sortedBy = <const Keys extends string[]>(
  keys: readonly [...Keys],
  description: string,
) => filledIn(Type.Enum(keys, { default: keys[0] ?? null, description }))

/** Response schema of a list; `title` is its name in the API document. */
export function listOf<T extends TSchema>(title: string, item: T) {
  return Type.Object(
    {
      results: Type.Array(item),
      page: Type.Integer(),
      limit: Type.Integer(),
      totalPages: Type.Integer(),
      totalResults: Type.Integer({ description: 'Exact number of results.' }),
    },
    { title, description: 'One page of results and the total number of results.' },
  )
}

/** Selects the rows of a page. */
export type Page = { page: number; limit: number; offset: number }

export function pageOf(query: { page: number; limit: number }): Page {
  const limit = Math.min(query.limit, PAGE_SIZE_MAX)
  return { page: query.page, limit, offset: (query.page - 1) * limit }
}

/** Returns how many results are counted at most; undefined counts all. */
export function countedMaxOf(query: { page: number; limit: number; exactTotal: boolean }) {
  if (query.exactTotal) return undefined
  const { offset, limit } = pageOf(query)
  return offset + limit + 1
}

export function listAnswer<T>({ page, limit }: Page, results: T[], totalResults: number) {
  return { results, page, limit, totalPages: Math.ceil(totalResults / limit), totalResults }
}
