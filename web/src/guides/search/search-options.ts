import type { Options } from 'minisearch'

/** A section of a guide, or an operation of the API. */
export type Entry = {
  id: number
  /** Title of the guide; for an operation, its method and path. */
  page: string
  heading: string
  /** Address, with the anchor of the section. */
  url: string
  /** Beginning of the text, to be shown. */
  excerpt: string
  text: string
}

/** Stored fields of an entry. */
export type Found = Pick<Entry, 'page' | 'heading' | 'url' | 'excerpt'>

/** Options of the index, identical for the build that writes it and the script that reads it. */
export const INDEX_OPTIONS: Options<Entry> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'url', 'excerpt'],
  processTerm: termsOf,
}

/** Returns a word in lower case, with the words that a name such as `netTerms` consists of. */
function termsOf(word: string): string[] {
  const parts = word.split(/(?<=[a-z\d])(?=[A-Z])/)
  const all = parts.length > 1 ? [word, ...parts] : parts
  return all.map((one) => one.toLowerCase())
}
