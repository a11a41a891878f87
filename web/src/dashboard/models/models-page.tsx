import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { servicesQuery } from '../../api/services.ts'
import { Page } from '../../ui/layout/page.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { chipsOf } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { SearchField } from '../../ui/table/filters/search-field.tsx'
import { TextFilter } from '../../ui/table/filters/text-filter.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../ui/table/use-list.tsx'
import { given } from '../../ui/url/search-readers.ts'
import { useOrganization } from '../session/use-organization.ts'
import { modelColumns } from './model-columns.tsx'
import type { ModelsSearch } from './models-search.ts'

const ModelPanel = lazy(() => import('./model-panel.tsx'))

const KINDS = { false: 'Models', true: 'Other services' } as const

const CLOSED = { service: undefined, on: undefined, tier: undefined }

type Props = {
  search: ModelsSearch
  onSearch: OnSearch<ModelsSearch>
}

/** The catalog of models and their rates. */
export function ModelsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const { search: text, provider, serviceType, isApi } = search
  const query = useQuery({
    ...servicesQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...given({ search: text, provider, serviceType, isApi: isApi && isApi === 'true' }),
    }),
    placeholderData: keepPreviousData,
  })
  const { pick, type } = list
  const clear = () =>
    pick({ search: undefined, provider: undefined, serviceType: undefined, isApi: undefined })
  const chips = chipsOf(
    {
      search: text && `Name: ${text}`,
      provider: provider && `Provider: ${provider}`,
      serviceType: serviceType && `Type: ${serviceType}`,
      isApi: isApi && `Kind: ${KINDS[isApi]}`,
    },
    pick,
  )
  return (
    <Page
      title="Models"
      about="The catalog used to calculate costs: current rates in US dollars. Your own cost rates take precedence. Events keep the rates of their usage date."
    >
      <Stack gap="sm">
        <FilterBar
          search={
            <SearchField
              label="Search models"
              value={text}
              onChange={(typed) => type({ search: typed || undefined })}
            />
          }
          chips={chips}
          onClear={clear}
          isSheetOnPhone
        >
          <TextFilter
            label="Provider"
            value={provider}
            onChange={(typed) => type({ provider: typed || undefined })}
          />
          <TextFilter
            label="Type"
            value={serviceType}
            onChange={(typed) => type({ serviceType: typed || undefined })}
          />
          <ChoiceSelect
            label="Kind"
            isLabelHidden
            any="Any kind"
            value={isApi}
            options={KINDS}
            onChange={(chosen) => pick({ isApi: chosen })}
          />
        </FilterBar>
        <DataTable
          name="Models"
          columns={modelColumns(search)}
          rowKey={({ id }) => id}
          query={query}
          openRow={search.service}
          pages={list.pagesOf(query.data)}
          empty={<NoMatch what="models" onClear={clear} />}
        />
      </Stack>
      <Suspense>
        {search.service !== undefined && (
          <ModelPanel
            key={search.service}
            serviceId={search.service}
            shown={{ on: search.on, tier: search.tier }}
            onShown={(shown) => onSearch({ ...search, ...shown }, 'picked')}
            onClose={() => onSearch({ ...search, ...CLOSED }, 'picked')}
          />
        )}
      </Suspense>
    </Page>
  )
}
