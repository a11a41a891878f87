import MiniSearch from 'minisearch'
import { type Entry, INDEX_OPTIONS } from './search-options.ts'

let loading: Promise<MiniSearch<Entry>> | undefined

/** Loads the index that the build made, once. After a failure the next call tries again. */
export function loadIndex(): Promise<MiniSearch<Entry>> {
  loading ??= load().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<MiniSearch<Entry>> {
  const script = document.querySelector<HTMLElement>('script[data-search-index]')
  const answer = await fetch(script?.dataset.searchIndex ?? '')
  if (!answer.ok) throw new Error(`The index answered ${answer.status}`)
  return MiniSearch.loadJSON(await answer.text(), INDEX_OPTIONS)
}
