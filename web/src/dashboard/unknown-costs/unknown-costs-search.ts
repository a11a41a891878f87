import { readSearch, text } from '../../ui/url/search-readers.ts'

/** The group that is open next to the list. */
export const unknownCostsSearch = readSearch({ model: text, provider: text })
export type UnknownCostsSearch = ReturnType<typeof unknownCostsSearch>
