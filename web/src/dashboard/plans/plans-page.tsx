import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AGENTS } from '../../api/choices.ts'
import { planSummariesQuery, plansQuery } from '../../api/plans.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { chipsOf } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { SearchField } from '../../ui/table/filters/search-field.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../ui/table/use-list.tsx'
import { orderOf } from '../../ui/url/list-search.ts'
import { given } from '../../ui/url/search-readers.ts'
import { LazyPicker } from '../pickers/lazy-picker.tsx'
import { useChoice } from '../pickers/use-choice.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { NoPlans } from './no-plans.tsx'
import { planColumns, type Summary } from './plan-columns.tsx'
import type { PlanSort, PlansSearch } from './plans-search.ts'

const ORDER = 'name'
const STATES = { true: 'Active', false: 'Inactive' } as const

type Props = {
  search: PlansSearch
  onSearch: OnSearch<PlansSearch>
}

export function PlansPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const list = useList(search, onSearch)
  const { isActive, agentId, search: text } = search
  const query = useQuery({
    ...plansQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...orderOf<PlanSort>(search.sort, ORDER),
      ...given({ search: text, agentId, isActive: isActive && isActive === 'true' }),
    }),
    placeholderData: keepPreviousData,
  })
  const summaries = useSummaries(query.data?.results.map(({ id }) => id) ?? [])
  const agent = useChoice(AGENTS, agentId)
  const { pick, type } = list
  const clear = () => pick({ search: undefined, isActive: undefined, agentId: undefined })
  const chips = chipsOf(
    {
      search: text && `Search: ${text}`,
      agentId: agent && `Agent: ${agent.name}`,
      isActive: isActive && `Status: ${STATES[isActive]}`,
    },
    pick,
  )
  const isEmpty = isFirstUse(query, chips.length > 0 || agentId !== undefined)
  return (
    <Page
      title="Plans"
      about="What you charge for the work of your agents. Customers subscribe to a plan."
      action={
        <AllowedButton
          permission="write"
          onClick={() => void navigate({ to: '/o/$slug/plans/new', params: { slug } })}
        >
          New plan
        </AllowedButton>
      }
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar
            search={
              <SearchField
                label="Search plans"
                value={text}
                onChange={(typed) => type({ search: typed || undefined })}
              />
            }
            chips={chips}
            onClear={clear}
            isSheetOnPhone
          >
            <LazyPicker
              choices={AGENTS}
              label="Agent"
              any="Any agent"
              value={agentId}
              onChange={(id) => pick({ agentId: id })}
              w={150}
            />
            <ChoiceSelect
              label="Status"
              any="Any status"
              value={isActive}
              options={STATES}
              onChange={(chosen) => pick({ isActive: chosen })}
            />
          </FilterBar>
        )}
        {summaries.error && <Problem error={summaries.error} onRetry={summaries.retry} />}
        <DataTable
          name="Plans"
          columns={planColumns(summaries.of)}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={list.pagesOf(query.data)}
          empty={isEmpty ? <NoPlans /> : <NoMatch what="plans" onClear={clear} />}
        />
      </Stack>
    </Page>
  )
}

/** Loads the prices of the visible plans after the rows. */
function useSummaries(planIds: readonly string[]) {
  const { slug } = useOrganization()
  const { data, error, isFetching, refetch } = useQuery(planSummariesQuery(slug, planIds))
  const known = new Map(data?.results.map((one) => [one.planId, one]))
  return {
    error,
    retry: () => void refetch(),
    of: (planId: string): Summary =>
      known.get(planId) ?? (error !== null && !isFetching ? 'failed' : 'loading'),
  }
}
