import { Badge, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Member } from '../../api/api-types.ts'
import { membersQuery } from '../../api/members.ts'
import { Section } from '../../ui/layout/section.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { chipsOf } from '../../ui/table/filters/chips.ts'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { SearchField } from '../../ui/table/filters/search-field.tsx'
import { NoMatch } from '../../ui/table/no-match.tsx'
import { type OnSearch, useList } from '../../ui/table/use-list.tsx'
import { orderOf } from '../../ui/url/list-search.ts'
import { given } from '../../ui/url/search-readers.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { MemberActions } from './member-actions.tsx'
import type { MembersSearch } from './members-search.ts'
import { RoleSelect } from './role-select.tsx'

const ORDER = 'name'

const COLUMNS: readonly Column<Member>[] = [
  { header: 'Name', sort: 'name', share: 1, cell: (member) => <Who member={member} /> },
  { header: 'Role', cell: (member) => <RoleSelect member={member} />, width: 154 },
  {
    header: 'Joined',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    isOffPhone: true,
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
  onSearch: OnSearch<MembersSearch>
}

export function MembersSection({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const list = useList(search, onSearch)
  const query = useQuery({
    ...membersQuery(slug, {
      page: list.page,
      limit: list.limit,
      ...given({ search: search.search }),
      ...orderOf<'name' | 'createdAt'>(search.sort, ORDER),
    }),
    placeholderData: keepPreviousData,
  })
  const { pick, type } = list
  const clear = () => pick({ search: undefined })
  return (
    <Section title="Members">
      <Stack gap="sm">
        <FilterBar
          chips={chipsOf({ search: search.search && `Name or email: ${search.search}` }, pick)}
          onClear={clear}
        >
          <SearchField
            label="Search members"
            value={search.search}
            onChange={(typed) => type({ search: typed || undefined })}
          />
        </FilterBar>
        <DataTable
          name="People"
          columns={COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          sort={search.sort ?? ORDER}
          onSort={(sort) => pick({ sort })}
          pages={list.pagesOf(query.data)}
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
        <Text fw={500} size="sm" truncate title={name}>
          {name}
        </Text>
        {isYou && <Badge flex="none">You</Badge>}
      </Group>
      <Text size="xs" c="dimmed" truncate title={email}>
        {email}
      </Text>
    </Stack>
  )
}
