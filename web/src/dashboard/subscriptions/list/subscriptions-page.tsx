import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { subscribableQuery, subscriptionsQuery } from '../../../api/subscriptions.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { usePreference } from '../../../ui/preferences.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { NoMatch } from '../../../ui/table/no-match.tsx'
import { Pages } from '../../../ui/table/pages.tsx'
import { changedSearch, orderOf } from '../../../ui/url/list-search.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { ABOUT, NEEDS, NOTHING_YET } from '../subscription-texts.ts'
import { NewSubscriptionButton } from './new-subscription-button.tsx'
import { SUBSCRIPTION_COLUMNS } from './subscription-columns.tsx'
import { SubscriptionFilters } from './subscription-filters.tsx'
import {
  NO_FILTERS,
  type SubscriptionSort,
  type SubscriptionsSearch,
} from './subscriptions-search.ts'

const ORDER = '-createdAt'

type Props = {
  search: SubscriptionsSearch
  onSearch: (search: SubscriptionsSearch, how: 'typed' | 'picked') => void
}

export function SubscriptionsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const [page, limit] = [search.page ?? 1, search.limit ?? pageSize]
  const query = useQuery({
    ...subscriptionsQuery(slug, {
      page,
      limit,
      ...orderOf<SubscriptionSort>(search.sort, ORDER),
      ...filterOf(search),
    }),
    placeholderData: keepPreviousData,
  })
  const change = (how: 'typed' | 'picked') => (changes: SubscriptionsSearch) =>
    onSearch(changedSearch(search, changes), how)
  const pick = change('picked')
  return (
    <Page title="Subscriptions" about={ABOUT} action={<NewSubscriptionButton />}>
      <Stack gap="sm">
        <SubscriptionFilters search={search} onPick={pick} onType={change('typed')} />
        <DataTable
          name="Subscriptions"
          columns={SUBSCRIPTION_COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={
            query.data && (
              <Pages
                list={query.data}
                page={page}
                limit={limit}
                onPage={(to) => onSearch({ ...search, page: to }, 'picked')}
                onLimit={(chosen) => pick({ limit: chosen })}
              />
            )
          }
          empty={
            Object.keys(filterOf(search)).length > 0 ? (
              <NoMatch what="subscriptions" onClear={() => pick(NO_FILTERS)} />
            ) : (
              <NoSubscriptions />
            )
          }
        />
      </Stack>
    </Page>
  )
}

type Filters = { [Name in keyof typeof NO_FILTERS]?: NonNullable<SubscriptionsSearch[Name]> }

function filterOf(search: SubscriptionsSearch): Filters {
  const names = Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[]
  return Object.fromEntries(
    names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
}

function NoSubscriptions() {
  const { slug } = useOrganization()
  const { data } = useQuery(subscribableQuery(slug))
  const lacks = data !== undefined && !(data.hasPlan && data.hasCustomer)
  return (
    <Empty title="No subscriptions yet" action={<NewSubscriptionButton />}>
      {NOTHING_YET}
      {lacks && ` ${data.hasPlan ? NEEDS.customer : data.hasCustomer ? NEEDS.plan : NEEDS.both}.`}
    </Empty>
  )
}
