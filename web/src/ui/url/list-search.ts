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

/** What every list takes from its address. */
const LIST_READERS = {
  page: wholeNumber({ min: 2, max: PAGE_MAX }),
  limit: (value: string) => PAGE_SIZES.find((size) => String(size) === value),
  sort: text,
  search: text,
} satisfies Readers

export type ListSearch = SearchOf<typeof LIST_READERS>

/**
 * The parameters of a list: its page, its order and its filters. Of orders only those in `sorts` are
 * taken, each of them also as `-name`, downwards.
 */
export function listSearch<R extends Readers>(sorts: readonly string[], filters: R) {
  const orders = sorts.flatMap((name) => [name, `-${name}`])
  return readSearch({ ...LIST_READERS, sort: oneOf(orders), ...filters })
}

/** How the API is asked for an order such as `-createdAt`. */
export function orderOf<Field extends string>(
  sort: string | undefined,
  fallback: `${'' | '-'}${Field}`,
): { sortBy: Field; sortOrder: 'asc' | 'desc' } {
  const order = sort ?? fallback
  const isDown = order.startsWith('-')
  // The reader of the address let through nothing else.
  return { sortBy: order.slice(isDown ? 1 : 0) as Field, sortOrder: isDown ? 'desc' : 'asc' }
}

/** What an address becomes when filters or order change: the page is another one then, so it goes. */
export function changedSearch<S extends ListSearch>(search: S, change: Partial<S>): S {
  const { page: _page, ...rest } = search
  return { ...rest, ...change } as S
}

/** Whether an address has any of those filters. */
export function hasAny<S extends object>(
  search: S,
  filters: { readonly [Name in keyof S]?: undefined },
): boolean {
  return Object.keys(filters).some((name) => search[name as keyof S] !== undefined)
}
