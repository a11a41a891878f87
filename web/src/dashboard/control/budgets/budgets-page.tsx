import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { budgetsQuery } from '../../../api/budgets.ts'
import { CUSTOMERS } from '../../../api/choices.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { chipsOf } from '../../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../../ui/table/filters/filter-bar.tsx'
import { SearchField } from '../../../ui/table/filters/search-field.tsx'
import { isFirstUse } from '../../../ui/table/first-use.ts'
import { NoMatch } from '../../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../../ui/table/use-list.tsx'
import { orderOf } from '../../../ui/url/list-search.ts'
import { given } from '../../../ui/url/search-readers.ts'
import { CustomerPicker } from '../../pickers/pickers.tsx'
import { useChoice } from '../../pickers/use-choice.ts'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { budgetColumns } from './budget-columns.tsx'
import type { BudgetSort, BudgetsSearch } from './budgets-search.ts'
import { CreditLink } from './credit-link.tsx'

const ORDER = '-createdAt'
const STATES = { true: 'On', false: 'Off' } as const

const NewBudgetDialog = lazy(() => import('./new-budget-dialog.tsx'))
const BudgetPanel = lazy(() => import('./budget-panel.tsx'))

type Props = { search: BudgetsSearch; onSearch: OnSearch<BudgetsSearch> }

/** Limits of what runs may cost or produce, with what is used of them now. */
export function BudgetsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isCreating, setCreating] = useState(false)
  const { isActive, search: text, customerId, budget: openId } = search
  const query = useQuery({
    ...budgetsQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...orderOf<BudgetSort>(search.sort, ORDER),
      ...given({ search: text, isActive: isActive && isActive === 'true' }),
    }),
    placeholderData: keepPreviousData,
  })
  const { pick, type } = list
  const customer = useChoice(CUSTOMERS, customerId)
  const clear = () => pick({ search: undefined, isActive: undefined, customerId: undefined })
  const chips = chipsOf(
    {
      search: text && `Name: ${text}`,
      isActive: isActive && `Status: ${STATES[isActive]}`,
      customerId: customer && `Figures of: ${customer.name}`,
    },
    pick,
  )
  const isEmpty = isFirstUse(query, text !== undefined || isActive !== undefined)
  const create = (
    <AllowedButton permission="budgets" onClick={() => setCreating(true)}>
      New budget
    </AllowedButton>
  )
  return (
    <Page
      title="Budgets"
      about="Limits of what runs may cost or produce. Runs that ask before they start, and while they go on, stay within them."
      action={isEmpty ? undefined : create}
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar chips={chips} onClear={clear}>
            <SearchField
              label="Search budgets"
              value={text}
              onChange={(typed) => type({ search: typed || undefined })}
            />
            <ChoiceSelect
              label="Status"
              isLabelHidden
              any="On and off"
              value={isActive}
              options={STATES}
              onChange={(chosen) => pick({ isActive: chosen })}
            />
            <CustomerPicker
              any="Figures of a customer"
              value={customerId}
              onChange={(id) => pick({ customerId: id })}
              w={220}
            />
          </FilterBar>
        )}
        {customer && <CreditLink customer={customer} />}
        <DataTable
          name="Budgets"
          columns={budgetColumns(search)}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          openRow={openId}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No budgets yet" action={create}>
                A budget stops an agent before it costs more than you want: for each customer, an
                agent or a signal, in a day, a month or any hours.
              </Empty>
            ) : (
              <NoMatch what="budgets" onClear={clear} />
            )
          }
        />
      </Stack>
      <Suspense>
        {openId !== undefined && (
          <BudgetPanel
            key={openId}
            budgetId={openId}
            customerId={customerId}
            onCustomer={(id) => onSearch({ ...search, customerId: id }, 'picked')}
            onClose={() => onSearch({ ...search, budget: undefined }, 'picked')}
          />
        )}
        {isCreating && <NewBudgetDialog onClose={() => setCreating(false)} />}
      </Suspense>
    </Page>
  )
}
