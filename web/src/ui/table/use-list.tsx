import { usePreference } from '../preferences/preferences.ts'
import { changedSearch, type ListSearch } from '../url/list-search.ts'
import { Pages } from './pages.tsx'

/** What is typed replaces what went before in the history of the browser, what is picked comes after it. */
export type OnSearch<S> = (search: S, how: 'typed' | 'picked') => void

type List = { results: readonly unknown[]; totalResults: number }

/** Where a list stands by its address, and how its filters, its order and its page change that. */
export function useList<S extends ListSearch>(search: S, onSearch: OnSearch<S>) {
  const pageSize = usePreference('pageSize')
  const [page, limit] = [search.page ?? 1, search.limit ?? pageSize]
  const change = (how: 'typed' | 'picked') => (changes: Partial<S>) =>
    onSearch(changedSearch(search, changes), how)
  const pick = change('picked')
  const toPage = (to: number) => onSearch({ ...search, page: to > 1 ? to : undefined }, 'picked')
  return {
    page,
    limit,
    pick,
    type: change('typed'),
    toPage,
    /** The way to the other rows, once these are read. */
    pagesOf: (list: List | undefined) =>
      list && (
        <Pages
          list={list}
          page={page}
          limit={limit}
          onPage={toPage}
          onLimit={(chosen) =>
            onSearch(changedSearch(search, { limit: chosen } as Partial<S>), 'picked')
          }
        />
      ),
  }
}
