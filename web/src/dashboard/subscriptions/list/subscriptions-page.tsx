import { Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { subscribableQuery, subscriptionsQuery } from '../../../api/subscriptions.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { ColumnMenu } from '../../../ui/table/columns/column-menu.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { isFirstUse } from '../../../ui/table/first-use.ts'
import { NoMatch } from '../../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../../ui/table/use-list.tsx'
import { hasAny, orderOf } from '../../../ui/url/list-search.ts'
import { given } from '../../../ui/url/search-readers.ts'
import { useColumnChoice } from '../../session/use-column-choice.ts'
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
  onSearch: OnSearch<SubscriptionsSearch>
}

export function SubscriptionsPage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const choice = useColumnChoice('subscriptions')
  const { customerId, planId, agentId, status } = search
  const query = useQuery({
    ...subscriptionsQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...orderOf<SubscriptionSort>(search.sort, ORDER),
      ...given({ search: search.search, customerId, planId, agentId, status }),
    }),
    placeholderData: keepPreviousData,
  })
  const isEmpty = isFirstUse(query, hasAny(search, NO_FILTERS))
  return (
    <Page
      title="Subscriptions"
      about={ABOUT}
      action={
        !isEmpty && (
          <Group gap="sm">
            <ColumnMenu columns={SUBSCRIPTION_COLUMNS} choice={choice} />
            <NewSubscriptionButton />
          </Group>
        )
      }
    >
      <Stack gap="sm">
        {!isEmpty && <SubscriptionFilters search={search} onPick={list.pick} onType={list.type} />}
        <DataTable
          name="Subscriptions"
          columns={SUBSCRIPTION_COLUMNS}
          hidden={choice.hidden}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => list.pick({ sort })}
          pages={list.pagesOf(query.data)}
          empty={
            isEmpty ? (
              <NoSubscriptions />
            ) : (
              <NoMatch what="subscriptions" onClear={() => list.pick(NO_FILTERS)} />
            )
          }
        />
      </Stack>
    </Page>
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
