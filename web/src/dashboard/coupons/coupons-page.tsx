import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { couponsQuery } from '../../api/coupons.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
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
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { couponColumns } from './coupon-columns.tsx'
import { CouponPanel } from './coupon-panel.tsx'
import type { CouponSort, CouponsSearch } from './coupons-search.ts'

const ORDER = '-createdAt'
const STATES = { true: 'Active', false: 'Ended' } as const

const NewCouponDialog = lazy(() => import('./new-coupon-dialog.tsx'))

type Props = {
  search: CouponsSearch
  onSearch: OnSearch<CouponsSearch>
}

/** A list of coupons. A coupon has no effect until it is granted to a customer. */
export function CouponsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const [isCreating, setCreating] = useState(false)
  const { isActive, search: text, coupon: openId } = search
  const query = useQuery({
    ...couponsQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...orderOf<CouponSort>(search.sort, ORDER),
      ...given({ search: text, isActive: isActive && isActive === 'true' }),
    }),
    placeholderData: keepPreviousData,
  })
  const { pick, type } = list
  const clear = () => pick({ search: undefined, isActive: undefined })
  const create = (
    <AllowedButton permission="write" onClick={() => setCreating(true)}>
      New coupon
    </AllowedButton>
  )
  const chips = chipsOf(
    { search: text && `Name: ${text}`, isActive: isActive && `Status: ${STATES[isActive]}` },
    pick,
  )
  const isEmpty = isFirstUse(query, chips.length > 0)
  return (
    <Page
      title="Coupons"
      about="Discounts that you can apply to customers. The discount of a coupon cannot be changed; end the coupon and create another one."
      action={isEmpty ? undefined : create}
    >
      <Stack gap="sm">
        {!isEmpty && (
          <FilterBar chips={chips} onClear={clear}>
            <SearchField
              label="Search coupons"
              value={text}
              onChange={(typed) => type({ search: typed || undefined })}
            />
            <ChoiceSelect
              label="Status"
              isLabelHidden
              any="Any status"
              value={isActive}
              options={STATES}
              onChange={(chosen) => pick({ isActive: chosen })}
            />
          </FilterBar>
        )}
        <DataTable
          name="Coupons"
          columns={couponColumns(search)}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          openRow={openId}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <Empty title="No coupons yet" action={create}>
                A coupon takes a percentage or a fixed amount off the invoices of the customers that
                it is applied to.
              </Empty>
            ) : (
              <NoMatch what="coupons" onClear={clear} />
            )
          }
        />
      </Stack>
      {openId !== undefined && (
        <CouponPanel
          couponId={openId}
          onClose={() => onSearch({ ...search, coupon: undefined }, 'picked')}
        />
      )}
      <Suspense>{isCreating && <NewCouponDialog onClose={() => setCreating(false)} />}</Suspense>
    </Page>
  )
}
