import { Badge, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Member } from '../../api/api.gen.ts'
import { membersQuery } from '../../api/members.ts'
import { Section } from '../../ui/layout/section.tsx'
import { usePreference } from '../../ui/preferences.ts'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { Pages } from '../../ui/table/pages.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { changedSearch, orderOf } from '../../ui/url/list-search.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { MemberActions } from './member-actions.tsx'
import type { MembersSearch } from './members-search.ts'
import { RoleSelect } from './role-select.tsx'

const ORDER = 'name'

const COLUMNS: readonly Column<Member>[] = [
  { header: 'Name', sort: 'name', cell: (member) => <Who member={member} /> },
  { header: 'Role', cell: (member) => <RoleSelect member={member} />, width: 180 },
  {
    header: 'Joined',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    width: 200,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (member) => <MemberActions member={member} />,
    width: 60,
  },
]

type Props = {
  search: MembersSearch
  onSearch: (search: MembersSearch, how: 'typed' | 'picked') => void
}

export function MembersSection({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const query = useQuery({
    ...membersQuery(slug, {
      page: search.page ?? 1,
      limit: search.limit ?? pageSize,
      ...(search.search === undefined ? {} : { search: search.search }),
      ...orderOf<'name' | 'createdAt'>(search.sort, ORDER),
    }),
    placeholderData: keepPreviousData,
  })
  const pick = (change: MembersSearch) => onSearch(changedSearch(search, change), 'picked')
  const clear = () => pick({ search: undefined })
  return (
    <Section title="People">
      <Stack gap="sm">
        <FilterBar
          chips={
            search.search === undefined
              ? []
              : [{ label: `Name or e-mail: ${search.search}`, onRemove: clear }]
          }
          onClear={clear}
        >
          <SearchField
            label="Search people"
            value={search.search}
            onChange={(text) =>
              onSearch(changedSearch(search, { search: text || undefined }), 'typed')
            }
          />
        </FilterBar>
        <DataTable
          name="People"
          columns={COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
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
          empty={<NoMatch what="people" onClear={clear} />}
        />
      </Stack>
    </Section>
  )
}

function Who({ member: { name, email, isYou } }: { member: Member }) {
  return (
    <Stack gap={0}>
      <Group gap={8} wrap="nowrap">
        <Text fw={500} size="sm">
          {name}
        </Text>
        {isYou && <Badge>You</Badge>}
      </Group>
      <Text size="xs" c="dimmed">
        {email}
      </Text>
    </Stack>
  )
}
