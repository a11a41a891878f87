import type MiniSearch from 'minisearch'
import { element } from '../element.ts'
import { find } from './find.ts'
import type { Entry, Found } from './search-options.ts'

const HINT = 'Guides and operations of the API. Arrow keys select, Enter opens.'
const FAILED = 'The index could not be loaded. Check the connection and type again.'

/** Creates a dialog with a search field and links to what was found. */
export function createSearchDialog(loadIndex: () => Promise<MiniSearch<Entry>>) {
  // Not of the type `search`, in which Escape clears the text instead of closing the dialog.
  const attributes = { role: 'searchbox', enterkeyhint: 'search', autocomplete: 'off' }
  const input = element('input', { ...attributes, 'aria-label': 'Search' })
  input.placeholder = 'Search guides and API'
  const status = element('p', { role: 'status' }, HINT)
  const list = element('ul', { 'aria-label': 'Results' })
  const dialog = element('dialog', { class: 'search', 'aria-label': 'Search' }, input, status, list)

  const show = async () => {
    const query = input.value.trim()
    const index = await loadIndex().catch(() => undefined)
    // The query changed while the index was loading.
    if (query !== input.value.trim()) return
    const found = index && query !== '' ? find(index, query) : []
    list.replaceChildren(...found.map(rowOf))
    list.scrollTop = 0
    status.textContent = index === undefined ? FAILED : sentenceOf(query, found.length)
  }
  input.addEventListener('input', () => void show())
  dialog.addEventListener('keydown', (event) => onKey(event, input, list))
  dialog.addEventListener('click', ({ target }) => {
    const isLink = target instanceof Element && target.closest('a') !== null
    // A click on the dialog itself is one outside of its contents.
    if (target === dialog || isLink) dialog.close()
  })
  return {
    element: dialog,
    open: () => {
      if (dialog.open) return
      dialog.showModal()
      input.select()
      void loadIndex().catch(() => undefined)
    },
  }
}

function sentenceOf(query: string, count: number): string {
  if (query === '') return HINT
  if (count === 0) return 'No results'
  return count === 1 ? '1 result' : `${count} results`
}

function rowOf({ page, heading, url, excerpt }: Found): HTMLLIElement {
  const title =
    heading === page ? [element('b', {}, page)] : [element('b', {}, heading), ` · ${page}`]
  return element('li', {}, element('a', { href: url }, ...title, element('span', {}, excerpt)))
}

/** Moves between the field and the links; Enter in the field opens the first one. */
function onKey(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
  const stops = [input, ...list.querySelectorAll('a')]
  const at = stops.findIndex((stop) => stop.matches(':focus'))
  if (event.key === 'Enter' && at === 0) {
    event.preventDefault()
    stops[1]?.click()
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus()
}
