import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { creditGrantsQuery } from '../../../api/credit.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { NoRows } from '../../../ui/states/empty.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type OnSearch, useList } from '../../../ui/table/use-list.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'
import type { CreditSearch } from './credit-search.ts'
import { grantColumns } from './grant-columns.tsx'

const GrantPanel = lazy(() => import('./grant-panel.tsx'))

type Props = { search: CreditSearch; onSearch: OnSearch<CreditSearch> }

/** Grants of the customer, the latest first. One opens next to the list, with its history. */
export function CreditGrants({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const { id } = useCustomer()
  const list = useList(search, onSearch)
  const query = useQuery({
    ...creditGrantsQuery(slug, id, { page: list.page, limit: list.limit }),
    placeholderData: keepPreviousData,
  })
  const open = query.data?.results.find((grant) => grant.id === search.grant)
  return (
    <Section
      title="Grants"
      about="Of several, invoices use the one with the lower priority number first, then the one that expires sooner."
    >
      <DataTable
        name="Credit grants"
        columns={grantColumns(search)}
        rowKey={(grant) => grant.id}
        query={query}
        openRow={search.grant}
        pages={list.pagesOf(query.data)}
        empty={<NoRows>No credit was granted.</NoRows>}
      />
      <Suspense>
        {open !== undefined && (
          <GrantPanel
            key={open.id}
            grant={open}
            onClose={() => onSearch({ ...search, grant: undefined }, 'picked')}
          />
        )}
      </Suspense>
    </Section>
  )
}
