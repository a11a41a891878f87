import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { budgetQuery } from '../../../api/budgets.ts'
import { CUSTOMERS } from '../../../api/choices.ts'
import { decisionsQuery } from '../../../api/guard.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { chipsOf } from '../../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../../ui/table/filters/filter-bar.tsx'
import { isFirstUse } from '../../../ui/table/first-use.ts'
import { NoMatch } from '../../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../../ui/table/use-list.tsx'
import { given } from '../../../ui/url/search-readers.ts'
import { CustomerPicker } from '../../pickers/pickers.tsx'
import { useChoice } from '../../pickers/use-choice.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { DECISIONS } from '../in-words.ts'
import { DECISION_COLUMNS } from './decision-columns.tsx'
import type { DecisionsSearch } from './decisions-search.ts'

type Props = { search: DecisionsSearch; onSearch: OnSearch<DecisionsSearch> }

const NOTHING = {
  decision: undefined,
  customerId: undefined,
  budgetId: undefined,
  runId: undefined,
} as const

/** Decisions that blocked a run or warned, the latest first, each explained by its figures. */
export function DecisionsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const { decision, customerId, budgetId, runId } = search
  const query = useQuery({
    ...decisionsQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...given({ decision, customerId, budgetId, runId }),
    }),
    placeholderData: keepPreviousData,
  })
  const customer = useChoice(CUSTOMERS, customerId)
  const { data: budget } = useQuery({
    ...budgetQuery(slug, budgetId ?? ''),
    enabled: budgetId !== undefined,
  })
  const clear = () => list.pick(NOTHING)
  const chips = chipsOf(
    {
      decision: decision && `Decision: ${DECISIONS[decision]}`,
      customerId: customer && `Customer: ${customer.name}`,
      budgetId: budgetId && `Budget: ${budget?.name ?? budgetId}`,
      runId: runId && `Run: ${runId}`,
    },
    list.pick,
  )
  const isEmpty = isFirstUse(query, chips.length > 0)
  return (
    <Page
      title="Blocked runs"
      about="Decisions of the last 30 days that blocked a run or warned, with the figures of the budget at that instant."
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar chips={chips} onClear={clear}>
            <ChoiceSelect
              label="Decision"
              any="Blocked and warned"
              value={decision}
              options={DECISIONS}
              onChange={(chosen) => list.pick({ decision: chosen })}
            />
            <CustomerPicker value={customerId} onChange={(id) => list.pick({ customerId: id })} />
          </FilterBar>
        )}
        <DataTable
          name="Blocked runs"
          columns={DECISION_COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No run was blocked">
                A run that does not fit a budget is here, with the figures that decided.
              </Empty>
            ) : (
              <NoMatch what="decisions" onClear={clear} />
            )
          }
        />
      </Stack>
    </Page>
  )
}
