import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { couponsQuery } from '../../api/coupons.ts'
import { Page } from '../../ui/layout/page.tsx'
import { usePreference } from '../../ui/preferences.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { ChoiceSelect } from '../../ui/table/choice-select.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type Chip, FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { Pages } from '../../ui/table/pages.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { changedSearch, orderOf } from '../../ui/url/list-search.ts'
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
  onSearch: (search: CouponsSearch, how: 'typed' | 'picked') => void
}

/** What can be taken off invoices. It takes nothing off until somebody is given it. */
export function CouponsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const [isCreating, setCreating] = useState(false)
  const { isActive, search: text, coupon: openId } = search
  const query = useQuery({
    ...couponsQuery(slug, {
      page: search.page ?? 1,
      limit: search.limit ?? pageSize,
      ...orderOf<CouponSort>(search.sort, ORDER),
      ...(text === undefined ? {} : { search: text }),
      ...(isActive === undefined ? {} : { isActive: isActive === 'true' }),
    }),
    placeholderData: keepPreviousData,
  })
  const pick = (change: CouponsSearch) => onSearch(changedSearch(search, change), 'picked')
  const clear = () => pick({ search: undefined, isActive: undefined })
  const create = (
    <AllowedButton permission="write" onClick={() => setCreating(true)}>
      New coupon
    </AllowedButton>
  )
  const chips: Chip[] = [
    ...(text === undefined
      ? []
      : [{ label: `Name: ${text}`, onRemove: () => pick({ search: undefined }) }]),
    ...(isActive === undefined
      ? []
      : [{ label: `State: ${STATES[isActive]}`, onRemove: () => pick({ isActive: undefined }) }]),
  ]
  return (
    <Page
      title="Coupons"
      about="What is taken off invoices. What a coupon takes never changes: end it and make another one."
      action={create}
    >
      <Stack gap="sm">
        <FilterBar chips={chips} onClear={clear}>
          <SearchField
            label="Search coupons"
            value={text}
            onChange={(typed) =>
              onSearch(changedSearch(search, { search: typed || undefined }), 'typed')
            }
          />
          <ChoiceSelect
            label="State"
            isLabelHidden
            any="Any state"
            value={isActive}
            options={STATES}
            onChange={(chosen) => pick({ isActive: chosen })}
          />
        </FilterBar>
        <DataTable
          name="Coupons"
          columns={couponColumns(search)}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          openRow={openId}
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
          empty={
            chips.length > 0 ? (
              <NoMatch what="coupons" onClear={clear} />
            ) : (
              <Empty title="No coupons yet" action={create}>
                A coupon takes a percentage or an amount off the invoices of whoever is given it.
              </Empty>
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
