import { listSearch } from '../../ui/url/list-search.ts'

export const taxRatesSearch = listSearch(['name', 'createdAt'], {})
export type TaxRatesSearch = ReturnType<typeof taxRatesSearch>
