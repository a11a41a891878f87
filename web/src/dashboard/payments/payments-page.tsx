import { Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { CUSTOMERS } from '../../api/choices.ts'
import { csvOf } from '../../api/client.ts'
import { paymentsQuery } from '../../api/payments.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { ColumnMenu } from '../../ui/table/columns/column-menu.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ExportButton } from '../../ui/table/export-button.tsx'
import { chipsOf, rangeTexts } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { RangeFilter } from '../../ui/table/filters/range-filter.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { useList } from '../../ui/table/use-list.tsx'
import { hasAny } from '../../ui/url/list-search.ts'
import { PAYMENT_METHODS, PAYMENT_STATES } from '../links/payment-words.ts'
import { CustomerPicker } from '../pickers/pickers.tsx'
import { useChoice } from '../pickers/use-choice.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useColumnChoice } from '../session/use-column-choice.ts'
import { useOrganization } from '../session/use-organization.ts'
import { PAYMENT_COLUMNS } from './payment-columns.tsx'
import {
  filterOf,
  NO_FILTERS,
  ORDER,
  type PaymentsSearch,
  paymentOrder,
} from './payments-search.ts'

const RecordPaymentStart = lazy(() => import('./record-payment-start.tsx'))

const STATUS_LABELS = {
  succeeded: PAYMENT_STATES.succeeded.label,
  pending: PAYMENT_STATES.pending.label,
  failed: PAYMENT_STATES.failed.label,
}

type Props = { search: PaymentsSearch; onSearch: (search: PaymentsSearch) => void }

/** Payments and refunds. */
export function PaymentsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isRecording, setRecording] = useState(false)
  const filter = filterOf(search, new Date())
  const query = useQuery({
    ...paymentsQuery(slug, {
      ...filter,
      ...paymentOrder(search),
      page: list.page,
      limit: list.limit,
    }),
    placeholderData: keepPreviousData,
  })
  const { pick } = list
  const choice = useColumnChoice('payments')
  const record = (
    <AllowedButton permission="record_payments" onClick={() => setRecording(true)}>
      Record payment
    </AllowedButton>
  )
  const chips = useChips(search, pick)
  const isEmpty = isFirstUse(query, hasAny(search, NO_FILTERS))
  return (
    <Page
      title="Payments"
      about="Online payments and payments that you recorded."
      action={
        !isEmpty && (
          <Group gap="sm">
            <ColumnMenu columns={PAYMENT_COLUMNS} choice={choice} />
            <ExportButton load={() => csvOf(slug, '/v1/payments', filter)} />
            {record}
          </Group>
        )
      }
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar chips={chips} onClear={() => pick(NO_FILTERS)} isSheetOnPhone>
            <RangeFilter
              range={search.range}
              from={search.from}
              to={search.to}
              any="Any date"
              onChange={pick}
            />
            <CustomerPicker
              value={search.customerId}
              onChange={(customerId) => pick({ customerId })}
            />
            <ChoiceSelect
              label="Method"
              any="Any method"
              value={search.method}
              options={PAYMENT_METHODS}
              onChange={(method) => pick({ method })}
            />
            <ChoiceSelect
              label="Status"
              any="Any status"
              value={search.status}
              options={STATUS_LABELS}
              onChange={(status) => pick({ status })}
            />
          </FilterBar>
        )}
        <DataTable
          name="Payments"
          columns={PAYMENT_COLUMNS}
          hidden={choice.hidden}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No payments yet" action={record}>
                Payments made through the link in an invoice appear here automatically.
              </Empty>
            ) : (
              <NoMatch what="payments" onClear={() => pick(NO_FILTERS)} />
            )
          }
        />
      </Stack>
      <Suspense>
        {isRecording && <RecordPaymentStart onClose={() => setRecording(false)} />}
      </Suspense>
    </Page>
  )
}

/** Returns active filters in words. */
function useChips(search: PaymentsSearch, pick: (change: PaymentsSearch) => void) {
  const { method, status } = search
  const customer = useChoice(CUSTOMERS, search.customerId)
  return chipsOf(
    {
      ...rangeTexts(search),
      customerId: customer && `Customer: ${customer.name}`,
      method: method && `Method: ${PAYMENT_METHODS[method]}`,
      status: status && `Status: ${STATUS_LABELS[status]}`,
    },
    pick,
  )
}
