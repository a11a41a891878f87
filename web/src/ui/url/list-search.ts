import { PAGE_SIZES } from '../preferences/preferences.ts'
import {
  oneOf,
  type Readers,
  readSearch,
  type SearchOf,
  text,
  wholeNumber,
} from './search-readers.ts'

const PAGE_MAX = 1_000_000

/** URL parameters of every list. */
const LIST_READERS = {
  page: wholeNumber({ min: 2, max: PAGE_MAX }),
  limit: (value: string) => PAGE_SIZES.find((size) => String(size) === value),
  sort: text,
  search: text,
} satisfies Readers

export type ListSearch = SearchOf<typeof LIST_READERS>

/**
 * Reads the URL parameters of a list: page, order and filters. Only orders in `sorts` are accepted,
 * each also as `-name` for descending.
 */
export function listSearch<R extends Readers>(sorts: readonly string[], filters: R) {
  const orders = sorts.flatMap((name) => [name, `-${name}`])
  return readSearch({ ...LIST_READERS, sort: oneOf(orders), ...filters })
}

/** Converts an order such as `-createdAt` to API parameters. */
export function orderOf<Field extends string>(
  sort: string | undefined,
  fallback: `${'' | '-'}${Field}`,
): { sortBy: Field; sortOrder: 'asc' | 'desc' } {
  const order = sort ?? fallback
  const isDown = order.startsWith('-')
  // The URL reader accepted only orders of this type.
  return { sortBy: order.slice(isDown ? 1 : 0) as Field, sortOrder: isDown ? 'desc' : 'asc' }
}

/**
 * Returns the URL parameters after a change of filters or order. The page number is dropped,
 * because it refers to another result.
 */
export function changedSearch<S extends ListSearch>(search: S, change: Partial<S>): S {
  const { page: _page, ...rest } = search
  return { ...rest, ...change } as S
}

/** Returns true if the URL has any of these filters. */
export function hasAny<S extends object>(
  search: S,
  filters: { readonly [Name in keyof S]?: undefined },
): boolean {
  return Object.keys(filters).some((name) => search[name as keyof S] !== undefined)
}
