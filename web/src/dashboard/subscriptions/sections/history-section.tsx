import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Subscription, SubscriptionChange } from '../../../api/api-types.ts'
import { changelogQuery } from '../../../api/subscriptions.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { usePreference } from '../../../ui/preferences/preferences.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Pages } from '../../../ui/table/pages.tsx'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { isCreation, wordsOf } from '../change-in-words.ts'
import type { SubscriptionSearch } from '../subscription-search.ts'

const COLUMNS: readonly Column<SubscriptionChange>[] = [
  {
    header: 'When',
    isTime: true,
    cell: ({ at }) => <Timestamp at={at} as="bare" />,
    width: 180,
  },
  { header: 'Actor', cell: whoOf, width: 180 },
  { header: 'Change', cell: (change) => <Changes change={change} /> },
]

type Props = {
  subscription: Subscription
  search: SubscriptionSearch
  onSearch: (search: SubscriptionSearch) => void
}

/** History of changes, with author, old and new values. */
export default function HistorySection({ subscription: { id }, search, onSearch }: Props) {
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const [page, limit] = [search.page ?? 1, search.limit ?? pageSize]
  const query = useQuery({
    ...changelogQuery(slug, id, { page, limit }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="History" about="In business time, latest first">
      <DataTable
        name="History"
        columns={COLUMNS}
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

function Changes({ change }: { change: SubscriptionChange }) {
  if (isCreation(change)) return 'Created'
  return (
    <Stack gap={0} maw={560}>
      {change.changes.map((one) => (
        <Text key={one.field} size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {wordsOf(one)}
        </Text>
      ))}
    </Stack>
  )
}
