import type MiniSearch from 'minisearch'
import type { Entry, Found } from './search-options.ts'

const MOST = 20
/** Shorter words have too many neighbours. */
const FUZZY_LENGTH = 5

/** Returns the best entries: those with all words, otherwise those with some of them. */
export function find(index: MiniSearch<Entry>, query: string): Found[] {
  const search = (combineWith: 'AND' | 'OR') =>
    index.search(query, {
      combineWith,
      boost: { page: 0.5, heading: 3 },
      // The last word may be incomplete.
      prefix: (_term, at, terms) => at === terms.length - 1,
      fuzzy: (term) => (term.length < FUZZY_LENGTH ? false : 0.2),
    })
  const all = search('AND')
  const found = all.length > 0 ? all : search('OR')
  return found
    .slice(0, MOST)
    .map(({ page, heading, url, excerpt }) => ({ page, heading, url, excerpt }))
}
