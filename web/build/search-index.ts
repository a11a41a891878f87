import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import MiniSearch from 'minisearch'
import type { Plugin } from 'vite'
import { type Entry, INDEX_OPTIONS } from '../src/guides/search/search-options.ts'
import { guideEntries, type NewEntry } from './search/guide-entries.ts'
import { operationEntries } from './search/operation-entries.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Maximum size of the index, gzipped. The first search loads it, and no page waits for it. */
const LIMIT = 150_000

/** Writes the search index of the guides and of the API as an asset. */
export function searchIndex(): Plugin {
  return {
    name: 'piecework:search-index',
    apply: 'build',
    async generateBundle() {
      const source = JSON.stringify(indexOf(await entriesOf(ROOT)))
      const size = gzipSync(source).length
      if (size > LIMIT) this.error(`The search index has ${size} of ${LIMIT} bytes, gzipped`)
      this.info(`search index: ${(size / 1_000).toFixed(1)} of ${LIMIT / 1_000} kB`)
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      this.emitFile({ type: 'asset', fileName: `assets/search-${hash}.json`, source })
    },
  }
}

export function indexOf(entries: readonly NewEntry[]): MiniSearch<Entry> {
  const index = new MiniSearch(INDEX_OPTIONS)
  index.addAll(entries.map((entry, id) => ({ ...entry, id })))
  return index
}

/** Returns the sections of all guides and the operations of the API. */
export async function entriesOf(root: string): Promise<NewEntry[]> {
  const document = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8'))
  return [...(await guideEntries(join(root, 'docs'))), ...operationEntries(document)]
}
