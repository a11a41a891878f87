import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { costRatesQuery } from '../../api/cost-rates.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { chipsOf } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { TextFilter } from '../../ui/table/filters/text-filter.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../ui/table/use-list.tsx'
import { given } from '../../ui/url/search-readers.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { costRateColumns } from './cost-rate-columns.tsx'
import type { CostRatesSearch } from './cost-rates-search.ts'

const STATES = { active: 'Active' } as const

const SetCostRateDialog = lazy(() => import('./set-cost-rate-dialog.tsx'))
const CostRatePanel = lazy(() => import('./cost-rate-panel.tsx'))

type Props = {
  search: CostRatesSearch
  onSearch: OnSearch<CostRatesSearch>
}

/** Own rates of models, the latest first, with the withdrawn ones. */
export function CostRatesPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isSetting, setSetting] = useState(false)
  const { modelProvider, model, status, rate: openId } = search
  const query = useQuery({
    ...costRatesQuery(slug, {
      page: list.page,
      limit: list.limit,
      includeWithdrawn: status === undefined,
      ...given({ modelProvider, model }),
    }),
    placeholderData: keepPreviousData,
  })
  const { pick, type } = list
  const clear = () => pick({ modelProvider: undefined, model: undefined, status: undefined })
  const chips = chipsOf(
    {
      model: model && `Model: ${model}`,
      modelProvider: modelProvider && `Provider: ${modelProvider}`,
      status: status && `Status: ${STATES[status]}`,
    },
    pick,
  )
  const isEmpty = isFirstUse(query, chips.length > 0)
  const set = (
    <AllowedButton permission="cost_rates" onClick={() => setSetting(true)}>
      Set a cost rate
    </AllowedButton>
  )
  return (
    <Page
      title="Cost rates"
      about="Your own rates for models, in place of the catalog's or off them. A rate cannot be changed; another one replaces it."
      action={isEmpty ? undefined : set}
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar chips={chips} onClear={clear} isSheetOnPhone>
            <TextFilter
              label="Model"
              value={model}
              onChange={(typed) => type({ model: typed || undefined })}
            />
            <TextFilter
              label="Provider"
              value={modelProvider}
              onChange={(typed) => type({ modelProvider: typed || undefined })}
            />
            <ChoiceSelect
              label="Status"
              isLabelHidden
              any="Any status"
              value={status}
              options={STATES}
              onChange={(chosen) => pick({ status: chosen })}
            />
          </FilterBar>
        )}
        <DataTable
          name="Cost rates"
          columns={costRateColumns(search)}
          rowKey={({ id }) => id}
          query={query}
          openRow={openId}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No cost rates yet" action={set}>
                Set your own rates for negotiated prices, and for models that the catalog does not
                have. Until then, the catalog prices all usage.
              </Empty>
            ) : (
              <NoMatch what="cost rates" onClear={clear} />
            )
          }
        />
      </Stack>
      <Suspense>
        {openId !== undefined && (
          <CostRatePanel
            key={openId}
            costRateId={openId}
            onClose={() => onSearch({ ...search, rate: undefined }, 'picked')}
          />
        )}
        {isSetting && <SetCostRateDialog onClose={() => setSetting(false)} />}
      </Suspense>
    </Page>
  )
}
