import { usePreference } from '../preferences/preferences.ts'
import { changedSearch, type ListSearch } from '../url/list-search.ts'
import { Pages } from './pages.tsx'

/** A typed change replaces the browser's history entry; a picked one adds an entry. */
export type OnSearch<S> = (search: S, how: 'typed' | 'picked') => void

type List = { results: readonly unknown[]; totalResults: number }

/** State of a list from its URL, and how filters, order and page change it. */
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
    /** Navigation to other pages, once this page is loaded. */
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
