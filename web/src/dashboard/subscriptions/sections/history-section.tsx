import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Subscription, SubscriptionChange } from '../../../api/api-types.ts'
import { pricesQuery } from '../../../api/plans.ts'
import { changelogQuery } from '../../../api/subscriptions.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { usePreference } from '../../../ui/preferences/preferences.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Pages } from '../../../ui/table/pages.tsx'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { isCreation, type Terms, wordsOf } from '../change-in-words.ts'
import type { SubscriptionSearch } from '../subscription-search.ts'

const columnsIn = (terms: Terms): readonly Column<SubscriptionChange>[] => [
  {
    header: 'When',
    isTime: true,
    cell: ({ at }) => <Timestamp at={at} as="bare" />,
    width: 180,
  },
  { header: 'Actor', cell: whoOf, width: 180, isOffPhone: true },
  { header: 'Change', cell: (change) => <Changes change={change} terms={terms} /> },
]

type Props = {
  subscription: Subscription
  search: SubscriptionSearch
  onSearch: (search: SubscriptionSearch) => void
}

/** History of changes, with author, old and new values. */
export default function HistorySection({ subscription, search, onSearch }: Props) {
  const { id, planId, currency } = subscription
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const [page, limit] = [search.page ?? 1, search.limit ?? pageSize]
  const query = useQuery({
    ...changelogQuery(slug, id, { page, limit }),
    placeholderData: keepPreviousData,
  })
  const prices = useQuery(pricesQuery(slug, planId))
  const priceNames = new Map(prices.data?.results.map(({ id: priceId, name }) => [priceId, name]))
  return (
    <Section title="History" about="In business time, latest first">
      <DataTable
        name="History"
        columns={columnsIn({ currency, priceNames })}
        rowKey={({ id: entryId }) => entryId}
        query={query}
        pages={
          query.data && (
            <Pages
              list={query.data}
              page={page}
              limit={limit}
              onPage={(to) => onSearch({ ...search, page: to })}
              onLimit={(chosen) => onSearch({ limit: chosen })}
            />
          )
        }
        empty={<Empty title="No changes yet">Changes appear here as they are made.</Empty>}
      />
    </Section>
  )
}

/** Returns the author. The clock is "System"; deleted keys and former members have no name. */
function whoOf({ actor, actorName }: SubscriptionChange): string {
  if (actor === 'system') return 'System'
  return actorName ?? (actor.startsWith('user:') ? 'Former member' : 'Deleted key')
}

/** Fields that have the id of another subscription. */
const PLAN_CHANGES = new Set(['replacesId', 'replacedById'])

/** A plan change that was made or undone, with a link to the other subscription. */
function PlanChange({ change: { field, to } }: { change: SubscriptionChange['changes'][number] }) {
  const { slug } = useOrganization()
  if (typeof to !== 'string') return 'Plan change undone'
  return (
    <>
      {field === 'replacesId' ? 'Starts by a plan change of ' : 'Plan change to '}
      <AnchorLink
        to="/o/$slug/subscriptions/$subscriptionId"
        params={{ slug, subscriptionId: to }}
        inherit
      >
        another subscription
      </AnchorLink>
    </>
  )
}

function Changes({ change, terms }: { change: SubscriptionChange; terms: Terms }) {
  if (isCreation(change)) return 'Created'
  return (
    <Stack gap={0} maw={560}>
      {change.changes.map((one) => (
        <Text key={one.field} size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {PLAN_CHANGES.has(one.field) ? <PlanChange change={one} /> : wordsOf(one, terms)}
        </Text>
      ))}
    </Stack>
  )
}
