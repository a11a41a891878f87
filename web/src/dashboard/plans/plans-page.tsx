import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AGENTS } from '../../api/choices.ts'
import { planSummariesQuery, plansQuery } from '../../api/plans.ts'
import { Page } from '../../ui/layout/page.tsx'
import { usePreference } from '../../ui/preferences.ts'
import { Problem } from '../../ui/states/problem.tsx'
import { ChoiceSelect } from '../../ui/table/choice-select.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type Chip, FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { Pages } from '../../ui/table/pages.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { changedSearch, orderOf } from '../../ui/url/list-search.ts'
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
  onSearch: (search: PlansSearch, how: 'typed' | 'picked') => void
}

export function PlansPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const pageSize = usePreference('pageSize')
  const { isActive, agentId, search: text } = search
  const query = useQuery({
    ...plansQuery(slug, {
      page: search.page ?? 1,
      limit: search.limit ?? pageSize,
      ...orderOf<PlanSort>(search.sort, ORDER),
      ...(text === undefined ? {} : { search: text }),
      ...(agentId === undefined ? {} : { agentId }),
      ...(isActive === undefined ? {} : { isActive: isActive === 'true' }),
    }),
    placeholderData: keepPreviousData,
  })
  const summaries = useSummaries(query.data?.results.map(({ id }) => id) ?? [])
  const agent = useChoice(AGENTS, agentId)
  const pick = (change: PlansSearch) => onSearch(changedSearch(search, change), 'picked')
  const clear = () => pick({ search: undefined, isActive: undefined, agentId: undefined })
  const chips: Chip[] = [
    ...(text === undefined
      ? []
      : [{ label: `Search: ${text}`, onRemove: () => pick({ search: undefined }) }]),
    ...(agent === undefined
      ? []
      : [{ label: `Agent: ${agent.name}`, onRemove: () => pick({ agentId: undefined }) }]),
    ...(isActive === undefined
      ? []
      : [{ label: `State: ${STATES[isActive]}`, onRemove: () => pick({ isActive: undefined }) }]),
  ]
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
        <FilterBar chips={chips} onClear={clear}>
          <SearchField
            label="Search plans"
            value={text}
            onChange={(typed) =>
              onSearch(changedSearch(search, { search: typed || undefined }), 'typed')
            }
          />
          <LazyPicker
            choices={AGENTS}
            label="Agent"
            any="Any agent"
            value={agentId}
            onChange={(id) => pick({ agentId: id })}
            w={150}
          />
          <ChoiceSelect
            label="State"
            any="Any state"
            value={isActive}
            options={STATES}
            onChange={(chosen) => pick({ isActive: chosen })}
          />
        </FilterBar>
        {summaries.error && <Problem error={summaries.error} onRetry={summaries.retry} />}
        <DataTable
          name="Plans"
          columns={planColumns(summaries.of)}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={
            query.data && (
              <Pages
                list={query.data}
                page={search.page ?? 1}
                limit={search.limit ?? pageSize}
                onPage={(page) => onSearch({ ...search, page }, 'picked')}
                onLimit={(limit) => pick({ limit })}
              />
            )
          }
          empty={chips.length > 0 ? <NoMatch what="plans" onClear={clear} /> : <NoPlans />}
        />
      </Stack>
    </Page>
  )
}

/** What the plans that are shown charge, which is read after the rows. */
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
