import { NativeSelect, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { servicesQuery } from '../../api/services.ts'
import { Page } from '../../ui/layout/page.tsx'
import { usePreference } from '../../ui/preferences.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type Chip, FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { Pages } from '../../ui/table/pages.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { TextFilter } from '../../ui/table/text-filter.tsx'
import { changedSearch } from '../../ui/url/list-search.ts'
import { useOrganization } from '../session/use-organization.ts'
import { MODEL_COLUMNS } from './model-columns.tsx'
import type { ModelsSearch } from './models-search.ts'

const KINDS = { false: 'Models', true: 'Other services' } as const

type Props = {
  search: ModelsSearch
  onSearch: (search: ModelsSearch, how: 'typed' | 'picked') => void
}

/** What is known to cost what. */
export function ModelsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const { search: text, provider, serviceType, isApi } = search
  const query = useQuery({
    ...servicesQuery(slug, {
      page: search.page ?? 1,
      limit: search.limit ?? pageSize,
      ...(text === undefined ? {} : { search: text }),
      ...(provider === undefined ? {} : { provider }),
      ...(serviceType === undefined ? {} : { serviceType }),
      ...(isApi === undefined ? {} : { isApi: isApi === 'true' }),
    }),
    placeholderData: keepPreviousData,
  })
  const change = (what: ModelsSearch, how: 'typed' | 'picked') =>
    onSearch(changedSearch(search, what), how)
  const clear = () =>
    change(
      { search: undefined, provider: undefined, serviceType: undefined, isApi: undefined },
      'picked',
    )
  return (
    <Page
      title="Models"
      about="The catalog that costs are worked out by: rates in US dollars, in force now. Events keep the rates of their day."
    >
      <Stack gap="sm">
        <FilterBar chips={chipsOf(search, change)} onClear={clear}>
          <SearchField
            label="Search models"
            value={text}
            onChange={(typed) => change({ search: typed || undefined }, 'typed')}
          />
          <TextFilter
            label="Provider"
            value={provider}
            onChange={(typed) => change({ provider: typed || undefined }, 'typed')}
          />
          <TextFilter
            label="Type"
            value={serviceType}
            onChange={(typed) => change({ serviceType: typed || undefined }, 'typed')}
          />
          <NativeSelect
            aria-label="Kind"
            value={isApi ?? ''}
            data={[
              { value: '', label: 'Any kind' },
              ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
            ]}
            onChange={(event) => {
              const { value } = event.currentTarget
              change({ isApi: value === 'true' || value === 'false' ? value : undefined }, 'picked')
            }}
          />
        </FilterBar>
        <DataTable
          name="Models"
          columns={MODEL_COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          pages={
            query.data && (
              <Pages
                list={query.data}
                page={search.page ?? 1}
                limit={search.limit ?? pageSize}
                onPage={(page) => onSearch({ ...search, page }, 'picked')}
                onLimit={(limit) => change({ limit }, 'picked')}
              />
            )
          }
          empty={<NoMatch what="models" onClear={clear} />}
        />
      </Stack>
    </Page>
  )
}

function chipsOf(
  { search, provider, serviceType, isApi }: ModelsSearch,
  change: (what: ModelsSearch, how: 'picked') => void,
): Chip[] {
  const chip = (label: string, what: ModelsSearch) => ({
    label,
    onRemove: () => change(what, 'picked'),
  })
  return [
    ...(search === undefined ? [] : [chip(`Name: ${search}`, { search: undefined })]),
    ...(provider === undefined ? [] : [chip(`Provider: ${provider}`, { provider: undefined })]),
    ...(serviceType === undefined
      ? []
      : [chip(`Type: ${serviceType}`, { serviceType: undefined })]),
    ...(isApi === undefined ? [] : [chip(`Kind: ${KINDS[isApi]}`, { isApi: undefined })]),
  ]
}
